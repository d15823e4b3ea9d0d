#include "support/table.h"

#include <math.h>
#include <string.h>

#include "training/training_collective.h"

static void check(const table_row *row)
{
    gpucost__training_rates rates;
    memset(&rates, 0, sizeof rates);
    rates.scale_up_devices = table_double(row, "node");
    rates.scale_up_bytes_per_s = table_double(row, "up");
    rates.network_bytes_per_s = table_double(row, "net");
    rates.scale_up_latency_s = table_double(row, "up_latency");
    rates.network_latency_s = table_double(row, "net_latency");
    gpucost__group group = gpucost__group_of(&rates, table_double(row, "ranks"), table_double(row, "stride"));
    const char *collective = table_text(row, "collective");
    double bytes = table_double(row, "bytes"), messages = table_double(row, "messages");
    double actual = strcmp(collective, "all_reduce") == 0   ? gpucost__all_reduce_s(&rates, group, bytes, messages)
                    : strcmp(collective, "all_gather") == 0 ? gpucost__all_gather_s(&rates, group, bytes, messages)
                                                            : gpucost__all_to_all_s(&rates, group, bytes,
                                                                                    table_double(row, "copies"));
    assert_true(fabs(actual - table_double(row, "expect_s")) <= 1e-12);
}

int main(void)
{
    return table_run("training/collectives.csv", check);
}
