/* What a price buys: an accelerator, a rate of arithmetic, memory. */
#include <string.h>

#include "accelerator/accelerator_row.h"
#include "base/name.h"
#include "price/price_table.h"

/* Dense peaks of the catalogue. */
static const struct {
    const char *name;
    size_t offset;
} precisions[] = {
    {"bf16", offsetof(gpucost_accelerator, bf16_flop_per_s)}, {"fp16", offsetof(gpucost_accelerator, fp16_flop_per_s)},
    {"tf32", offsetof(gpucost_accelerator, tf32_flop_per_s)}, {"fp32", offsetof(gpucost_accelerator, fp32_flop_per_s)},
    {"fp64", offsetof(gpucost_accelerator, fp64_flop_per_s)}, {"fp8", offsetof(gpucost_accelerator, fp8_flop_per_s)},
    {"fp4", offsetof(gpucost_accelerator, fp4_flop_per_s)},
};
enum { PRECISIONS = sizeof(precisions) / sizeof(precisions[0]) };

static const char *name_at(const void *context, uint64_t index)
{
    (void)context;
    return precisions[index].name;
}

static gpucost_status rate_of(const gpucost_accelerator *row, const char *name, double *flop_per_s, gpucost_error *err)
{
    for (int i = 0; i < PRECISIONS; i++) {
        if (!gpucost__name_equal(precisions[i].name, name)) continue;
        memcpy(flop_per_s, (const char *)row + precisions[i].offset, sizeof *flop_per_s);
        if (*flop_per_s > 0) return GPUCOST_OK;
        return gpucost__fail_field(err, GPUCOST_E_UNKNOWN_FACT, "precision", name, "the rate of %s in %s is not known",
                                   row->id, precisions[i].name);
    }
    gpucost_status status = gpucost__name_unknown("precision", name, name_at, NULL, PRECISIONS, err);
    gpucost__error_under(err, "precision");
    return status;
}

/* nanos / units to the nearest whole. */
static int64_t per(int64_t nanos, double units)
{
    double each = (double)nanos / units;
    int64_t whole = (int64_t)each;
    double rest = each - (double)whole;
    return whole + (rest > 0.5 || (rest >= 0.5 && (whole & 1)));
}

gpucost_status gpucost_price_units(const gpucost_quote *given, const char *precision, gpucost_unit_price *price,
                                   gpucost_error *err)
{
    gpucost__clear(err);
    gpucost_quote quote;
    GPUCOST__TRY(gpucost__struct_in(&gpucost__quote_table, given, &quote, err));
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__unit_price_table, price, err));
    const gpucost_accelerator *row = gpucost__accelerator_row(NULL, quote.accelerator);
    if (!row || quote.accelerator_count <= 0)
        return gpucost__fail_field(err, GPUCOST_E_UNKNOWN_FACT, "accelerator", quote.accelerator,
                                   "the catalogue does not know the accelerators of this offer");
    double flop_per_s = 0;
    GPUCOST__TRY(rate_of(row, precision && *precision ? precision : "bf16", &flop_per_s, err));
    gpucost_unit_price out = GPUCOST_INIT(gpucost_unit_price);
    out.tflop_per_s = flop_per_s * quote.accelerator_count / 1e12;
    out.memory_gb = (double)row->memory_bytes * quote.accelerator_count / 1e9;
    out.accelerator_hour_nanos = per(quote.effective_nanos, quote.accelerator_count);
    out.tflop_hour_nanos = per(quote.effective_nanos, out.tflop_per_s);
    out.gb_hour_nanos = per(quote.effective_nanos, out.memory_gb);
    memcpy(out.currency, quote.currency, sizeof out.currency);
    gpucost__struct_out(&gpucost__unit_price_table, &out, price);
    return GPUCOST_OK;
}
