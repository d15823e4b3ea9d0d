/* Each scenario with its first, second, third ... allocation refused, once and for ever: it fails cleanly and leaks
   nothing, until no allocation is left to refuse. */
#include "support/fault.h"
#include "support/scenarios.h"
#include "support/table.h"

#include <stdio.h>

enum { ALLOCATIONS_MOST = 2000000, STEPS = 200 };

static gpucost_status run(const scenario *what, uint64_t n, int for_ever, int *refused, gpucost_error *err)
{
    int64_t before = fault_live();
    fault_arm(n, for_ever);
    gpucost_status status = what->run(err);
    fault_disarm(refused);
    int64_t left = fault_live() - before;
    if (left != 0) fail_msg("%s, allocation %d refused: %d blocks are left", what->name, (int)n, (int)left);
    return status;
}

static void oom__fails_cleanly(void **state)
{
    const scenario *what = *state;
    gpucost_error err;
    int refused = 0;
    assert_int_equal(what->run(&err), GPUCOST_OK); /* whatever libraries keep for ever, they keep now */
    fault_arm(0, 0);
    assert_int_equal(what->run(&err), GPUCOST_OK);
    uint64_t count = fault_disarm(NULL);
    assert_true(count < ALLOCATIONS_MOST);
    /* Every one of the first hundred, then in steps: long scenarios repeat themselves. */
    uint64_t step = count > STEPS ? count / STEPS : 1;
    for (int for_ever = 0; for_ever < 2; for_ever++) {
        for (uint64_t n = 1; n <= count; n += n < 100 ? 1 : step) {
            gpucost_status status = run(what, n, for_ever, &refused, &err);
            if (!refused) continue; /* another order of allocations */
            if (status == GPUCOST_OK && what->does_without) continue;
            if (status != GPUCOST_E_MEMORY || err.status != status)
                fail_msg("%s, allocation %d refused: status %d, %s", what->name, (int)n, (int)status, err.text);
        }
    }
    assert_int_equal(run(what, count + ALLOCATIONS_MOST, 1, &refused, &err), GPUCOST_OK);
}

int main(void)
{
    if (!fault_works()) {
        puts("1..0 # SKIP the allocator is another one (sanitizer, valgrind)");
        return 0;
    }
    uint64_t count;
    const scenario *all = scenarios(&count);
    struct CMUnitTest tests[64];
    for (uint64_t i = 0; i < count; i++)
        tests[i] = (struct CMUnitTest){all[i].name, oom__fails_cleanly, NULL, NULL, (void *)(uintptr_t)&all[i]};
    return run_unit_tests("out of memory", tests, count);
}
