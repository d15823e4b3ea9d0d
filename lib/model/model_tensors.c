#include "model/model_tensors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const gpucost_field tensor_fields[] = {
    FIELD_SIZE(gpucost_tensor),
    FIELD(gpucost_tensor, name, GPUCOST_FIELD_TEXT, .doc = "as the file writes it"),
    FIELD(gpucost_tensor, type, GPUCOST_FIELD_TEXT, .doc = "as the format calls it, such as q4_k or BF16"),
    FIELD(gpucost_tensor, rows, GPUCOST_FIELD_U64, .doc = "elements over those of the innermost dimension"),
    FIELD(gpucost_tensor, columns, GPUCOST_FIELD_U64, .doc = "innermost dimension"),
    FIELD(gpucost_tensor, elements, GPUCOST_FIELD_U64, .doc = "numbers as they are stored"),
    FIELD(gpucost_tensor, bytes, GPUCOST_FIELD_U64, .unit = "bytes", .doc = "what they take"),
};
const gpucost_struct gpucost__tensor_table =
    STRUCT_TABLE(gpucost_tensor, tensor_fields, "One tensor of a model file.");

static const gpucost_field totals_fields[] = {
    FIELD_SIZE(gpucost_tensor_totals),
    FIELD(gpucost_tensor_totals, format, GPUCOST_FIELD_TEXT, .doc = "gguf, safetensors or index"),
    FIELD(gpucost_tensor_totals, architecture, GPUCOST_FIELD_TEXT, .doc = "general.architecture of a GGUF file"),
    FIELD(gpucost_tensor_totals, type, GPUCOST_FIELD_TEXT, .doc = "the type that most bytes have"),
    FIELD(gpucost_tensor_totals, files, GPUCOST_FIELD_U64, .doc = "files read, or named by an index that stands alone"),
    FIELD(gpucost_tensor_totals, tensors, GPUCOST_FIELD_U64, .doc = "number of tensors"),
    FIELD(gpucost_tensor_totals, elements, GPUCOST_FIELD_U64, .fallback = "not told",
          .doc = "elements of all tensors"),
    FIELD(gpucost_tensor_totals, bytes, GPUCOST_FIELD_U64, .unit = "bytes", .doc = "bytes of all tensors"),
    FIELD(gpucost_tensor_totals, header_bytes, GPUCOST_FIELD_U64, .unit = "bytes", .doc = "bytes of the headers read"),
};
const gpucost_struct gpucost__tensor_totals_table =
    STRUCT_TABLE(gpucost_tensor_totals, totals_fields, "What a model file holds.");

static gpucost_status make_room(gpucost_tensors *t, uint64_t more_bytes, gpucost_error *err)
{
    if (t->count == t->room) {
        uint64_t room = t->room ? 2 * t->room : 64;
        gpucost__tensor_row *rows = realloc(t->rows, (size_t)room * sizeof *rows);
        if (!rows) return gpucost__fail_memory(err);
        t->rows = rows;
        t->room = room;
    }
    if (t->names_room - t->names_bytes >= more_bytes) return GPUCOST_OK;
    uint64_t room = (t->names_room ? 2 * t->names_room : 4096) + more_bytes;
    char *names = realloc(t->names, (size_t)room);
    if (!names) return gpucost__fail_memory(err);
    t->names = names;
    t->names_room = room;
    return GPUCOST_OK;
}

gpucost_status gpucost__tensors_add(gpucost_tensors *t, gpucost__span name, const gpucost__tensor_row *row,
                                    gpucost_error *err)
{
    GPUCOST__TRY(make_room(t, name.bytes, err));
    uint64_t elements, bytes;
    if (gpucost__add_u64(t->totals.elements, row->elements, &elements) ||
        gpucost__add_u64(t->totals.bytes, row->bytes, &bytes))
        return gpucost__fail(err, GPUCOST_E_RANGE, "the tensors exceed 64 bits of bytes");
    gpucost__tensor_row *made = &t->rows[t->count++];
    *made = *row;
    made->name_at = t->names_bytes;
    made->name_bytes = (uint32_t)name.bytes;
    if (name.bytes) memcpy(t->names + t->names_bytes, name.text, name.bytes);
    t->names_bytes += name.bytes;
    t->totals.elements = elements;
    t->totals.bytes = bytes;
    t->totals.tensors++;
    return GPUCOST_OK;
}

const gpucost__tensor_row *gpucost__tensors_find(const gpucost_tensors *t, const char *name)
{
    size_t bytes = strlen(name);
    for (uint64_t i = 0; i < t->count; i++)
        if (t->rows[i].name_bytes == bytes && memcmp(t->names + t->rows[i].name_at, name, bytes) == 0)
            return &t->rows[i];
    return NULL;
}

static int by_name(const void *a, const void *b)
{
    const gpucost__span *x = a, *y = b;
    int order = memcmp(x->text, y->text, x->bytes < y->bytes ? x->bytes : y->bytes);
    return order ? order : (x->bytes > y->bytes) - (x->bytes < y->bytes);
}

static gpucost_status check_twice(const gpucost_tensors *t, gpucost_error *err)
{
    gpucost__span *names = malloc((size_t)(t->count ? t->count : 1) * sizeof *names);
    if (!names) return gpucost__fail_memory(err);
    for (uint64_t i = 0; i < t->count; i++)
        names[i] = (gpucost__span){t->names + t->rows[i].name_at, t->rows[i].name_bytes};
    qsort(names, (size_t)t->count, sizeof *names, by_name);
    gpucost_status status = GPUCOST_OK;
    for (uint64_t i = 1; i < t->count && status == GPUCOST_OK; i++) {
        if (by_name(&names[i - 1], &names[i]) != 0) continue;
        char text[96];
        snprintf(text, sizeof text, "%.*s", (int)(names[i].bytes < 95 ? names[i].bytes : 95), names[i].text);
        status = gpucost__fail_field(err, GPUCOST_E_FIELD, text, NULL, "the tensor is there twice");
    }
    free(names);
    return status;
}

gpucost_status gpucost__tensors_finish(gpucost_tensors *t, gpucost_error *err)
{
    enum { TYPES_MOST = 64 };
    const char *types[TYPES_MOST];
    uint64_t bytes[TYPES_MOST];
    size_t count = 0, best = 0;
    GPUCOST__TRY(check_twice(t, err));
    for (uint64_t i = 0; i < t->count; i++) {
        size_t k = 0;
        while (k < count && types[k] != t->rows[i].type) k++;
        if (k == TYPES_MOST || !t->rows[i].type) continue;
        if (k == count) {
            types[count] = t->rows[i].type;
            bytes[count++] = 0;
        }
        bytes[k] += t->rows[i].bytes;
        if (bytes[k] > bytes[best]) best = k;
    }
    if (count) snprintf(t->totals.type, sizeof t->totals.type, "%s", types[best]);
    return GPUCOST_OK;
}

void gpucost_tensors_free(gpucost_tensors *tensors)
{
    if (!tensors) return;
    free(tensors->names);
    free(tensors->rows);
    free(tensors);
}

gpucost_status gpucost_tensors_total(const gpucost_tensors *tensors, gpucost_tensor_totals *totals, gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__tensor_totals_table, totals, err));
    gpucost__struct_out(&gpucost__tensor_totals_table, &tensors->totals, totals);
    return GPUCOST_OK;
}

uint64_t gpucost_tensors_count(const gpucost_tensors *tensors)
{
    return tensors->count;
}

gpucost_status gpucost_tensors_at(const gpucost_tensors *tensors, uint64_t index, gpucost_tensor *tensor,
                                  gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__tensor_table, tensor, err));
    if (index >= tensors->count)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "index", NULL, "%llu is past the last of %llu tensors",
                                   (unsigned long long)index, (unsigned long long)tensors->count);
    const gpucost__tensor_row *row = &tensors->rows[index];
    gpucost_tensor made = GPUCOST_INIT(gpucost_tensor);
    size_t bytes = row->name_bytes < sizeof made.name ? row->name_bytes : sizeof made.name - 1;
    memcpy(made.name, tensors->names + row->name_at, bytes);
    while (bytes < row->name_bytes && bytes > 0 && ((unsigned char)made.name[bytes - 1] & 0xC0) == 0x80)
        made.name[--bytes] = '\0'; /* a cut name still is UTF-8 */
    snprintf(made.type, sizeof made.type, "%s", row->type);
    made.columns = row->columns;
    made.rows = row->columns ? row->elements / row->columns : 0;
    made.elements = row->elements;
    made.bytes = row->bytes;
    gpucost__struct_out(&gpucost__tensor_table, &made, tensor);
    return GPUCOST_OK;
}
