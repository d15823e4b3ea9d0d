/* CVaR of published distributions. */
#include "support/table.h"

#include <stdio.h>

#include "risk/risk_measure.h"

enum { COUNT_MOST = 100 };

static void check(const table_row *row)
{
    gpucost__path paths[COUNT_MOST] = {{0}};
    gpucost__int128 costs[COUNT_MOST];
    uint32_t order[COUNT_MOST];
    uint64_t count = 0;
    const char *at = table_text(row, "losses");
    for (int used = 0; *at; at += used, count++) {
        long long loss, weight;
        assert_int_equal(sscanf(at, "%lldx%lld%n", &loss, &weight, &used), 2);
        costs[count] = loss;
        paths[count].weight = (uint64_t)weight;
        while (at[used] == ' ') used++;
    }
    struct gpucost_portfolio_case asked = {.paths = paths, .path_count = count};
    gpucost__measure measure;
    assert_int_equal(gpucost__measure_new(&asked, table_double(row, "tail_weight"), table_double(row, "confidence"),
                                          &measure, NULL), GPUCOST_OK);
    gpucost__int128 value = gpucost__measure_of(&measure, costs, order, NULL);
    assert_close((double)value / (double)measure.sum, table_double(row, "expect"), table_double(row, "tol_rel"));
    gpucost__measure_free(&measure);
}

int main(void)
{
    return table_run("risk/measure.csv", check);
}
