#include "support/table.h"

#include "gpucost/model.h"

static void check_active(const table_row *row)
{
    gpucost_model *model;
    gpucost_parameters p = GPUCOST_INIT(gpucost_parameters);
    assert_int_equal(gpucost_model_from_preset(table_text(row, "name"), &model, NULL), GPUCOST_OK);
    assert_int_equal(gpucost_model_parameters(model, &p, NULL), GPUCOST_OK);
    assert_close((double)p.active, table_double(row, "active"), table_double(row, "tol_rel"));
    gpucost_model_free(model);
}

int main(void)
{
    return table_run("model/active.csv", check_active);
}
