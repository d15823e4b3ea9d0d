#include "support/table.h"

#include "gpucost/compatibility.h"

static void check(const table_row *row)
{
    gpucost_fault_rate rate = GPUCOST_INIT(gpucost_fault_rate), untouched = rate;
    gpucost_error err;
    double hours = table_double(row, "device_hours");
    gpucost_status status = gpucost_fault_rate_of(table_u64(row, "failures"), hours, table_double(row, "confidence"),
                                                  &rate, &err);
    assert_string_equal(gpucost_status_name(status), table_text(row, "expect_status"));
    if (status != GPUCOST_OK) {
        assert_memory_equal(&rate, &untouched, sizeof rate);
        return;
    }
    double tolerance = table_double(row, "tol_rel");
    assert_close(rate.per_hour, table_double(row, "expect_per_hour"), tolerance);
    assert_close(rate.low_per_hour, table_double(row, "expect_low"), tolerance);
    assert_close(rate.high_per_hour, table_double(row, "expect_high"), tolerance);
    assert_true(rate.low_per_hour <= rate.per_hour && rate.per_hour < rate.high_per_hour);
    assert_close(rate.mean_low_h * rate.high_per_hour, 1, 1e-12);
    if (rate.failures) assert_close(rate.mean_h, hours / (double)rate.failures, 1e-12);
}

int main(void)
{
    return table_run("compatibility/rates.csv", check);
}
