#include "support/table.h"

#include <stdio.h>
#include <string.h>

#include "gpucost/model.h"

/* A row of the bundled configs: its count, its name and every other name of it. */
static void check_preset(const table_row *row)
{
    char names[320];
    snprintf(names, sizeof names, "%s;%s", table_text(row, "name"), table_text(row, "aliases"));
    for (char *name = strtok(names, ";"); name; name = strtok(NULL, ";")) {
        gpucost_model *model;
        gpucost_error err;
        gpucost_architecture a = GPUCOST_INIT(gpucost_architecture);
        gpucost_parameters p = GPUCOST_INIT(gpucost_parameters);
        if (gpucost_model_from_preset(name, &model, &err) != GPUCOST_OK) fail_msg("%s: %s", name, err.text);
        assert_int_equal(gpucost_model_architecture(model, &a, &err), GPUCOST_OK);
        assert_int_equal(gpucost_model_parameters(model, &p, &err), GPUCOST_OK);
        gpucost_model_free(model);
        assert_string_equal(a.name, table_text(row, "name"));
        assert_int_equal(p.total, table_u64(row, "parameters"));
        assert_true(a.recurrent_layers || a.tower_parameters || a.kind == GPUCOST_MODEL_ENCODER_DECODER);
        assert_int_equal(a.generic, 0);
    }
}

int main(void)
{
    return table_run("../../data/model_configs.csv", check_preset);
}
