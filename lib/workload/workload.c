#include <stdbool.h>
#include <string.h>

#include "base/decimal.h"
#include "precision/precision_row.h"
#include "workload/workload_table.h"

/* Read a format, or take `fallback` when none is named; the text becomes the row's own name. */
static gpucost_status resolve_format(const char *field, const char *fallback, char text[32],
                                     const gpucost_precision **row, gpucost_error *err)
{
    gpucost_status status = gpucost__precision_need(text[0] ? text : fallback, row, err);
    if (status != GPUCOST_OK)
        gpucost__error_under(err, field);
    else
        memcpy(text, (*row)->name, sizeof (*row)->name);
    return status;
}

/* Weight-only formats are expanded before they multiply: their rate is that of another format. */
static bool is_weight_only(const gpucost_precision *row)
{
    return strcmp(row->rate, "bf16") == 0 && strcmp(row->name, "bf16") != 0;
}

/* An optimiser step is smaller than what a block-quantised weight can hold; fp8 and mxfp8 train with a master copy. */
static gpucost_status check_trained_weights(const gpucost_precision *weights, gpucost_error *err)
{
    bool trains = weights->bits_per_weight >= 16 || strstr(weights->name, "fp8") || strstr(weights->name, "fp4");
    if (trains) return GPUCOST_OK;
    return gpucost__fail_field(
        err, GPUCOST_E_RANGE, "weights", weights->name,
        "%s cannot be trained in full; expected a format of 16 bits or more, fp8 or fp4, or kind qlora", weights->name);
}

static gpucost_status check_qlora_weights(const gpucost_precision *weights, gpucost_error *err)
{
    if (weights->bits_per_weight < 8.5) return GPUCOST_OK;
    char bits[GPUCOST__DOUBLE_TEXT];
    gpucost__double_text(weights->bits_per_weight, bits);
    return gpucost__fail_field(err, GPUCOST_E_RANGE, "weights", weights->name,
                               "%s holds %s bits a weight; QLoRA freezes weights of less than 8.5, such as nf4",
                               weights->name, bits);
}

/* Fully sharded training keeps fp32 shards and gathers 16-bit weights, unless the weights are said to be narrower. */
static bool shards_in_fp32(const gpucost_workload *w)
{
    return w->kind == GPUCOST_WORKLOAD_TRAINING && !w->weights[0] &&
           (w->framework == GPUCOST_FRAMEWORK_FSDP || w->framework == GPUCOST_FRAMEWORK_TORCHTITAN);
}

/* Frameworks whose optimiser updates 16-bit weights as they are, without an fp32 copy. */
static bool updates_in_place(int32_t framework)
{
    return framework == GPUCOST_FRAMEWORK_FSDP || framework == GPUCOST_FRAMEWORK_TORCHTITAN ||
           framework == GPUCOST_FRAMEWORK_TRANSFORMERS || framework == GPUCOST_FRAMEWORK_TRANSFORMERS_LEGACY ||
           framework == GPUCOST_FRAMEWORK_TORCHTUNE || framework == GPUCOST_FRAMEWORK_LITGPT ||
           framework == GPUCOST_FRAMEWORK_UNSLOTH;
}

/* The cache keeps what the products read: 16 bits or more, since narrower caches are a choice of their own. */
static const char *cache_format(const gpucost_precision *compute)
{
    if (strcmp(compute->name, "tf32") == 0) return "fp32"; /* tf32 rounds inside the matrix units only */
    return compute->bits_per_weight >= 16 ? compute->name : "bf16";
}

static gpucost_status resolve_formats(gpucost_workload *w, gpucost_error *err)
{
    const gpucost_precision *weights, *compute, *cache, *residual;
    if (shards_in_fp32(w)) {
        memcpy(w->weights, "fp32", sizeof "fp32");
        if (!w->compute[0]) memcpy(w->compute, "bf16", sizeof "bf16");
    }
    GPUCOST__TRY(
        resolve_format("weights", w->kind == GPUCOST_WORKLOAD_QLORA ? "nf4" : "bf16", w->weights, &weights, err));
    if (w->kind == GPUCOST_WORKLOAD_QLORA) GPUCOST__TRY(check_qlora_weights(weights, err));
    if (w->kind == GPUCOST_WORKLOAD_TRAINING) GPUCOST__TRY(check_trained_weights(weights, err));
    /* mxfp8 multiplies at the fp8 rate; nvfp4 has a rate, fp4, that is no format by itself */
    const char *own = gpucost__precision_row(weights->rate) ? weights->rate : weights->name;
    GPUCOST__TRY(resolve_format("compute", own, w->compute, &compute, err));
    if (is_weight_only(compute))
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "compute", compute->name,
                                   "%s only stores weights; its matrices multiply in %s", compute->name, compute->rate);
    GPUCOST__TRY(resolve_format("kv_cache", cache_format(compute), w->kv_cache, &cache, err));
    GPUCOST__TRY(resolve_format("residual", cache_format(compute), w->residual, &residual, err));
    if (residual->bits_per_weight < 16)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "residual", residual->name,
                                   "%s is too narrow for a sum of layers; expected 16 bits or more", residual->name);
    if (w->master_weights == GPUCOST_MASTER_AUTO)
        w->master_weights = w->kind == GPUCOST_WORKLOAD_TRAINING && w->optimizer != GPUCOST_OPTIMIZER_ADAMW_BF16 &&
                                    weights->bits_per_weight < 32 && !updates_in_place(w->framework)
                                ? GPUCOST_MASTER_FP32
                                : GPUCOST_MASTER_NONE;
    return GPUCOST_OK;
}

gpucost_status gpucost_workload_resolve(const gpucost_workload *workload, gpucost_workload *resolved,
                                        gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__workload_table, resolved, err));
    gpucost_workload w;
    GPUCOST__TRY(gpucost__struct_in(&gpucost__workload_table, workload, &w, err));
    GPUCOST__TRY(resolve_formats(&w, err));
    if (w.lora_rank == 0) w.lora_rank = 16;
    if (w.prompt_tokens == 0) w.prompt_tokens = 1024;
    if (w.output_tokens == 0) w.output_tokens = 256;
    gpucost__struct_out(&gpucost__workload_table, &w, resolved);
    return GPUCOST_OK;
}
