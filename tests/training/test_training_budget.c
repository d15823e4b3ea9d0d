#include "support/table.h"

#include "gpucost/training.h"

static void check(const table_row *row)
{
    gpucost_training_budget budget = GPUCOST_INIT(gpucost_training_budget);
    budget.flop = table_double(row, "flop");
    budget.parameters = table_double(row, "parameters");
    budget.tokens = table_double(row, "tokens");
    budget.peak_flop_per_s = table_double(row, "peak");
    budget.mfu = table_double(row, "mfu");
    budget.scaling_efficiency = table_double(row, "efficiency");
    budget.devices = table_u64(row, "devices");
    double total_s = -1;
    gpucost_error err;
    gpucost_status status = gpucost_training_time_from_flops(&budget, &total_s, &err);
    assert_string_equal(gpucost_status_name(status), table_text(row, "expect_status"));
    assert_string_equal(err.field, table_text(row, "expect_field"));
    if (status == GPUCOST_OK)
        assert_close(total_s, table_double(row, "expect_s"), 1e-7);
    else
        assert_true(total_s < 0);
}

int main(void)
{
    return table_run("training/budgets.csv", check);
}
