// Tests every shape, query, option and error of the header against known answers. It needs no C library and prints
// through platform.h, so it also runs on a microcontroller. It compiles as C99 and as C++11.

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
// Reports another line: the one in which a helper was called.
#define check_at(line, condition) check_in(__FILE__, line, #condition, condition)

// Memory for workspaces. It is larger than any, so that writes beyond one are found.
static uint64_t words[1200];
#define FILL 0xa5

static uint8_t *memory_start(void) {
    return (uint8_t *)words;
}

// Returns memory for a workspace of `size` bytes. All of `words` is filled with one value before.
static void *memory(size_t size) {
    for (size_t i = 0; i < sizeof words; i++) {
        memory_start()[i] = FILL;
    }
    return size < sizeof words ? words : NULL;
}

// Returns whether the memory after the first `size` bytes is still as `memory` filled it.
static bool is_untouched_beyond(size_t size) {
    for (size_t i = size; i < sizeof words; i++) {
        if (memory_start()[i] != FILL) {
            return false;
        }
    }
    return true;
}

// Volatile, so that the compiler does not evaluate the divisions below.
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

static bool is_equal(const char *a, const char *b) {
    while (*a == *b && *a != '\0') {
        a++;
        b++;
    }
    return *a == *b;
}

// Checks that the codes from 0 to `last` have texts of their own, and that other numbers have the text `unknown`.
static void check_texts(const char *(*text)(int32_t), int32_t last, const char *unknown) {
    static const int32_t others[3] = {-1, INT32_MIN, INT32_MAX};
    for (int32_t i = 0; i <= last; i++) {
        check(text(i) != NULL && text(i)[0] != '\0' && !is_equal(text(i), unknown));
        for (int32_t k = 0; k < i; k++) {
            check(!is_equal(text(i), text(k)));
        }
    }
    check(is_equal(text(last + 1), unknown));
    for (int i = 0; i < 3; i++) {
        check(is_equal(text(others[i]), unknown));
    }
}

static void test_texts(void) {
    check_texts(gjk_error_text, GJK_ERROR_POLYHEDRON, "unknown error code");
    check_texts(gjk_status_text, GJK_OTHER, "unknown status");
    check(is_equal(gjk_error_text(GJK_OK), "no error"));
    check(is_equal(gjk_error_text(gjk_check_shape3f(NULL)), "a pointer that must not be null is null"));
    check(is_equal(gjk_status_text(GJK_CONVERGED), "converged"));
}

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
    run("texts", test_texts);
    put_number(checks);
    put(" checks, ");
    put_number(failures);
    put(" failed\n");
    return failures > 0;
}
