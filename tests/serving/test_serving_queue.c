#include "support/table.h"

#include <math.h>

#include "serving/serving_queue.h"

static void check(const table_row *row)
{
    double wait = gpucost__wait_s(table_double(row, "service_s"), table_double(row, "utilisation"),
                                  table_double(row, "variation"));
    assert_true(fabs(wait - table_double(row, "expect_s")) < 1e-12);
}

int main(void)
{
    return table_run("serving/queues.csv", check);
}
