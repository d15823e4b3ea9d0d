#include "memory/memory_kv.h"

#include <math.h>

#include "base/checked.h"
#include "base/error.h"
#include "model/model_handle.h"
#include "parallelism/parallelism_table.h"
#include "precision/precision_row.h"

/* Of one layer, per token [bytes]; `expanded`: latent attention caches what its heads use.
   Grouped-query attention: ainslie2023 section 2. Latent attention keeps one compressed vector and the rotary part of
   the key for all heads, whole on every device: deepseek2024 section 2.1. */
static double per_token(const gpucost_architecture *m, double tensor_degree, double bits, bool expanded)
{
    if (m->kv_lora_rank && expanded) { /* as engines without a kernel for it do: a key and a value of every head */
        double channels = (double)(m->qk_nope_dim + m->qk_rope_dim + m->v_head_dim);
        return ceil((double)m->heads / tensor_degree) * channels * bits / 8;
    }
    if (m->kv_lora_rank) return (double)(m->kv_lora_rank + m->qk_rope_dim) * bits / 8;
    double heads = gpucost__most(1, ceil((double)m->kv_heads / tensor_degree));
    return 2 * heads * (double)m->head_dim * bits / 8;
}

/* The last page of a sequence is partly empty: kwon2023 section 4.1. */
static double whole_pages(double tokens, double page)
{
    return ceil(tokens / page) * page;
}

/* A recurrent mixer keeps a state of fixed size, in the format of the activations: dao2024 section 7. */
double gpucost__memory_kv_stage(const gpucost__memory_setting *s, const gpucost__memory_stage *stage, double length)
{
    const gpucost_architecture *m = s->model;
    if (m->kind == GPUCOST_MODEL_ENCODER) return 0;
    double layer = per_token(m, s->tensor, s->kv_bits, s->work->kv_expanded);
    double window = s->work->kv_whole ? length : gpucost__least(length, (double)m->sliding_window),
           page = s->profile->page_tokens;
    double full = stage->attending_layers - stage->sliding_layers;
    double state = stage->recurrent_layers * (double)m->recurrent_state * s->element / s->tensor;
    double tokens = full * whole_pages(length, page) + stage->sliding_layers * whole_pages(window, page);
    return s->batch * (tokens * layer + state);
}

gpucost_status gpucost_memory_kv_cache_per_token(const gpucost_model *model, const gpucost_parallelism *layout,
                                                 const char *precision, double *bytes, gpucost_error *err)
{
    gpucost__clear(err);
    if (!model || !precision || !bytes)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, model ? precision ? "bytes" : "precision" : "model", NULL,
                                   "must not be NULL");
    gpucost_parallelism resolved;
    const gpucost_precision *row;
    GPUCOST__TRY(gpucost__precision_need(precision, &row, err));
    GPUCOST__TRY(gpucost__parallelism_resolve(layout, model, &resolved, err));
    const gpucost_architecture *m = &model->architecture;
    if (m->kind == GPUCOST_MODEL_ENCODER) {
        *bytes = 0;
        return GPUCOST_OK;
    }
    uint64_t layers = gpucost__ceil_div(m->layers - m->attention_free_layers, resolved.pipeline_degree);
    *bytes = (double)layers * per_token(m, (double)resolved.tensor_degree, row->bits_per_weight, false);
    return GPUCOST_OK;
}
