/* A list of layers that the user gives: names become nodes, and errors say where. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/csv.h"
#include "base/json.h"
#include "network/network_build.h"

enum { FILE_MOST_BYTES = 64 * 1024 * 1024 };

static bool find(const gpucost__build *b, const char *name, size_t bytes, uint32_t *node)
{
    if (bytes == 5 && memcmp(name, "input", 5) == 0) {
        *node = 0;
        return b->count > 0;
    }
    for (uint64_t i = b->count; i-- > 0;)
        if (strlen(b->nodes[i].layer.name) == bytes && memcmp(b->nodes[i].layer.name, name, bytes) == 0) {
            *node = (uint32_t)i;
            return true;
        }
    return false;
}

static gpucost_status read_from(const gpucost__build *b, const gpucost_layer *l, uint32_t *from, uint32_t *inputs,
                                gpucost_error *err)
{
    *inputs = 0;
    if (!l->from[0]) {
        if (b->count > 0 && l->kind != GPUCOST_LAYER_INPUT) from[(*inputs)++] = (uint32_t)b->count - 1;
        return GPUCOST_OK;
    }
    for (const char *at = l->from; *at;) {
        size_t bytes = strcspn(at, ";");
        if (*inputs == GPUCOST__INPUTS_MOST)
            return gpucost__fail_field(err, GPUCOST_E_RANGE, "from", l->from, "a layer reads at most %d others",
                                       GPUCOST__INPUTS_MOST);
        if (!find(b, at, bytes, &from[(*inputs)++]))
            return gpucost__fail_field(err, GPUCOST_E_FIELD, "from", l->from, "no layer before it is called \"%.*s\"",
                                       (int)bytes, at);
        at += bytes + (at[bytes] == ';');
    }
    return GPUCOST_OK;
}

/* Add one layer of the user's; on failure err->field is the field. */
static gpucost_status add(gpucost__build *b, const gpucost_layer *l, gpucost_error *err)
{
    uint32_t from[GPUCOST__INPUTS_MOST], inputs, taken;
    if (l->name[0] && find(b, l->name, strlen(l->name), &taken))
        return gpucost__fail_field(err, GPUCOST_E_FIELD, "name", l->name, "layer %u has this name", (unsigned)taken);
    if (l->name[0] && strchr(l->name, ';'))
        return gpucost__fail_field(err, GPUCOST_E_FIELD, "name", l->name, "';' joins names, none has one");
    GPUCOST__TRY(read_from(b, l, from, &inputs, err));
    gpucost__build_add(b, l, from, inputs);
    if (b->status != GPUCOST_OK && err) *err = b->error;
    return b->status;
}

static gpucost_status finish(gpucost__build *b, const char *name, gpucost_network **network, gpucost_error *err)
{
    if (b->count == 0)
        return gpucost__fail_field(err, GPUCOST_E_EMPTY, "/layers", NULL, "there are no layers");
    gpucost_network_totals about = {.height = b->nodes[0].count.height, .width = b->nodes[0].count.width};
    snprintf(about.name, sizeof about.name, "%s", name);
    snprintf(about.family, sizeof about.family, "list");
    gpucost_status status = gpucost__build_end(b, &about, network, err);
    b->nodes = NULL; /* gone either way */
    return status;
}

gpucost_status gpucost_network_from_layers(const gpucost_layer *layers, uint64_t stride, uint64_t count,
                                           const char *name, gpucost_network **network, gpucost_error *err)
{
    gpucost__clear(err);
    gpucost__build build = {0};
    gpucost_status status = GPUCOST_OK;
    if (!stride) stride = sizeof *layers;
    if (stride % 8 || stride < 16)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "stride", NULL, "expected a multiple of 8, 16 at least");
    for (uint64_t i = 0; i < count && status == GPUCOST_OK; i++) {
        gpucost_layer ours;
        const void *theirs = (const char *)layers + (size_t)i * (size_t)stride;
        status = gpucost__struct_in(&gpucost__layer_table, theirs, &ours, err);
        if (status == GPUCOST_OK) status = add(&build, &ours, err);
        if (status == GPUCOST_OK) continue;
        char place[48];
        snprintf(place, sizeof place, "/layers/%llu/", (unsigned long long)i);
        gpucost__error_under(err, place);
    }
    if (status == GPUCOST_OK) status = finish(&build, name ? name : "list", network, err);
    free(build.nodes);
    return status;
}

static gpucost_status read_json(gpucost__build *b, json_t *root, const char **name, gpucost_error *err)
{
    json_t *layers = json_object_get(root, "layers"), *given = json_object_get(root, "name"), *value;
    const char *key;
    json_object_foreach(root, key, value)
        if (strcmp(key, "layers") != 0 && strcmp(key, "name") != 0)
            return gpucost__fail_field(err, GPUCOST_E_FIELD, key, NULL, "expected name and layers");
    if (given && !json_is_string(given))
        return gpucost__fail_field(err, GPUCOST_E_FIELD, "/name", NULL, "expected text");
    if (!json_is_array(layers))
        return gpucost__fail_field(err, GPUCOST_E_MISSING, "/layers", NULL, "expected an array of layers");
    if (given) *name = json_string_value(given);
    for (size_t i = 0; i < json_array_size(layers); i++) {
        gpucost_layer l = GPUCOST_INIT(gpucost_layer);
        char place[32];
        snprintf(place, sizeof place, "/layers/%zu", i);
        gpucost_status status = gpucost__struct_from_json(&gpucost__layer_table, json_array_get(layers, i), &l, err);
        if (status == GPUCOST_OK && (status = add(b, &l, err)) != GPUCOST_OK) gpucost__error_under(err, "/");
        if (status == GPUCOST_OK) continue;
        gpucost__error_under(err, place);
        return status;
    }
    return GPUCOST_OK;
}

static gpucost_status from_json(const char *text, size_t bytes, const char *source, gpucost_network **network,
                                gpucost_error *err)
{
    json_t *root;
    const char *name = "list";
    gpucost__build build = {0};
    GPUCOST__TRY(gpucost__json_text(text, bytes, source, &root, err));
    gpucost_status status = read_json(&build, root, &name, err);
    if (status == GPUCOST_OK) status = finish(&build, name, network, err);
    if (status != GPUCOST_OK) gpucost__error_at(err, source, 0, 0);
    free(build.nodes);
    json_decref(root);
    return status;
}

static gpucost_status check_header(const gpucost__csv *csv, gpucost_error *err)
{
    int kind;
    for (int i = 0; i < gpucost__csv_column_count(csv); i++) {
        const char *name = gpucost__csv_column_name(csv, i);
        if (strcasecmp(name, "note") != 0 &&
            (strcasecmp(name, "size") == 0 || !gpucost__field_find(&gpucost__layer_table, name)))
            return gpucost__fail_field(err, GPUCOST_E_FIELD, name, NULL,
                                       "no such column: they are named as the fields of a layer");
    }
    return gpucost__csv_need(csv, "kind", &kind, err);
}

static gpucost_status read_rows(gpucost__build *b, gpucost__csv *csv, gpucost_error *err)
{
    bool row;
    GPUCOST__TRY(check_header(csv, err));
    for (;;) {
        gpucost_layer l = GPUCOST_INIT(gpucost_layer);
        GPUCOST__TRY(gpucost__csv_next(csv, &row, err));
        if (!row) return GPUCOST_OK;
        GPUCOST__TRY(gpucost__csv_struct(csv, &gpucost__layer_table, &l, err));
        gpucost_status status = add(b, &l, err);
        if (status == GPUCOST_OK) continue;
        gpucost__error_at(err, NULL, gpucost__csv_line(csv), 0);
        return status;
    }
}

static gpucost_status from_csv(const char *text, size_t bytes, const char *source, gpucost_network **network,
                               gpucost_error *err)
{
    gpucost__input *input;
    gpucost__csv *csv;
    gpucost__build build = {0};
    GPUCOST__TRY(gpucost__input_memory(text, bytes, source, &input, err));
    gpucost_status status = gpucost__csv_open(input, ',', &csv, err);
    if (status == GPUCOST_OK) {
        const char *slash = strrchr(source, '/');
        status = read_rows(&build, csv, err);
        if (status == GPUCOST_OK) status = finish(&build, slash ? slash + 1 : source, network, err);
        gpucost__csv_close(csv);
    }
    gpucost__input_close(input);
    if (status != GPUCOST_OK) gpucost__error_at(err, source, 0, 0);
    free(build.nodes);
    return status;
}

gpucost_status gpucost_network_from_file(const char *path, gpucost_network **network, gpucost_error *err)
{
    gpucost__clear(err);
    char *text;
    size_t bytes;
    GPUCOST__TRY(gpucost__input_all(path, FILE_MOST_BYTES, &text, &bytes, err));
    const char *first = text + strspn(text, " \t\r\n");
    if (strncmp(first, "\xEF\xBB\xBF", 3) == 0) first += 3;
    gpucost_status status = *first == '{' ? from_json(text, bytes, path, network, err)
                                          : from_csv(text, bytes, path, network, err);
    free(text);
    return status;
}
