#include "support/table.h"

#include <string.h>

#include "portfolio/portfolio_term.h"

static int64_t price(const table_row *row, const char *column)
{
    int64_t nanos = 0;
    assert_int_equal(gpucost_price_parse(table_text(row, column), &nanos, NULL), GPUCOST_OK);
    return nanos;
}

static void check(const table_row *row)
{
    gpucost_commitment commitment = GPUCOST_INIT(gpucost_commitment);
    commitment.term_hours = table_u64(row, "term_hours");
    commitment.upfront_nanos = price(row, "upfront");
    commitment.hourly_nanos = price(row, "hourly");
    commitment.usage_nanos = price(row, "usage");
    uint64_t hours = table_u64(row, "hours");
    int32_t rule = strcmp(table_text(row, "rule"), "inside") == 0 ? GPUCOST__HORIZON_INSIDE : GPUCOST__HORIZON_FULL;
    gpucost__term term = gpucost__term_over(&commitment, hours, 1, rule);
    assert_int_equal(term.purchases, table_u64(row, "expect_purchases"));
    assert_true(term.paid_hours == table_double(row, "expect_paid_hours"));
    assert_true(term.fixed == price(row, "expect_fixed"));
    assert_int_equal(term.usage, commitment.usage_nanos);
    assert_close(gpucost__term_break_even(&term, hours, price(row, "on_demand")),
                 table_double(row, "expect_break_even"), table_double(row, "tol_rel"));
}

int main(void)
{
    return table_run("portfolio/terms.csv", check);
}
