// Every shape, query, option and error of the header, against known answers. It needs no C library: platform.h has what
// it prints with, so that it runs on a microcontroller as well. It is C99 and C++11.

#include "gjk.h"
#include "platform.h"

static unsigned checks, failures;

static void put_number(unsigned number) {
    char digits[12];
    int at = 11;
    digits[at] = '\0';
    do {
        at -= 1;
        digits[at] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    put(digits + at);
}

static const char *vector_type;

static void check_in(const char *file, int line, const char *condition, bool holds) {
    checks += 1;
    if (!holds) {
        failures += 1;
        put(vector_type);
        put(": ");
        put(file);
        put(":");
        put_number((unsigned)line);
        put(": false: ");
        put(condition);
        put("\n");
    }
}

#define check(condition) check_in(__FILE__, __LINE__, #condition, condition)
// For pairs: the line is that of the pair.
#define check_at(line, condition) check_in(__FILE__, line, #condition, condition)

// Memory for workspaces, and more behind it.
static uint64_t words[1200];
#define FILL 0xa5

static uint8_t *memory_start(void) {
    return (uint8_t *)words;
}

// A workspace of `size` bytes. All memory is filled with one value.
static void *memory(size_t size) {
    for (size_t i = 0; i < sizeof words; i++) {
        memory_start()[i] = FILL;
    }
    return size < sizeof words ? words : NULL;
}

// Is the memory as it was, but for the first `size` bytes?
static bool is_untouched_beyond(size_t size) {
    for (size_t i = size; i < sizeof words; i++) {
        if (memory_start()[i] != FILL) {
            return false;
        }
    }
    return true;
}

// Values that a compiler must not fold away.
static volatile float zero = 0.0f, one = 1.0f;

static float infinity(void) {
    return one / zero;
}

static float not_a_number(void) {
    return zero / zero;
}

#define SUFFIX 3f
#define DIMENSION 3
#define IS_FIXED 0
#define STEP 4e-6
#define IDENTITY GJK_IDENTITY3F
#include "cases.h"

#define SUFFIX 2f
#define DIMENSION 2
#define IS_FIXED 0
#define STEP 4e-6
#define IDENTITY GJK_IDENTITY2F
#include "cases.h"

#define SUFFIX 3q
#define DIMENSION 3
#define IS_FIXED 1
#define STEP 1e-4
#define IDENTITY GJK_IDENTITY3Q
#include "cases.h"

#define SUFFIX 2q
#define DIMENSION 2
#define IS_FIXED 1
#define STEP 1e-4
#define IDENTITY GJK_IDENTITY2Q
#include "cases.h"

static void run(const char *name, void (*test)(void)) {
    unsigned before = checks;
    vector_type = name;
    test();
    put(name);
    put(": ");
    put_number(checks - before);
    put(" checks\n");
}

int main(void) {
    run("3f", test_3f);
    run("2f", test_2f);
    run("3q", test_3q);
    run("2q", test_2q);
    put_number(checks);
    put(" checks, ");
    put_number(failures);
    put(" failed\n");
    return failures > 0;
}
