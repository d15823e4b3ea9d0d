/* Where numbers have a decimal comma, the library reads and writes points all the same. ./scripts/test --all brings
   such a locale; without one this is skipped. */
#include "support/table.h"

#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "gpucost/gpucost.h"

static void locale__numbers_keep_their_points(void **state)
{
    (void)state;
    assert_string_equal(localeconv()->decimal_point, ",");
    gpucost_error err;
    char text[64];
    gpucost_workload workload = GPUCOST_INIT(gpucost_workload), back = GPUCOST_INIT(gpucost_workload);
    const gpucost_struct *type = gpucost_struct_find("gpucost_workload");
    assert_int_equal(gpucost_struct_set(type, &workload, "mfu", "0.5", &err), GPUCOST_OK);
    assert_true(workload.mfu == 0.5);
    assert_int_equal(gpucost_struct_set(type, &workload, "mfu", "0,5", &err), GPUCOST_E_FIELD);
    assert_int_equal(gpucost_struct_get(type, &workload, "mfu", text, sizeof text, &err), GPUCOST_OK);
    assert_string_equal(text, "0.5");
    char *json;
    assert_int_equal(gpucost_struct_to_json(type, &workload, &json, &err), GPUCOST_OK);
    assert_non_null(strstr(json, "\"mfu\": 0.5"));
    gpucost_text_free(json);
    assert_int_equal(gpucost_struct_from_json(type, "{\"mfu\": 0.25}", "job", &back, &err), GPUCOST_OK);
    assert_true(back.mfu == 0.25);
    assert_int_equal(gpucost_struct_set(type, &workload, "mfu", "1.5", &err), GPUCOST_E_RANGE);
    assert_null(strchr(err.text, ','));
}

static void locale__a_plan_reads_the_same(void **state)
{
    (void)state;
    static const char *const names[] = {"C", ""};
    char *texts[2], *data[2];
    for (int i = 0; i < 2; i++) {
        setlocale(LC_ALL, names[i]);
        gpucost_error err;
        gpucost_job *job;
        gpucost_plan *plan;
        assert_int_equal(
            gpucost_job_from_json("{\"model\": \"llama-2-7b\", \"workload\": {\"kind\": \"lora\", \"tokens\": 1e8},"
                                  " \"plan\": {\"deadline_h\": 36.5}}",
                                  "job", &job, &err),
            GPUCOST_OK);
        assert_int_equal(gpucost_plan_new(job, NULL, NULL, &plan, &err), GPUCOST_OK);
        assert_int_equal(gpucost_report_plan_text(plan, &texts[i], &err), GPUCOST_OK);
        assert_int_equal(gpucost_report_plan_json(plan, &data[i], &err), GPUCOST_OK);
        gpucost_plan_free(plan);
        gpucost_job_free(job);
    }
    assert_string_equal(texts[0], texts[1]);
    assert_string_equal(data[0], data[1]);
    for (int i = 0; i < 2; i++) {
        gpucost_text_free(texts[i]);
        gpucost_text_free(data[i]);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(locale__numbers_keep_their_points),
        cmocka_unit_test(locale__a_plan_reads_the_same),
    };
    setlocale(LC_ALL, "");
    if (strcmp(localeconv()->decimal_point, ",") != 0) {
        puts("1..0 # SKIP this locale has no decimal comma");
        return 0;
    }
    return RUN_TESTS("locale", tests);
}
