/* What prices buy and save. */
#include "price_support.h"

#include <math.h>
#include <string.h>

/* A100 SXM 40 GB: 312 TFLOP/s bf16, 40 GB (NVIDIA A100 datasheet). */
static void units__of_eight_a100__follow_from_the_datasheet(void **state)
{
    (void)state;
    gpucost_store *store = memory_store();
    import_text(store,
                "provider,instance,hourly,observed_utc\naws,p4d.24xlarge,24.96,2024-01-01\nlab,box,1,2024-01-01\n");
    gpucost_price_filter filter = GPUCOST_INIT(gpucost_price_filter);
    strcpy(filter.provider, "aws");
    gpucost_quote quote = only_quote(store, &filter);
    gpucost_unit_price price = GPUCOST_INIT(gpucost_unit_price);
    gpucost_error err;
    assert_int_equal(gpucost_price_units(&quote, NULL, &price, &err), GPUCOST_OK);
    assert_int_equal(price.accelerator_hour_nanos, 3120000000);
    assert_int_equal(price.tflop_hour_nanos, 10000000);
    assert_true(fabs(price.tflop_per_s - 2496) < 1e-6);
    int64_t gb = llround(24.96e9 / price.memory_gb);
    assert_int_equal(price.gb_hour_nanos, gb);
    assert_true(price.memory_gb >= 320 && price.memory_gb < 345); /* printed as GB or GiB */
    assert_string_equal(price.currency, "USD");
    assert_int_equal(gpucost_price_units(&quote, "fp64", &price, &err), GPUCOST_OK);
    assert_int_equal(price.tflop_hour_nanos, llround(24.96e9 / (8 * 9.7)));
    assert_int_equal(gpucost_price_units(&quote, "fp8", &price, &err), GPUCOST_E_UNKNOWN_FACT);
    assert_int_equal(gpucost_price_units(&quote, "int3", &price, &err), GPUCOST_E_UNKNOWN_NAME);
    strcpy(filter.provider, "lab");
    quote = only_quote(store, &filter);
    assert_int_equal(gpucost_price_units(&quote, NULL, &price, &err), GPUCOST_E_UNKNOWN_FACT);
    gpucost_store_close(store);
}

static void savings__each_term__against_its_own_place(void **state)
{
    (void)state;
    gpucost_store *store = memory_store();
    import_text(store, "provider,region,zone,instance,product,tenancy,plan,term,upfront,hourly,observed_utc\n"
                       "aws,a,,box,Linux,,,on_demand,,10,2024-01-01\n"
                       "aws,a,,box,Windows,,,on_demand,,16,2024-01-01\n"
                       "aws,a,,box,Linux,dedicated,,on_demand,,12,2024-01-01\n"
                       "aws,a,,box,Linux,,,reserved_1y_all,52560,0,2024-01-01\n"
                       "aws,a,,box,Linux,,convertible,reserved_1y_no,,7.5,2024-01-01\n"
                       "aws,a,,box,Windows,,,savings_plan_1y,,8,2024-01-01\n"
                       "aws,a,z1,box,Linux,,,spot,,2.5,2024-01-01\n"
                       "aws,a,z2,box,Linux,,,spot,,11,2024-01-01\n"
                       "aws,b,,box,Linux,,,spot,,1,2024-01-01\n"
                       "aws,a,,box,Linux,dedicated,,reserved_3y_no,,6,2024-01-01\n");
    const struct {
        const char *term;
        double saving, use;
    } expected[] = {{"spot", 0.75, 0},      {"savings_plan", 0.5, 0.5}, {"reserved", 0.5, 0.5},
                    {"reserved", 0.4, 0.6}, {"reserved", 0.25, 0.75},   {"spot", -0.1, 0}};
    gpucost_savings *savings;
    gpucost_error err;
    assert_int_equal(gpucost_price_savings(store, NULL, &savings, &err), GPUCOST_OK);
    assert_int_equal(gpucost_savings_count(savings), 6);
    for (uint64_t i = 0; i < 6; i++) {
        gpucost_saving row = GPUCOST_INIT(gpucost_saving);
        assert_int_equal(gpucost_savings_at(savings, i, &row, &err), GPUCOST_OK);
        assert_true(fabs(row.saving - expected[i].saving) < 1e-12);
        assert_true(fabs(row.break_even_use - expected[i].use) < 1e-12);
    }
    gpucost_savings_free(savings);
    gpucost_price_filter filter = GPUCOST_INIT(gpucost_price_filter);
    strcpy(filter.plan, "convertible");
    assert_int_equal(gpucost_price_savings(store, &filter, &savings, &err), GPUCOST_OK);
    assert_int_equal(gpucost_savings_count(savings), 1);
    gpucost_savings_free(savings);
    strcpy(filter.term, "weekly");
    assert_int_equal(gpucost_price_savings(store, &filter, &savings, &err), GPUCOST_E_UNKNOWN_NAME);
    gpucost_store_close(store);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(units__of_eight_a100__follow_from_the_datasheet),
        cmocka_unit_test(savings__each_term__against_its_own_place),
    };
    return RUN_TESTS("price_terms", tests);
}
