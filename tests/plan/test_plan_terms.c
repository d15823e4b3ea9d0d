/* Terms of a store as commitments: prices, names and break-even by closed forms. */
#include "price/price_support.h"

#include <stdlib.h>
#include <string.h>

#include "gpucost/plan.h"

#define PLACE "aws,east,,p4de.24xlarge,a100-sxm-80gb,8,"
static const char offers[] =
    "provider,region,zone,instance,accelerator,accelerator_count,term,upfront,hourly,currency,observed_utc,plan,"
    "product\n" PLACE "on_demand,0,20,USD,2026-01-01,,Linux/UNIX\n" PLACE
    "on_demand,0,30,USD,2026-01-01,,Windows\n" PLACE "reserved_1y_no,0,12,USD,2026-01-01,,Linux/UNIX\n" PLACE
    "reserved_1y_partial,43800,6,USD,2026-01-01,,Linux/UNIX\n" PLACE
    "reserved_3y_all,210240,0,USD,2026-01-01,,Linux/UNIX\n" PLACE
    "savings_plan_1y_no,0,13,USD,2026-01-01,compute,Linux/UNIX\n" PLACE
    "subscription_6m,43801,0,USD,2026-01-01,,\n" PLACE "reserved_1y_no,0,9,USD,2026-02-01,,Linux/UNIX\n"
    "aws,east,z1,p4de.24xlarge,a100-sxm-80gb,8,spot,0,5,USD,2026-01-01,,Linux/UNIX\n"
    "aws,east,z2,p4de.24xlarge,a100-sxm-80gb,8,spot,0,6,USD,2026-01-01,,Linux/UNIX\n"
    "aws,west,,p4de.24xlarge,a100-sxm-80gb,8,on_demand,0,21,USD,2026-01-01,,Linux/UNIX\n"
    "aws,east,,g6.xlarge,l4,1,spot,0,1,USD,2026-01-01,,Linux/UNIX\n";

static gpucost_store *store;

static int open_store(void **state)
{
    (void)state;
    store = memory_store();
    import_text(store, offers);
    return 0;
}

static int close_store(void **state)
{
    (void)state;
    gpucost_store_close(store);
    return 0;
}

static gpucost_terms *terms_of(int fold)
{
    gpucost_price_filter filter = GPUCOST_INIT(gpucost_price_filter);
    gpucost_terms *terms = NULL;
    gpucost_error err;
    strcpy(filter.instance, "p4de.24xlarge");
    strcpy(filter.regions, "east");
    filter.at_utc_s = instant("2026-01-15");
    if (gpucost_terms_new(store, &filter, fold, &terms, &err) != GPUCOST_OK) fail_msg("%s %s", err.field, err.text);
    return terms;
}

static gpucost_commitment find(const gpucost_terms *terms, const char *name, gpucost_quote *quote)
{
    gpucost_error err;
    for (uint64_t i = 0; i < gpucost_terms_count(terms); i++) {
        gpucost_commitment row = GPUCOST_INIT(gpucost_commitment);
        assert_int_equal(gpucost_terms_at(terms, i, &row, quote, &err), GPUCOST_OK);
        if (strcmp(row.name, name) == 0) return row;
    }
    fail_msg("no term %s", name);
    return GPUCOST_INIT(gpucost_commitment);
}

static void terms__every_commitment__is_there_as_of_the_instant(void **state)
{
    (void)state;
    gpucost_terms *terms = terms_of(0);
    gpucost_portfolio_options options = GPUCOST_INIT(gpucost_portfolio_options);
    gpucost_quote quote = GPUCOST_INIT(gpucost_quote);
    gpucost_error err;
    assert_int_equal(gpucost_terms_count(terms), 5);
    assert_int_equal(gpucost_terms_prices(terms, &options, &quote, &err), GPUCOST_OK);
    assert_int_equal(options.on_demand_nanos, 20000000000);
    assert_string_equal(options.currency, "USD");
    assert_string_equal(quote.product, "Linux/UNIX");
    assert_true(options.spot_nanos > 5000000000 && options.spot_nanos < 5100000000); /* 5 and its interruptions */
    gpucost_commitment row = find(terms, "reserved 1 y", &quote);
    assert_int_equal(row.hourly_nanos, 12000000000); /* the price of 9 came later */
    row = find(terms, "reserved 1 y partial upfront", NULL);
    assert_int_equal(row.upfront_nanos, 43800000000000);
    assert_int_equal(row.hourly_nanos, 6000000000);
    row = find(terms, "reserved 3 y all upfront", NULL);
    assert_int_equal(row.term_hours, 26280);
    find(terms, "savings_plan 1 y compute", NULL);
    row = find(terms, "subscription 6 m", NULL);
    assert_int_equal(row.term_hours, 4380);
    assert_int_equal(gpucost_terms_at(terms, 5, &row, NULL, &err), GPUCOST_E_ARGUMENT);
    gpucost_terms_free(terms);
}

static void terms__folded__spread_the_upfront_part(void **state)
{
    (void)state;
    gpucost_terms *terms = terms_of(1);
    gpucost_commitment row = find(terms, "reserved 1 y partial upfront", NULL);
    assert_int_equal(row.hourly_nanos, 11000000000); /* 6 + 43800/8760 */
    assert_int_equal(row.upfront_nanos, 0);
    row = find(terms, "reserved 3 y all upfront", NULL);
    assert_int_equal(row.hourly_nanos, 8000000000); /* 210240/26280 */
    row = find(terms, "subscription 6 m", NULL);
    assert_int_equal(row.hourly_nanos, 10000228311); /* 43801/4380 = 10.00022831050..., up */
    gpucost_terms_free(terms);
}

/* A year at 12 against 20 pays from 60 % of its hours on: 5256. The portfolio changes its mind exactly there. */
static void terms__break_even__is_the_closed_form(void **state)
{
    (void)state;
    enum { HOURS = 8760 };
    gpucost_terms *terms = terms_of(0);
    gpucost_portfolio_options options = GPUCOST_INIT(gpucost_portfolio_options);
    gpucost_commitment year = find(terms, "reserved 1 y", NULL);
    gpucost_error err;
    gpucost_terms_prices(terms, &options, NULL, &err);
    int32_t *demand = calloc(HOURS, sizeof *demand);
    static const struct {
        int hours;
        bool committed;
    } cases[] = {{5255, false}, {5257, true}};
    for (int i = 0; i < 2; i++) {
        for (int h = 0; h < HOURS; h++) demand[h] = h < cases[i].hours;
        gpucost_portfolio *portfolio;
        gpucost_portfolio_share share = GPUCOST_INIT(gpucost_portfolio_share);
        gpucost_portfolio_summary summary = GPUCOST_INIT(gpucost_portfolio_summary);
        assert_int_equal(gpucost_portfolio_new(demand, NULL, HOURS, &year, 1, &options, &portfolio, &err), GPUCOST_OK);
        assert_int_equal(gpucost_portfolio_share_at(portfolio, 0, &share, &err), GPUCOST_OK);
        assert_close(share.break_even, 0.6, 1e-12);
        assert_int_equal(share.units, cases[i].committed);
        gpucost_portfolio_summarise(portfolio, &summary, &err);
        assert_int_equal(summary.cost.units, cases[i].committed ? 12 * HOURS : 20 * cases[i].hours);
        gpucost_portfolio_free(portfolio);
    }
    free(demand);
    /* and price savings say the same of every term: effective over on demand */
    gpucost_price_filter filter = GPUCOST_INIT(gpucost_price_filter);
    gpucost_savings *savings;
    filter.at_utc_s = instant("2026-01-15");
    strcpy(filter.regions, "east");
    strcpy(filter.term, "reserved");
    strcpy(filter.product, "Linux/UNIX");
    assert_int_equal(gpucost_price_savings(store, &filter, &savings, &err), GPUCOST_OK);
    assert_int_equal(gpucost_savings_count(savings), 3);
    for (uint64_t i = 0; i < 3; i++) {
        gpucost_saving row = GPUCOST_INIT(gpucost_saving);
        gpucost_savings_at(savings, i, &row, &err);
        assert_close(row.break_even_use, (double)row.effective_nanos / 20e9, 1e-12);
    }
    gpucost_savings_free(savings);
    gpucost_terms_free(terms);
}

static void terms__of_several_places__are_refused_by_name(void **state)
{
    (void)state;
    gpucost_price_filter filter = GPUCOST_INIT(gpucost_price_filter);
    gpucost_terms *terms = NULL;
    gpucost_error err;
    assert_int_equal(gpucost_terms_new(store, &filter, 0, &terms, &err), GPUCOST_E_ARGUMENT);
    assert_non_null(strstr(err.text, "choose one"));
    strcpy(filter.instance, "p4de.24xlarge");
    assert_int_equal(gpucost_terms_new(store, &filter, 0, &terms, &err), GPUCOST_E_ARGUMENT);
    assert_string_equal(err.field, "regions");
    strcpy(filter.instance, "g6.xlarge");
    assert_int_equal(gpucost_terms_new(store, &filter, 0, &terms, &err), GPUCOST_E_UNKNOWN_FACT);
    assert_non_null(strstr(err.text, "no on-demand price"));
    strcpy(filter.instance, "g7.xlarge");
    assert_int_equal(gpucost_terms_new(store, &filter, 0, &terms, &err), GPUCOST_E_UNKNOWN_FACT);
    assert_null(terms);
}

/* The store's bucket of 10..20 % a month: 15 %, as gpucost_spot_useful_hours() prices it. */
static void terms__spot__costs_its_interruptions_by_the_stores_record(void **state)
{
    (void)state;
    static const char advisor[] = "{\"ranges\": [{\"index\": 2, \"label\": \"10-20%\"}], \"spot_advisor\": {\"east\": "
                                  "{\"Linux\": {\"p4de.24xlarge\": "
                                  "{\"s\": 70, \"r\": 2}}}}}";
    gpucost_import_options options = GPUCOST_INIT(gpucost_import_options);
    gpucost_import *report;
    gpucost_error err;
    options.observed_utc_s = instant("2026-01-01");
    assert_int_equal(gpucost_price_import_text(store, advisor, sizeof advisor - 1, "advisor", &options, &report, &err),
                     GPUCOST_OK);
    gpucost_import_free(report);
    gpucost_spot_case work = GPUCOST_INIT(gpucost_spot_case);
    gpucost_spot_result result = GPUCOST_INIT(gpucost_spot_result);
    work.work_h = 720;
    work.monthly_interruption = 0.15;
    assert_int_equal(gpucost_spot_useful_hours(&work, &result, &err), GPUCOST_OK);
    gpucost_terms *terms = terms_of(0);
    gpucost_portfolio_options prices = GPUCOST_INIT(gpucost_portfolio_options);
    gpucost_terms_prices(terms, &prices, NULL, &err);
    assert_close((double)prices.spot_nanos, 5e9 * result.overhead, 1e-9);
    gpucost_terms_free(terms);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(terms__every_commitment__is_there_as_of_the_instant, open_store, close_store),
        cmocka_unit_test_setup_teardown(terms__folded__spread_the_upfront_part, open_store, close_store),
        cmocka_unit_test_setup_teardown(terms__break_even__is_the_closed_form, open_store, close_store),
        cmocka_unit_test_setup_teardown(terms__of_several_places__are_refused_by_name, open_store, close_store),
        cmocka_unit_test_setup_teardown(terms__spot__costs_its_interruptions_by_the_stores_record, open_store,
                                        close_store),
    };
    return RUN_TESTS("plan_terms", tests);
}
