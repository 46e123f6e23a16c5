// The output of the tests. host.c implements it on a host, firmware/start.c on a microcontroller.

#ifndef PLATFORM_H
#define PLATFORM_H

void put(const char *text);

#endif
