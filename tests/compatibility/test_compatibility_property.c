#include "support/table.h"

#include <stdio.h>
#include <string.h>

#include "gpucost/compatibility.h"

/* What is offered as the nearest combination that works is itself answered with yes. */
static void check__nearest_works(void **state)
{
    (void)state;
    static const char *const versions[] = {"1.11", "1.13", "2.0", "2.3", "2.6", "2.7", "2.9", "2.10", "2.11"};
    static const char *const cudas[] = {"", "10.2", "11.6", "11.8", "12.1", "12.4", "12.6", "12.8", "12.9", "13.0"};
    static const char *const drivers[] = {"", "410.48", "450.80.02", "470", "515.65.01", "525.60.13", "570.26", "590"};
    enum { VERSIONS = sizeof versions / sizeof *versions, CUDAS = sizeof cudas / sizeof *cudas,
           DRIVERS = sizeof drivers / sizeof *drivers };
    uint64_t asked = 0, possible = 0;
    for (uint64_t a = 0; a < gpucost_accelerator_count(NULL); a++)
        for (size_t i = 0; i < (size_t)VERSIONS * CUDAS * DRIVERS; i++) {
            gpucost_accelerator device = GPUCOST_INIT(gpucost_accelerator);
            gpucost_compatibility_case question = GPUCOST_INIT(gpucost_compatibility_case);
            gpucost_compatibility_answer answer = GPUCOST_INIT(gpucost_compatibility_answer), again = answer;
            gpucost_error err;
            assert_int_equal(gpucost_accelerator_at(NULL, a, &device, &err), GPUCOST_OK);
            snprintf(question.accelerator, sizeof question.accelerator, "%s", device.id);
            snprintf(question.framework, sizeof question.framework, "pytorch");
            snprintf(question.framework_version, sizeof question.framework_version, "%s", versions[i % VERSIONS]);
            snprintf(question.cuda, sizeof question.cuda, "%s", cudas[i / VERSIONS % CUDAS]);
            snprintf(question.driver, sizeof question.driver, "%s", drivers[i / VERSIONS / CUDAS]);
            assert_int_equal(gpucost_compatibility_check(NULL, &question, &answer, &err), GPUCOST_OK);
            assert_true(strlen(answer.reason) > 10 && strlen(answer.reason) < sizeof answer.reason - 1);
            asked++;
            possible += answer.possible == 1;
            if (!*answer.cuda) continue;
            snprintf(question.framework_version, sizeof question.framework_version, "%s", answer.framework_version);
            snprintf(question.cuda, sizeof question.cuda, "%s", answer.cuda);
            snprintf(question.driver, sizeof question.driver, "%s", answer.driver_least);
            assert_int_equal(gpucost_compatibility_check(NULL, &question, &again, &err), GPUCOST_OK);
            if (!again.possible) fail_msg("%s: nearest of %s: %s", device.id, answer.reason, again.reason);
            assert_string_equal(again.cuda, answer.cuda);
        }
    assert_true(possible > asked / 20 && possible < asked); /* the sweep sees both answers */
}

/* A newer driver never turns yes into no, up to the last branch of the device. */
static void check__newer_drivers_keep_working(void **state)
{
    (void)state;
    int32_t before = 0;
    for (int branch = 400; branch <= 600; branch += 5) {
        gpucost_compatibility_case question = GPUCOST_INIT(gpucost_compatibility_case);
        gpucost_compatibility_answer answer = GPUCOST_INIT(gpucost_compatibility_answer);
        gpucost_error err;
        snprintf(question.accelerator, sizeof question.accelerator, "t4");
        snprintf(question.framework, sizeof question.framework, "pytorch");
        snprintf(question.framework_version, sizeof question.framework_version, "2.4");
        snprintf(question.cuda, sizeof question.cuda, "12.4");
        snprintf(question.driver, sizeof question.driver, "%d.99", branch);
        assert_int_equal(gpucost_compatibility_check(NULL, &question, &answer, &err), GPUCOST_OK);
        assert_true(answer.possible >= before);
        before = answer.possible;
    }
    assert_int_equal(before, 1);
}

static void facts__are_read_one_by_one(void **state)
{
    (void)state;
    gpucost_error err;
    uint64_t toolkits = 0, frameworks = 0;
    for (uint64_t i = 0; i < gpucost_compatibility_count(); i++) {
        gpucost_compatibility row = GPUCOST_INIT(gpucost_compatibility);
        assert_int_equal(gpucost_compatibility_at(i, &row, &err), GPUCOST_OK);
        toolkits += strcmp(row.kind, "toolkit") == 0;
        frameworks += strcmp(row.kind, "framework") == 0;
        assert_true(*row.name && *row.source);
    }
    assert_int_equal(toolkits, 41); /* rows of the table of the release notes that are carried over */
    assert_int_equal(frameworks, 86);
    gpucost_compatibility row = GPUCOST_INIT(gpucost_compatibility);
    assert_int_equal(gpucost_compatibility_at(gpucost_compatibility_count(), &row, &err), GPUCOST_E_ARGUMENT);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(check__nearest_works),
        cmocka_unit_test(check__newer_drivers_keep_working),
        cmocka_unit_test(facts__are_read_one_by_one),
    };
    return RUN_TESTS("compatibility", tests);
}
