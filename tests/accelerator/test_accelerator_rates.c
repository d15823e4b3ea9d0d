#include "support/table.h"

#include "accelerator/accelerator_row.h"
#include "base/decimal.h"

static void check(const table_row *row)
{
    gpucost_accelerator found = GPUCOST_INIT(gpucost_accelerator);
    gpucost_error err;
    char text[64];
    double value;
    assert_int_equal(gpucost_accelerator_find(NULL, table_text(row, "accelerator"), &found, &err), GPUCOST_OK);
    assert_int_equal(gpucost_struct_get(&gpucost__accelerator_table, &found, table_text(row, "field"), text,
                                        sizeof text, &err), GPUCOST_OK);
    assert_int_equal(gpucost__decimal_double(text, &value), GPUCOST__DECIMAL_OK);
    assert_close(value, table_double(row, "expect"), table_double(row, "tol_rel"));
}

int main(void)
{
    return table_run("accelerator/rates.csv", check);
}
