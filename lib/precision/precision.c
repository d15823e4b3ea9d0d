#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/name.h"
#include "precision/precision_row.h"

static const gpucost_field fields[] = {
    FIELD_SIZE(gpucost_precision),
    FIELD(gpucost_precision, name, GPUCOST_FIELD_TEXT, .doc = "name of the format, such as bf16 or q4_k_m"),
    FIELD(gpucost_precision, aliases, GPUCOST_FIELD_TEXT, .doc = "other spellings, joined by ';'"),
    FIELD(gpucost_precision, bits_per_weight, GPUCOST_FIELD_F64, .unit = "bits", .least = "0.5", .most = "128",
          .doc = "mean storage of one weight, scales included"),
    FIELD(gpucost_precision, block_weights, GPUCOST_FIELD_U64, .unit = "weights", .fallback = "no shared scale",
          .least = "1", .most = "4294967296", .doc = "weights that share a scale"),
    FIELD(gpucost_precision, rate, GPUCOST_FIELD_TEXT, .doc = "accelerator rate at which its matrices multiply"),
    FIELD(gpucost_precision, source, GPUCOST_FIELD_TEXT, .doc = "where the row comes from"),
};
const gpucost_struct gpucost__precision_table =
    STRUCT_TABLE(gpucost_precision, fields, "A number format of weights, activations or caches.");

const gpucost_precision *gpucost__precision_row(const char *name)
{
    gpucost__name_key key;
    gpucost__name_key_of(name, strlen(name), &key);
    const gpucost__name_slot *slot = gpucost__name_first(&gpucost__precision_names, &key);
    return slot ? &gpucost__precision_rows[slot->row] : NULL;
}

/* name;aliases of one row */
typedef struct {
    char text[sizeof(((gpucost_precision *)0)->name) + sizeof(((gpucost_precision *)0)->aliases)];
} all_names;

static const char *names_at(const void *context, uint64_t index)
{
    return ((const all_names *)context)[index].text;
}

gpucost_status gpucost__precision_need(const char *name, const gpucost_precision **row, gpucost_error *err)
{
    *row = gpucost__precision_row(name);
    if (*row) return GPUCOST_OK;
    uint64_t count = gpucost__precision_rows_count;
    all_names *names = malloc((size_t)count * sizeof *names);
    if (!names) return gpucost__name_unknown("precision", name, names_at, NULL, 0, err); /* no suggestions then */
    for (uint64_t i = 0; i < count; i++)
        snprintf(names[i].text, sizeof names[i].text, "%s;%s", gpucost__precision_rows[i].name,
                 gpucost__precision_rows[i].aliases);
    gpucost_status status = gpucost__name_unknown("precision", name, names_at, names, count, err);
    free(names);
    return status;
}

uint64_t gpucost_precision_count(void)
{
    return gpucost__precision_rows_count;
}

gpucost_status gpucost_precision_at(uint64_t index, gpucost_precision *precision, gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__precision_table, precision, err));
    if (index >= gpucost__precision_rows_count)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "index", NULL, "%llu is past the last of %llu precisions",
                                   (unsigned long long)index, (unsigned long long)gpucost__precision_rows_count);
    gpucost__struct_out(&gpucost__precision_table, &gpucost__precision_rows[index], precision);
    return GPUCOST_OK;
}

gpucost_status gpucost_precision_find(const char *name, gpucost_precision *precision, gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__precision_table, precision, err));
    const gpucost_precision *row;
    GPUCOST__TRY(gpucost__precision_need(name, &row, err));
    gpucost__struct_out(&gpucost__precision_table, row, precision);
    return GPUCOST_OK;
}
