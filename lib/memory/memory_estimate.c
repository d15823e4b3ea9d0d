#include "memory/memory_estimate.h"

#include <stdbool.h>
#include <string.h>

#include "base/error.h"
#include "memory/memory_table.h"
#include "memory/memory_train.h"
#include "model/model_bytes.h"
#include "model/model_handle.h"
#include "parallelism/parallelism_table.h"
#include "precision/precision_row.h"

/* P10 and P90 of measured over estimated peaks, rounded outwards, rows of a source of n weighted by n^(-1/4) so that
   no table rules: scripts/validate.py memory --bands on the reference measurements. docs/validation.md says how many
   rows of a source the band of all others holds. */
typedef struct band {
    double low, high;
} band;

static band band_of(const gpucost_workload *work)
{
    bool counted =
        work->framework == GPUCOST_FRAMEWORK_TRANSFORMERS || work->framework == GPUCOST_FRAMEWORK_TRANSFORMERS_LEGACY;
    switch (work->kind) {
    case GPUCOST_WORKLOAD_TRAINING: return (band){0.88, 1.19};
    case GPUCOST_WORKLOAD_INFERENCE: return counted ? (band){0.99, 1.04} : (band){0.96, 1.16};
    default: return (band){0.91, 1.17};
    }
}

gpucost_status gpucost__memory_case_make(const gpucost_model *model, const gpucost_workload *workload,
                                         const gpucost_parallelism *layout, gpucost__memory_case *made,
                                         gpucost_error *err)
{
    gpucost__memory_case input = {.model = model, .workload = workload, .layout = layout};
    GPUCOST__TRY(gpucost__precision_need(workload->weights, &input.weights, err));
    GPUCOST__TRY(gpucost__precision_need(workload->compute, &input.compute, err));
    GPUCOST__TRY(gpucost__precision_need(workload->kv_cache, &input.kv_cache, err));
    const gpucost_precision *residual;
    GPUCOST__TRY(gpucost__precision_need(workload->residual, &residual, err));
    input.residual_bytes = (int32_t)(residual->bits_per_weight / 8);
    /* The catalogue gives file formats that quantise every tensor an alias or name with their maker's prefix. */
    bool mix = strstr(input.weights->aliases, "gguf-") != NULL;
    input.whole_model = mix || strncmp(input.weights->name, "mlx-", 4) == 0;
    input.weight_bits = input.weights->bits_per_weight;
    if (mix) { /* a mix gives each tensor its type, so the mean depends on the model */
        uint64_t bytes;
        GPUCOST__TRY(gpucost__model_weight_bytes(model, input.weights, &bytes, err));
        input.weight_bits = 8 * (double)bytes / (double)model->parameters.total;
    }
    *made = input;
    return GPUCOST_OK;
}

gpucost_status gpucost__memory_case_resolve(const gpucost_model *model, const gpucost_workload *workload,
                                            const gpucost_parallelism *layout, gpucost_workload *work,
                                            gpucost_parallelism *split, gpucost__memory_case *made,
                                            gpucost_error *err)
{
    *work = GPUCOST_INIT(gpucost_workload);
    GPUCOST__TRY(gpucost_workload_resolve(workload, work, err));
    GPUCOST__TRY(gpucost__parallelism_resolve(layout, model, split, err));
    return gpucost__memory_case_make(model, work, split, made, err);
}

static double sum(const gpucost__memory_parts *p)
{
    return p->weights + p->gradients + p->optimizer + p->master + p->activations + p->logits + p->communication +
           p->kv_cache + p->workspace + p->fragmentation + p->context;
}

static gpucost__memory_parts fullest(const gpucost__memory_setting *setting)
{
    gpucost__memory_parts most = {0};
    for (uint64_t i = 0; i < (uint64_t)setting->pipeline; i = gpucost__memory_stage_next(setting, i)) {
        gpucost__memory_stage stage = gpucost__memory_stage_at(setting, i);
        gpucost__memory_parts parts;
        switch (setting->work->kind) {
        case GPUCOST_WORKLOAD_TRAINING: parts = gpucost__memory_train(setting, &stage); break;
        case GPUCOST_WORKLOAD_INFERENCE: parts = gpucost__memory_infer(setting, &stage); break;
        default: parts = gpucost__memory_finetune(setting, &stage); break;
        }
        if (i == 0 || sum(&parts) > sum(&most)) most = parts;
    }
    return most;
}

static uint64_t whole(double bytes)
{
    uint64_t floor = (uint64_t)bytes; /* ceil() is a call where there is no instruction for it */
    return floor + ((double)floor < bytes);
}

gpucost_status gpucost__memory_estimate(const gpucost__memory_case *input, gpucost_memory *memory, gpucost_error *err)
{
    gpucost__memory_setting setting = gpucost__memory_setting_make(input);
    gpucost__memory_parts p = fullest(&setting);
    band range = band_of(setting.work);
    if (!(sum(&p) * range.high < 0x1p63)) return gpucost__fail(err, GPUCOST_E_OVERFLOW, "the memory exceeds 64 bits");
    gpucost_memory m = {.size = sizeof m,
                        .weights_bytes = whole(p.weights),
                        .gradients_bytes = whole(p.gradients),
                        .optimizer_bytes = whole(p.optimizer),
                        .master_bytes = whole(p.master),
                        .activations_bytes = whole(p.activations),
                        .logits_bytes = whole(p.logits),
                        .communication_bytes = whole(p.communication),
                        .kv_cache_bytes = whole(p.kv_cache),
                        .workspace_bytes = whole(p.workspace),
                        .fragmentation_bytes = whole(p.fragmentation),
                        .context_bytes = whole(p.context),
                        .micro_batch = (uint64_t)setting.batch};
    m.allocated_bytes = m.weights_bytes + m.gradients_bytes + m.optimizer_bytes + m.master_bytes + m.activations_bytes +
                        m.logits_bytes + m.communication_bytes + m.kv_cache_bytes + m.workspace_bytes;
    m.reserved_bytes = m.allocated_bytes + m.fragmentation_bytes;
    m.total_bytes = m.reserved_bytes + m.context_bytes;
    /* What is stored for certain bounds the band from below. */
    double stored = p.weights + p.optimizer + p.master + p.kv_cache;
    double total = (double)m.total_bytes;
    m.low_bytes = whole(gpucost__least(total, gpucost__most(stored, range.low * total)));
    m.high_bytes = whole(range.high * total);
    *memory = m;
    return GPUCOST_OK;
}

gpucost_status gpucost_memory_estimate(const gpucost_model *model, const gpucost_workload *workload,
                                       const gpucost_parallelism *layout, gpucost_memory *memory, gpucost_error *err)
{
    gpucost__clear(err);
    if (!model || !memory)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, model ? "memory" : "model", NULL, "must not be NULL");
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__memory_table, memory, err));
    gpucost_workload work;
    gpucost_parallelism split;
    gpucost__memory_case input;
    gpucost_memory ours;
    GPUCOST__TRY(gpucost__memory_case_resolve(model, workload, layout, &work, &split, &input, err));
    GPUCOST__TRY(gpucost__memory_estimate(&input, &ours, err));
    gpucost__struct_out(&gpucost__memory_table, &ours, memory);
    return GPUCOST_OK;
}
