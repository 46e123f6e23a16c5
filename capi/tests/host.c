// Prints on a host.

#include "platform.h"
#include <stdio.h>

void put(const char *text) {
    fputs(text, stdout);
}
