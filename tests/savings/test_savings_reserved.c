/* Sizes, resources and scopes: published examples (cases by their pages), and sums by hand. */
#include "support/case.h"
#include "support/table.h"

#include "gpucost/savings.h"

static void savings__knows_units_and_which_families_float(void **state)
{
    (void)state;
    static const struct {
        const char *type;
        double units;
        int32_t flexible;
    } rows[] = {{"t2.nano", 0.25, 1},     {"t2.micro", 0.5, 1},    {"t2.small", 1, 1},       {"t2.medium", 2, 1},
                {"c4.large", 4, 1},       {"c4.8xlarge", 64, 1},   {"p4d.24xlarge", 192, 1}, {"g5.xlarge", 8, 0},
                {"g4dn.12xlarge", 96, 0}, {"p5.48xlarge", 384, 0}, {"g6e.2xlarge", 16, 0},   {"inf1.24xlarge", 192, 0},
                {"p3.16xlarge", 128, 1}};
    double units;
    int32_t flexible;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(gpucost_savings_units(rows[i].type, &units, &flexible, NULL), GPUCOST_OK);
        assert_true(units == rows[i].units);
        assert_int_equal(flexible, rows[i].flexible);
    }
    static const char *const wrong[] = {"m5",         "m5.",         "m5.metal",    "m5.0xlarge",
                                        "m5.xxlarge", "m5.2xlarges", "m5.-2xlarge", "m5.123456789xlarge"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        gpucost_error err;
        units = -1;
        assert_int_equal(gpucost_savings_units(wrong[i], &units, &flexible, &err), GPUCOST_E_UNKNOWN_NAME);
        assert_string_equal(err.value, wrong[i]);
        assert_true(units == -1);
    }
}

/* The whitepaper: a t2.medium serves two t2.small, or half a t2.large. From apply_ri: four m4.large serve two
   m4.xlarge; one m3.2xlarge serves two m3.large and one of two m3.xlarge. */
static void savings__serves_the_smallest_size_first(void **state)
{
    (void)state;
    double covered[2];
    assert_int_equal(gpucost_savings_flexible((double[]){1}, (uint64_t[]){2}, 1, 2, covered, NULL), GPUCOST_OK);
    assert_true(covered[0] == 2);
    assert_int_equal(gpucost_savings_flexible((double[]){4}, (uint64_t[]){1}, 1, 2, covered, NULL), GPUCOST_OK);
    assert_true(covered[0] == 0.5);
    assert_int_equal(gpucost_savings_flexible((double[]){8}, (uint64_t[]){2}, 1, 16, covered, NULL), GPUCOST_OK);
    assert_true(covered[0] == 2);
    assert_int_equal(gpucost_savings_flexible((double[]){8, 4}, (uint64_t[]){2, 2}, 2, 16, covered, NULL), GPUCOST_OK);
    assert_true(covered[0] == 1 && covered[1] == 2);
    gpucost_error err;
    assert_int_equal(gpucost_savings_flexible((double[]){0}, (uint64_t[]){2}, 1, 16, covered, &err), GPUCOST_E_RANGE);
    assert_int_equal(gpucost_savings_flexible((double[]){1}, (uint64_t[]){2}, 1, -1, covered, &err), GPUCOST_E_RANGE);
}

/* A machine of 4 vCPUs and 1 GPU, one of 8 vCPUs; 24 vCPUs run beside a commitment of 8: 8 are discounted, 16 are not
   (the source's own numbers); GPUs: one committed, in use in two hours of three. */
static void savings__bills_resources_one_by_one(void **state)
{
    (void)state;
    gpucost_resource rows[2] = {GPUCOST_INIT(gpucost_resource), GPUCOST_INIT(gpucost_resource)};
    rows[0].on_demand_nanos = 1000000000;
    rows[0].committed_nanos = 600000000;
    rows[0].committed_units = 8;
    rows[1].on_demand_nanos = 3000000000;
    rows[1].committed_nanos = 2000000000;
    rows[1].committed_units = 1;
    static const int64_t recipe[] = {4, 1, 8, 0}, units[] = {2, 2, 2, 2, 0, 3};
    gpucost_savings_bill bill = GPUCOST_INIT(gpucost_savings_bill);
    assert_int_equal(gpucost_savings_resources(rows, 2, recipe, 2, units, 3, "USD", 0, &bill, NULL), GPUCOST_OK);
    assert_amount(&bill.committed, "20.4"); /* 3 x (8 x 0.6 + 2) */
    assert_amount(&bill.on_demand, "54");   /* 3 x 16 and two GPU hours of two beyond the one */
    assert_amount(&bill.unused, "2");
    assert_amount(&bill.all_on_demand, "84");
    assert_close(bill.utilisation, 1 - 2 / 20.4, 1e-12);
    /* best: vCPUs are needed by 24 in every hour; GPUs in two of three, 6 > 3 x 2 is not more */
    assert_int_equal(gpucost_savings_resources(rows, 2, recipe, 2, units, 3, "USD", 1, &bill, NULL), GPUCOST_OK);
    assert_true(rows[0].committed_units == 24 && rows[1].committed_units == 0);
    assert_amount(&bill.cost, "55.2");
    assert_true(bill.coverage_defined && bill.savings_defined && bill.utilisation_defined && bill.return_defined);
    gpucost_error err;
    rows[1].committed_nanos = 0;
    assert_int_equal(gpucost_savings_resources(rows, 2, recipe, 2, units, 3, "USD", 0, &bill, &err), GPUCOST_E_RANGE);
    assert_int_equal(gpucost_savings_resources(rows, 2, recipe, 2, units, 0, "USD", 0, &bill, &err), GPUCOST_E_RANGE);
    assert_int_equal(gpucost_savings_resources(rows, 2, recipe, 2, units, 3, "usd", 0, &bill, &err), GPUCOST_E_RANGE);
    static const int64_t negative[] = {2, 2, -2, 2, 0, 3};
    assert_int_equal(gpucost_savings_resources(rows, 2, recipe, 2, negative, 3, "USD", 0, &bill, &err),
                     GPUCOST_E_RANGE);
    assert_string_equal(err.field, "units");
}

/* Three groups, the first two of one subscription. 2 reserved for group 0, 2 for subscription 0, 2 shared, each at 1
   of 2. Hour 1: 5, 1, 0 run: the group's 2 serve group 0, the subscription's 2 more of it, the shared ones the fifth
   and group 1: all served. Hour 2: 0, 1, 4: 2 lost; 1 lost; 2 of group 2 served, 2 on demand. */
static void savings__applies_narrow_scopes_first(void **state)
{
    (void)state;
    gpucost_scoped_reservation rows[3];
    for (int i = 0; i < 3; i++) {
        rows[i] = GPUCOST_INIT(gpucost_scoped_reservation);
        rows[i].scope = 2 - i; /* in any order */
        rows[i].units = 2;
        rows[i].hourly_nanos = 1000000000;
    }
    static const uint64_t subscriptions[] = {0, 0, 1};
    static const int64_t units[] = {5, 1, 0, 0, 1, 4};
    gpucost_savings_bill bill = GPUCOST_INIT(gpucost_savings_bill);
    assert_int_equal(gpucost_savings_scopes(rows, 3, subscriptions, 3, units, 2, 2000000000, "USD", &bill, NULL),
                     GPUCOST_OK);
    assert_amount(&bill.committed, "12");
    assert_amount(&bill.unused, "3");
    assert_amount(&bill.on_demand, "4");
    assert_amount(&bill.cost, "16");
    assert_amount(&bill.all_on_demand, "22");
    /* all six shared: 6 and 5 units are served, 1 is lost */
    for (int i = 0; i < 3; i++) rows[i].scope = GPUCOST_SCOPE_SHARED;
    assert_int_equal(gpucost_savings_scopes(rows, 3, subscriptions, 3, units, 2, 2000000000, "USD", &bill, NULL),
                     GPUCOST_OK);
    assert_amount(&bill.cost, "12");
    assert_amount(&bill.unused, "1");
    /* nothing runs: what is committed is lost, and the return is -100 % (cases.md C14) */
    static const int64_t idle[] = {0, 0, 0};
    assert_int_equal(gpucost_savings_scopes(rows, 3, subscriptions, 3, idle, 1, 2000000000, "USD", &bill, NULL),
                     GPUCOST_OK);
    assert_true(bill.return_on_commitment == -1 && bill.return_defined && bill.utilisation == 0 &&
                bill.utilisation_defined);
    assert_false(bill.savings_defined || bill.coverage_defined);
    assert_int_equal(gpucost_savings_scopes(NULL, 0, subscriptions, 3, idle, 1, 1, "USD", &bill, NULL), GPUCOST_OK);
    assert_false(bill.return_defined || bill.utilisation_defined);
    gpucost_error err;
    assert_int_equal(gpucost_savings_scopes(rows, 3, subscriptions, 3, units, 2, 0, "USD", &bill, &err),
                     GPUCOST_E_RANGE);
    rows[1].scope = 3;
    assert_int_equal(gpucost_savings_scopes(rows, 3, subscriptions, 3, units, 2, 1, "USD", &bill, &err),
                     GPUCOST_E_RANGE);
    assert_string_equal(err.field, "/reservations/1/scope");
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(savings__knows_units_and_which_families_float),
        cmocka_unit_test(savings__serves_the_smallest_size_first),
        cmocka_unit_test(savings__bills_resources_one_by_one),
        cmocka_unit_test(savings__applies_narrow_scopes_first),
    };
    return RUN_TESTS("savings_reserved", tests);
}
