#include "support/table.h"

#include <math.h>

#include "training/training_pipeline.h"

/* Idle over ideal time. */
static void check(const table_row *row)
{
    double idle = gpucost__bubble_s(table_double(row, "stages"), table_double(row, "chunks"), 0.5);
    double ideal = 0.5 * table_double(row, "micro_batches");
    assert_true(fabs(idle / ideal - table_double(row, "expect_share")) < 1e-12);
}

int main(void)
{
    return table_run("training/bubbles.csv", check);
}
