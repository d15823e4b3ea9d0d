/* Pictures and pages: what they hold is what the steps say, whatever their texts are. */
#include "price/price_support.h"
#include "support/draw.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpucost/report.h"
#include "report/report_markup.h"

static const char columns[] =
    "provider,region,zone,instance,accelerator,accelerator_count,term,hourly,currency,observed_utc,withdrawn\n";

static char *chart_of(const char *rows, const char *from, const char *to, const char *instance)
{
    gpucost_store *store = memory_store();
    char text[4096];
    snprintf(text, sizeof text, "%s%s", columns, rows);
    import_text(store, text);
    gpucost_quote quote = GPUCOST_INIT(gpucost_quote);
    gpucost_history *steps;
    gpucost_error err;
    char *svg = NULL;
    assert_int_equal(gpucost_price_as_of(store, 1, instant("2024-03-01"), &quote, &err), GPUCOST_OK);
    if (instance) snprintf(quote.instance, sizeof quote.instance, "%s", instance);
    assert_int_equal(gpucost_history_new(store, 1, instant(from), instant(to), &steps, &err), GPUCOST_OK);
    if (gpucost_report_history_svg(steps, &quote, &svg, &err)) fail_msg("%s", err.text);
    gpucost_history_free(steps);
    gpucost_store_close(store);
    return svg;
}

/* Four days over 666 units from 78 on: the second ends at 411, the third at 577.5. Prices of 1 and 2 on an axis from 0
   to 2 over 190 units from 46 on: 141 and 46. */
static void chart__steps__are_lines_with_a_gap_where_there_is_no_price(void **state)
{
    (void)state;
    char *svg =
        chart_of("aws,east,z1,g5.xlarge,,,spot,1,USD,2024-01-01,\naws,east,z1,g5.xlarge,,,spot,1,USD,2024-01-02,\n"
                 "aws,east,z1,g5.xlarge,,,spot,,USD,2024-01-03,1\naws,east,z1,g5.xlarge,,,spot,2,USD,2024-01-04,\n",
                 "2024-01-01", "2024-01-05", NULL);
    assert_non_null(strstr(svg, " d=\"M78.00 141.00 H411.00 M577.50 46.00 H744.00\""));
    assert_non_null(strstr(svg, "<title>aws g5.xlarge, east z1: price on spot</title>"));
    assert_non_null(
        strstr(svg, "<desc>2 prices from 2024-01-01 to 2024-01-05, least 1, most 2 USD an hour of one instance"));
    assert_non_null(strstr(svg, "last seen 2024-01-04, 57 days old"));
    assert_non_null(strstr(svg, ">2.0</text>"));
    assert_non_null(strstr(svg, ">2024-01-01 00:00</text>")); /* four days are labelled by the hour */
    gpucost_text_free(svg);
}

static void chart__one_price__is_a_level_on_an_axis_from_zero(void **state)
{
    (void)state;
    char *svg = chart_of("aws,east,,g5.xlarge,,,on_demand,4,CNY,2024-01-01,\n", "2024-01-01", "2024-02-10", NULL);
    assert_non_null(strstr(svg, " d=\"M78.00 46.00 H744.00\"")); /* 4 of 4 */
    assert_non_null(strstr(svg, ">2024-02-10</text>"));
    assert_non_null(strstr(svg, "CNY an hour"));
    gpucost_text_free(svg);
    svg = chart_of("aws,east,,g5.xlarge,,,on_demand,4,CNY,2024-01-01,\n", "2023-01-01", "2023-02-01", NULL);
    assert_non_null(strstr(svg, "no price in this time"));
    gpucost_text_free(svg);
}

static void chart__texts__are_escaped(void **state)
{
    (void)state;
    char *svg = chart_of("aws,east,,g5.xlarge,,,spot,1,USD,2024-01-01,\n", "2024-01-01", "2024-01-05",
                     "<script>\"&'\x01\xEF\xBF\xBE 实例");
    assert_null(strstr(svg, "<script"));
    assert_non_null(strstr(svg, "&lt;script&gt;&quot;&amp;&#39;\xEF\xBF\xBD\xEF\xBF\xBD 实例"));
    gpucost_text_free(svg);
    gpucost__buffer out = {0};
    gpucost__markup_add(&out, "a\xFF\xC0z<"); /* names in a store that another program wrote */
    assert_string_equal(out.text, "a\xEF\xBF\xBD\xEF\xBF\xBDz&lt;");
    free(out.text);
}

/* A minute of 200 days in price of 1 to 9: every column of the picture still shows the least and the most of its time.
 */
static void chart__a_long_history__is_as_large_as_the_picture(void **state)
{
    (void)state;
    enum { RECORDS = 100000 };
    char *feed = malloc(100 * RECORDS), *at = feed;
    uint64_t seed = 7;
    at += sprintf(at, "%s", columns);
    for (int i = 0; i < RECORDS; i++) {
        char date[32];
        gpucost_instant_format(instant("2024-01-01") + 173 * (int64_t)i, date, sizeof date);
        at += sprintf(at, "aws,east,,g5.xlarge,,,spot,%d,USD,%s,\n",
                      i == 51234 ? 50 : 1 + (int)(next_random(&seed) % 9), date);
    }
    gpucost_store *store = memory_store();
    import_text(store, feed);
    free(feed);
    gpucost_quote quote = GPUCOST_INIT(gpucost_quote);
    gpucost_history *steps;
    gpucost_error err;
    char *svg;
    assert_int_equal(gpucost_price_as_of(store, 1, instant("2024-07-19"), &quote, &err), GPUCOST_OK);
    assert_int_equal(gpucost_history_new(store, 1, instant("2024-01-01"), instant("2024-07-19"), &steps, &err),
                     GPUCOST_OK);
    assert_true(gpucost_history_count(steps) > 50000);
    assert_int_equal(gpucost_report_history_svg(steps, &quote, &svg, &err), GPUCOST_OK);
    assert_true(strlen(svg) < 150000);
    assert_non_null(strstr(svg, " V46.00 ")); /* the one price of 50, at the top of the axis */
    gpucost_text_free(svg);
    gpucost_history_free(steps);
    gpucost_store_close(store);
}

static void html__holds_the_options_and_their_histories(void **state)
{
    (void)state;
    gpucost_store *store = memory_store();
    char text[2048];
    snprintf(text, sizeof text, "%s%s", columns,
             "aws,east,,p4de.24xlarge,a100-sxm-80gb,8,on_demand,40,USD,2024-01-01,\n"
             "aws,east,,p4de.24xlarge,a100-sxm-80gb,8,on_demand,20,USD,2024-06-01,\n"
             "aws,<b>西</b>,,g6.xlarge,l4,1,on_demand,1,USD,2024-06-01,\n");
    import_text(store, text);
    gpucost_job *job;
    gpucost_plan *plan;
    gpucost_error err;
    char *page, *bare;
    assert_int_equal(
        gpucost_job_from_json("{\"model\": \"llama-2-7b\", \"workload\": {\"kind\": \"qlora\", \"tokens\": 2e7}, "
                              "\"plan\": {\"no_spot\": true}}",
                              "job", &job, &err),
        GPUCOST_OK);
    assert_int_equal(gpucost_plan_new(job, NULL, store, &plan, &err), GPUCOST_OK);
    assert_int_equal(gpucost_report_plan_html(plan, store, &page, &err), GPUCOST_OK);
    assert_int_equal(gpucost_report_plan_html(plan, NULL, &bare, &err), GPUCOST_OK);
    const char *const there[] = {"<meta charset=\"utf-8\">", "<h1>QLoRA fine-tuning of llama-2-7b", "p4de.24xlarge",
                                 "&lt;b&gt;西&lt;/b&gt;",    "<th scope=\"col\"",  "<h2>Notes</h2>"};
    for (size_t i = 0; i < sizeof there / sizeof *there; i++) assert_non_null(strstr(page, there[i]));
    assert_null(strstr(page, "<script"));
    assert_null(strstr(page, "<b>"));
    assert_non_null(strstr(page, "price on demand</title>")); /* one history has two prices, the other one */
    assert_null(strstr(strstr(page, "<svg") + 1, "<svg"));
    assert_null(strstr(bare, "<svg"));
    gpucost_text_free(page);
    gpucost_text_free(bare);
    gpucost_plan_free(plan);
    gpucost_job_free(job);
    gpucost_store_close(store);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(chart__steps__are_lines_with_a_gap_where_there_is_no_price),
        cmocka_unit_test(chart__one_price__is_a_level_on_an_axis_from_zero),
        cmocka_unit_test(chart__texts__are_escaped),
        cmocka_unit_test(chart__a_long_history__is_as_large_as_the_picture),
        cmocka_unit_test(html__holds_the_options_and_their_histories),
    };
    return RUN_TESTS("report chart", tests);
}
