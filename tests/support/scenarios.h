/* What a user does, as calls that either succeed or leave nothing behind. test_oom fails each allocation of each. */
#ifndef TESTS_SUPPORT_SCENARIOS_H
#define TESTS_SUPPORT_SCENARIOS_H

#include "gpucost/gpucost.h"

typedef struct scenario {
    const char *name;
    gpucost_status (*run)(gpucost_error *err); /* ends all that it made; aborts when an output is touched or wrong */
    int does_without; /* 1: some allocations are not needed, as those of SQLite's caches: it may succeed all the same */
} scenario;

/* [*count] */
const scenario *scenarios(uint64_t *count);

#endif
