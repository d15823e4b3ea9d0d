/* Every published config with each value in turn replaced by a strange one: an answer or a reason, never a crash. */
#include "support/table.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpucost/model.h"

static void read_mutant(json_t *root, const char *what, const char *key)
{
    char *text = json_dumps(root, JSON_ENCODE_ANY);
    gpucost_model *model = NULL;
    gpucost_error err;
    assert_non_null(text);
    gpucost_status status = gpucost_model_from_config(text, "mutant", &model, &err);
    free(text);
    if (status == GPUCOST_OK) {
        gpucost_parameters p = GPUCOST_INIT(gpucost_parameters);
        gpucost_model_parameters(model, &p, NULL);
        if (p.active > p.total) fail_msg("%s = %s: more active than total", key, what);
        gpucost_model_free(model);
        return;
    }
    bool input = status == GPUCOST_E_FIELD || status == GPUCOST_E_RANGE || status == GPUCOST_E_MISSING;
    if (!input || model || !err.text[0] || strcmp(err.source, "mutant") != 0)
        fail_msg("%s = %s: %d %s", key, what, status, err.text);
    if (!err.field[0] && !strstr(err.text, "1e16")) fail_msg("%s = %s: %s names no field", key, what, err.text);
}

static void mutate(json_t *root, json_t *object)
{
    static const char *const strange[] = {
        "null", "true", "0", "1", "-1", "7", "999999999999999999", "1e300", "2.5", "\"\"", "\"text\"",
        "[]", "[null]", "[-1, 1e300, \"x\", {}]", "[[[1, 2], 9999999999]]", "{}", "{\"text_config\": {}}"};
    json_t *keys = json_object(), *value;
    const char *key;
    json_object_update(keys, object);
    json_object_foreach(keys, key, value)
    {
        json_t *kept = json_incref(value);
        if (json_is_object(kept)) mutate(root, kept);
        for (size_t i = 0; i < sizeof strange / sizeof *strange; i++) {
            json_object_set_new(object, key, json_loads(strange[i], JSON_DECODE_ANY, NULL));
            read_mutant(root, strange[i], key);
        }
        json_object_del(object, key);
        read_mutant(root, "absent", key);
        json_object_set_new(object, key, kept);
    }
    json_decref(keys);
}

static void check_mutants(const table_row *row)
{
    char path[256];
    snprintf(path, sizeof path, "model/configs/%s/config.json", table_text(row, "name"));
    json_t *root = json_load_file(test_path(path), 0, NULL);
    assert_non_null(root);
    mutate(root, root);
    json_decref(root);
}

int main(void)
{
    return table_run("model/configs.csv", check_mutants);
}
