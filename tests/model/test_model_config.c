#include "support/table.h"

#include <stdio.h>

#include "gpucost/model.h"

/* A published config: the total, the window, and that every size a reader needs is there. */
static void check_config(const table_row *row)
{
    char path[256], why[600];
    gpucost_model *model;
    gpucost_error err;
    snprintf(path, sizeof path, "model/configs/%s", table_text(row, "name")); /* the folder: config.json is found */
    if (gpucost_model_from_file(test_path(path), &model, &err) != GPUCOST_OK) {
        gpucost_error_format(&err, why, sizeof why);
        fail_msg("%s", why);
    }
    gpucost_architecture a = GPUCOST_INIT(gpucost_architecture);
    gpucost_parameters p = GPUCOST_INIT(gpucost_parameters);
    assert_int_equal(gpucost_model_architecture(model, &a, &err), GPUCOST_OK);
    assert_int_equal(gpucost_model_parameters(model, &p, &err), GPUCOST_OK);
    assert_int_equal(p.total, table_u64(row, "parameters"));
    assert_int_equal(p.total, p.embedding + p.attention + p.mlp + p.experts + p.router + p.norms + p.head + p.extra +
                                  p.recurrent + p.tower);
    assert_int_equal(a.sliding_window, table_u64(row, "sliding_window"));
    assert_int_equal(a.sliding_layers, table_u64(row, "sliding_layers"));
    assert_int_equal(a.generic, table_u64(row, "generic"));
    assert_int_equal(p.tower, a.tower_parameters);
    assert_int_equal(p.recurrent, a.recurrent_layers * a.recurrent_parameters);
    assert_true((a.recurrent_layers > 0) == (a.recurrent_state > 0));
    if (table_is_empty(row, "active"))
        assert_true(p.active == p.total - p.tower || a.experts > 0);
    else
        assert_close((double)p.active, table_double(row, "active"), 0.01);
    assert_string_equal(a.name, table_text(row, "name"));
    assert_true(a.layers && a.hidden && a.heads && a.kv_heads && a.head_dim && a.context_length && a.layer_norms);
    assert_int_equal(gpucost_model_note_count(model) > 0, gpucost_model_note_at(model, 0) != NULL);
    gpucost_model_free(model);

    /* the same shape, handed over as a struct, counts the same */
    gpucost_parameters again = GPUCOST_INIT(gpucost_parameters);
    assert_int_equal(gpucost_model_from_architecture(&a, &model, &err), GPUCOST_OK);
    assert_int_equal(gpucost_model_parameters(model, &again, &err), GPUCOST_OK);
    assert_memory_equal(&again, &p, sizeof p);
    gpucost_model_free(model);
}

int main(void)
{
    return table_run("model/configs.csv", check_config);
}
