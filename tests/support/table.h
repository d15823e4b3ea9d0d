/* Rows of tests/data/<subject>/<file>.csv as cmocka tests: one row, one reported result. */
#ifndef TESTS_SUPPORT_TABLE_H
#define TESTS_SUPPORT_TABLE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

typedef struct table_row table_row;

/* Run `check` on each row of tests/data/<path>; every row needs the columns `name` and `source`, filled. */
int table_run(const char *path, void (*check)(const table_row *row));

const char *table_text(const table_row *row,
                       const char *column); /* "" when empty; fails the test when no such column */
double table_double(const table_row *row, const char *column);     /* fails the test when it is not a number */
uint64_t table_u64(const table_row *row, const char *column);
int table_is_empty(const table_row *row, const char *column);

/* Run an array of cmocka tests as TAP. */
#define RUN_TESTS(group, tests) run_unit_tests(group, tests, sizeof(tests) / sizeof((tests)[0]))
int run_unit_tests(const char *group, const struct CMUnitTest *tests, size_t count);

/* 1, and the program as skipped, where GPUCOST_SHARED does not name the folder of real files. */
int skip_without_shared(void);

/* tests/data/<path> as a whole path in a static buffer. */
const char *test_path(const char *path);

/* |actual - expected| <= tolerance x |expected|, with both printed when not. */
void assert_close(double actual, double expected, double tolerance);

#endif
