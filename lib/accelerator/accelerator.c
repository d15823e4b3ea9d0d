#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accelerator/accelerator_row.h"
#include "base/name.h"

bool gpucost__accelerator_answers(const gpucost_accelerator *row, const char *name)
{
    return gpucost__name_equal(row->id, name) || gpucost__name_equal(row->name, name) ||
           gpucost__name_listed(row->aliases, ';', name);
}

/* Length of `name` without a size at its end, and that size: "L40S 48GB", "L40S-48 G". */
static size_t length_without_size(const char *name, size_t whole, uint64_t *gigabytes)
{
    size_t end = whole;
    if (end > 0 && strchr("bB", name[end - 1])) end--;
    if (end == 0 || !strchr("gG", name[end - 1])) return whole;
    end--;
    while (end > 0 && name[end - 1] == ' ') end--;
    uint64_t unit = 1;
    size_t start = end;
    *gigabytes = 0;
    for (; start > 0 && end - start < 6 && gpucost__is_digit(name[start - 1]); start--, unit *= 10)
        *gigabytes += (uint64_t)(name[start - 1] - '0') * unit;
    return start > 0 && strchr(" -_", name[start - 1]) ? start : whole;
}

static const gpucost_accelerator *row_of(const gpucost_catalogue *catalogue, const char *name, size_t bytes)
{
    uint64_t count;
    gpucost__name_key key;
    gpucost__name_key_of(name, bytes, &key);
    const gpucost__name_slot *slot = gpucost__name_first(gpucost__catalogue_names(catalogue), &key);
    return slot ? &gpucost__catalogue_rows(catalogue, &count)[slot->row] : NULL;
}

/* The memory at the end may say nothing new: "L40S 48GB", "AMD MI300X 192GB". The vendor in front is in the index. */
const gpucost_accelerator *gpucost__accelerator_row(const gpucost_catalogue *catalogue, const char *name)
{
    size_t whole = strlen(name);
    const gpucost_accelerator *row = row_of(catalogue, name, whole);
    if (row) return row;
    uint64_t gigabytes = 0;
    size_t length = length_without_size(name, whole, &gigabytes);
    if (length == whole) return NULL;
    row = row_of(catalogue, name, length);
    bool own = row && (gigabytes << 30 == row->memory_bytes || gigabytes * 1000000000 == row->memory_bytes);
    return own ? row : NULL;
}

/* id;name;aliases of one row */
typedef struct {
    char text[sizeof(((gpucost_accelerator *)0)->id) + sizeof(((gpucost_accelerator *)0)->name) +
              sizeof(((gpucost_accelerator *)0)->aliases)];
} all_names;

static const char *names_at(const void *context, uint64_t index)
{
    return ((const all_names *)context)[index].text;
}

gpucost_status gpucost__accelerator_need(const gpucost_catalogue *catalogue, const char *name,
                                         const gpucost_accelerator **row, gpucost_error *err)
{
    *row = gpucost__accelerator_row(catalogue, name);
    if (*row) return GPUCOST_OK;
    uint64_t count;
    const gpucost_accelerator *rows = gpucost__catalogue_rows(catalogue, &count);
    all_names *names = malloc((size_t)count * sizeof *names);
    if (!names) return gpucost__name_unknown("accelerator", name, names_at, NULL, 0, err); /* no suggestions then */
    for (uint64_t i = 0; i < count; i++)
        snprintf(names[i].text, sizeof names[i].text, "%s;%s;%s", rows[i].id, rows[i].name, rows[i].aliases);
    gpucost_status status = gpucost__name_unknown("accelerator", name, names_at, names, count, err);
    free(names);
    return status;
}

uint64_t gpucost_accelerator_count(const gpucost_catalogue *catalogue)
{
    uint64_t count;
    gpucost__catalogue_rows(catalogue, &count);
    return count;
}

gpucost_status gpucost_accelerator_at(const gpucost_catalogue *catalogue, uint64_t index,
                                      gpucost_accelerator *accelerator, gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__accelerator_table, accelerator, err));
    uint64_t count;
    const gpucost_accelerator *rows = gpucost__catalogue_rows(catalogue, &count);
    if (index >= count)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "index", NULL, "%llu is past the last of %llu accelerators",
                                   (unsigned long long)index, (unsigned long long)count);
    gpucost__struct_out(&gpucost__accelerator_table, &rows[index], accelerator);
    return GPUCOST_OK;
}

gpucost_status gpucost_accelerator_find(const gpucost_catalogue *catalogue, const char *name,
                                        gpucost_accelerator *accelerator, gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__accelerator_table, accelerator, err));
    const gpucost_accelerator *row;
    GPUCOST__TRY(gpucost__accelerator_need(catalogue, name, &row, err));
    gpucost__struct_out(&gpucost__accelerator_table, row, accelerator);
    return GPUCOST_OK;
}

static const struct {
    const char *name, *field;
    size_t offset;
} rates[] = {
#define RATE(name, member) {name, #member, offsetof(gpucost_accelerator, member)}
    RATE("fp64", fp64_flop_per_s), RATE("fp64_tensor", fp64_tensor_flop_per_s), RATE("fp32", fp32_flop_per_s),
    RATE("tf32", tf32_flop_per_s), RATE("fp16", fp16_flop_per_s), RATE("bf16", bf16_flop_per_s),
    RATE("fp8", fp8_flop_per_s), RATE("int8", int8_op_per_s), RATE("int4", int4_op_per_s),
    RATE("fp4", fp4_flop_per_s),
#undef RATE
};
enum { RATE_COUNT = sizeof rates / sizeof *rates };

static size_t rate_find(const char *rate)
{
    size_t i = 0;
    while (i < RATE_COUNT && !gpucost__name_equal(rates[i].name, rate)) i++;
    return i;
}

static gpucost_status rate_unknown(const char *rate, gpucost_error *err)
{
    char known[96] = "";
    for (size_t i = 0; i < RATE_COUNT; i++)
        snprintf(known + strlen(known), sizeof known - strlen(known), "%s%s", i ? ", " : "", rates[i].name);
    return gpucost__fail_field(err, GPUCOST_E_UNKNOWN_NAME, "rate", rate, "no rate \"%s\"; rates are %s", rate, known);
}

static double rate_of(const gpucost_accelerator *row, size_t i)
{
    double value;
    memcpy(&value, (const char *)row + rates[i].offset, sizeof value);
    return value;
}

gpucost_status gpucost_accelerator_rate(const gpucost_accelerator *accelerator, const char *rate, double *flop_per_s,
                                        gpucost_error *err)
{
    gpucost__clear(err);
    /* asked for each estimate: a sound rate is answered without checking the thirty fields beside it */
    size_t i = rate_find(rate);
    if (i < RATE_COUNT && accelerator->size == sizeof *accelerator) {
        double value = rate_of(accelerator, i);
        if (isfinite(value) && value > 0) {
            *flop_per_s = value;
            return GPUCOST_OK;
        }
    }
    gpucost_accelerator row;
    GPUCOST__TRY(gpucost__struct_in(&gpucost__accelerator_table, accelerator, &row, err));
    if (i == RATE_COUNT) return rate_unknown(rate, err);
    double value = rate_of(&row, i);
    if (value == 0)
        return gpucost__fail_field(err, GPUCOST_E_UNKNOWN_FACT, rates[i].field, row.id,
                                   "%s has no %s rate, or none is known", row.name, rates[i].name);
    *flop_per_s = value;
    return GPUCOST_OK;
}
