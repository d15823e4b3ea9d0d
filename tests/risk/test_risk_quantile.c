/* Quantiles of samples with their intervals. */
#include "support/table.h"

#include "gpucost/risk.h"

enum { COUNT_MOST = 1000 };

static void check(const table_row *row)
{
    double draws[COUNT_MOST];
    uint64_t count = table_u64(row, "count");
    for (uint64_t i = 0; i < count; i++) draws[i] = (double)((i * 7919) % count); /* 0 .. count - 1, out of order */
    gpucost_risk_sample asked = GPUCOST_INIT(gpucost_risk_sample);
    gpucost_risk_quantile found = GPUCOST_INIT(gpucost_risk_quantile);
    asked.probability = table_double(row, "probability");
    asked.confidence = table_double(row, "confidence");
    asked.block = table_u64(row, "block");
    assert_int_equal(gpucost_risk_quantile_of(draws, count, &asked, &found, NULL), GPUCOST_OK);
    assert_close(found.band, table_double(row, "expect_band"), 1e-8);
    assert_close(found.value, table_double(row, "expect_value"), 0);
    assert_close(found.low, table_double(row, "expect_low"), 0);
    assert_close(found.high, table_double(row, "expect_high"), 0);
    assert_int_equal(found.low_open * 2 + found.high_open, (int)table_u64(row, "expect_open"));
}

int main(void)
{
    return table_run("risk/sample.csv", check);
}
