#include "support/table.h"

#include "gpucost/model.h"

/* A row of the bundled facts: its published count, to the parameter. */
static void check_preset(const table_row *row)
{
    const char *name = table_text(row, "name");
    gpucost_model *model;
    gpucost_error err;
    assert_int_equal(gpucost_model_from_preset(name, &model, &err), GPUCOST_OK);
    gpucost_architecture a = GPUCOST_INIT(gpucost_architecture);
    gpucost_parameters p = GPUCOST_INIT(gpucost_parameters);
    assert_int_equal(gpucost_model_architecture(model, &a, &err), GPUCOST_OK);
    assert_int_equal(gpucost_model_parameters(model, &p, &err), GPUCOST_OK);
    gpucost_model_free(model);
    assert_string_equal(a.name, name);
    assert_string_equal(a.model_type, table_text(row, "model_type"));
    assert_int_equal(a.generic, 0);
    assert_int_equal(p.total, p.embedding + p.attention + p.mlp + p.experts + p.router + p.norms + p.head + p.extra +
                                  p.recurrent + p.tower);
    assert_true(p.active <= p.total && p.layer_largest <= p.total && p.layer_largest * a.layers >= p.attention);
    if (!table_is_empty(row, "parameters_published"))
        assert_int_equal(p.total, table_u64(row, "parameters_published"));
    /* Pages round, and some leave the embedding table and the head out. */
    if (!table_is_empty(row, "active_parameters_published")) {
        double rounded = table_double(row, "active_parameters_published");
        double lower = (double)(p.active - p.embedding - p.head) * 0.96, upper = (double)p.active * 1.04;
        if (rounded < lower || rounded > upper) fail_msg("%llu active", (unsigned long long)p.active);
    }
}

int main(void)
{
    return table_run("../../data/models.csv", check_preset);
}
