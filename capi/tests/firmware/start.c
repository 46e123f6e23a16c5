// Start-up of a Cortex-M4F without a C library: enables the FPU, initialises memory, calls main, and exits with its
// result. It prints and exits by semihosting.

#include "platform.h"
#include <stdint.h>

extern int main(void);

// Symbols of the linker script.
extern uint32_t data_start[], data_end[], data_load[], bss_start[], bss_end[], stack_painted[], stack_top[];

// Coprocessor access control register: bits 20 to 23 give full access to the FPU.
#define CPACR (*(volatile uint32_t *)0xE000ED88)

#define SYS_WRITE0 0x04
#define SYS_EXIT_EXTENDED 0x20
#define APPLICATION_EXIT 0x20026

static void semihost(uint32_t operation, const void *argument) {
    register uint32_t r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
}

void put(const char *text) {
    semihost(SYS_WRITE0, text);
}

static void leave(uint32_t code) {
    const uint32_t block[2] = {APPLICATION_EXIT, code};
    semihost(SYS_EXIT_EXTENDED, block);
    for (;;) {
    }
}

static void fault(void) {
    put("fault\n");
    leave(101);
}

// Fills the memory of the stack; a word with another value was used.
#define UNUSED 0x5AFE5AFE

// Prints how much of the stack was used, in bytes.
static void put_stack_use(void) {
    const uint32_t *lowest = bss_end;
    while (lowest < stack_painted && *lowest == UNUSED) {
        lowest++;
    }
    uint32_t bytes = (uint32_t)stack_top - (uint32_t)lowest;
    char digits[] = "stack used:        bytes\n";
    for (int at = 17; bytes > 0; at--, bytes /= 10) {
        digits[at] = (char)('0' + bytes % 10);
    }
    put(digits);
}

void reset(void) {
    CPACR |= 0xFu << 20;
    __asm__ volatile("dsb\n isb");
    const uint32_t *from = data_load;
    for (uint32_t *to = data_start; to < data_end; to++, from++) {
        *to = *from;
    }
    for (uint32_t *to = bss_start; to < bss_end; to++) {
        *to = 0;
    }
    for (uint32_t *to = bss_end; to < stack_painted; to++) {
        *to = UNUSED;
    }
    int result = main();
    put_stack_use();
    leave((uint32_t)result);
}

// The vector table: initial stack pointer, reset, and the faults NMI, hard, memory management, bus and usage.
__attribute__((section(".vectors"), used)) static const struct {
    uint32_t *stack;
    void (*handlers[6])(void);
} vectors = {stack_top, {reset, fault, fault, fault, fault, fault}};
