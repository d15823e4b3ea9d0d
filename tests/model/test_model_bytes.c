#include "support/table.h"

#include "gpucost/model.h"

static void check(const table_row *row)
{
    gpucost_model *model = NULL;
    gpucost_error err;
    uint64_t bytes = 0;
    assert_int_equal(gpucost_model_from_preset(table_text(row, "model"), &model, &err), GPUCOST_OK);
    gpucost_status status = gpucost_model_weight_bytes(model, table_text(row, "precision"), &bytes, &err);
    gpucost_model_free(model);
    assert_int_equal(status, GPUCOST_OK);
    assert_close((double)bytes, table_double(row, "measured_bytes"), table_double(row, "tol_rel"));
}

int main(void)
{
    return table_run("model/weights.csv", check);
}
