#include "support/table.h"

#include <jansson.h>
#include <string.h>

#include "gpucost/report.h"
#include "report/report_unit.h"

static void unit__quantities_read_as_people_write_them(void **state)
{
    (void)state;
    static const struct { double seconds; const char *text; } times[] = {
        {0.0352, "35.2 ms"}, {1, "1.00 s"}, {599, "599 s"}, {7.2 * 3600, "7.20 h"}, {10 * 86400, "10.0 days"}};
    static const struct { uint64_t bytes; const char *text; } sizes[] = {
        {0, "0 bytes"}, {1023, "1023 bytes"}, {1536, "1.50 KiB"}, {UINT64_C(85899345920), "80.0 GiB"}};
    static const struct { const char *amount, *text;
    } amounts[] = {{"1.005", "1.00"}, {"1.015", "1.02"},   {"2.675", "2.68"}, {"-0.005", "0.00"},
                   {"0.999", "1.00"}, {"-1.999", "-2.00"}, {"12", "12.00"}};
    char text[GPUCOST__UNIT_TEXT];
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        gpucost__unit_time(times[i].seconds, text);
        assert_string_equal(text, times[i].text);
    }
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        gpucost__unit_bytes(sizes[i].bytes, text);
        assert_string_equal(text, sizes[i].text);
    }
    for (size_t i = 0; i < sizeof amounts / sizeof *amounts; i++) {
        gpucost_money money;
        gpucost_money_parse(amounts[i].amount, "USD", &money, NULL);
        gpucost__unit_money(&money, text);
        assert_string_equal(text, amounts[i].text); /* half to even */
    }
    gpucost__unit_count(6738415616.0, text);
    assert_string_equal(text, "6.74 B");
    gpucost__unit_count(0.001, text);
    assert_string_equal(text, "0.001");
}

static gpucost_plan *make_plan(void)
{
    gpucost_job *job = NULL;
    gpucost_plan *plan = NULL;
    gpucost_error err;
    const char *json = "{\"model\": \"llama-2-7b\", \"workload\": {\"kind\": \"qlora\", \"tokens\": 20000000}}";
    if (gpucost_job_from_json(json, "job.json", &job, &err) || gpucost_plan_new(job, NULL, NULL, &plan, &err))
        fail_msg("%s %s", err.field, err.text);
    gpucost_job_free(job);
    return plan;
}

/* The JSON form carries what the calls give, number for number. */
static void report__json_agrees_with_the_calls(void **state)
{
    (void)state;
    gpucost_plan *plan = make_plan();
    char *text = NULL;
    gpucost_error err;
    assert_int_equal(gpucost_report_plan_json(plan, &text, &err), GPUCOST_OK);
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    gpucost_text_free(text);
    assert_non_null(root);
    json_t *options = json_object_get(root, "options");
    assert_int_equal(json_array_size(options), gpucost_plan_option_count(plan));
    assert_int_equal(json_array_size(json_object_get(root, "dropped")), gpucost_plan_dropped_count(plan));
    for (uint64_t i = 0; i < json_array_size(options); i++) {
        gpucost_plan_option option = GPUCOST_INIT(gpucost_plan_option);
        gpucost_plan_option_at(plan, i, &option, &err);
        json_t *json = json_array_get(options, i);
        assert_string_equal(json_string_value(json_object_get(json, "instance")), option.instance);
        assert_true(json_number_value(json_object_get(json, "wall_h")) == option.wall_h);
        gpucost_money cost;
        json_t *amount = json_object_get(json, "cost");
        gpucost_money_parse(json_string_value(json_object_get(amount, "amount")),
                            json_string_value(json_object_get(amount, "currency")), &cost, &err);
        assert_int_equal(gpucost_money_compare(&cost, &option.cost), 0);
        assert_true(json_is_object(json_object_get(json_object_get(json, "requirement"), "memory")));
    }
    json_decref(root);
    gpucost_plan_free(plan);
}

static void report__text_leads_with_the_recommendation(void **state)
{
    (void)state;
    gpucost_plan *plan = make_plan();
    char *text = NULL;
    gpucost_error err;
    gpucost_plan_option option = GPUCOST_INIT(gpucost_plan_option);
    assert_int_equal(gpucost_report_plan_text(plan, &text, &err), GPUCOST_OK);
    gpucost_plan_option_at(plan, 0, &option, &err);
    const char *take = strstr(text, "TAKE"), *ranking = strstr(text, "accelerators  "), *notes = strstr(text, "Notes");
    assert_true(take && ranking && notes && take < ranking && ranking < notes);
    assert_non_null(strstr(take, option.instance));
    assert_non_null(strstr(text, "bundled list of offers"));
    gpucost_text_free(text);
    gpucost_plan_free(plan);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(unit__quantities_read_as_people_write_them),
        cmocka_unit_test(report__json_agrees_with_the_calls),
        cmocka_unit_test(report__text_leads_with_the_recommendation),
    };
    return RUN_TESTS("report", tests);
}
