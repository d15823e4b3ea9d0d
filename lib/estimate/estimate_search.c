#include "estimate/estimate_search.h"

#include <stdbool.h>
#include <string.h>

#include "base/checked.h"
#include "memory/memory_estimate.h"
#include "model/model_handle.h"
#include "training/training_estimate.h"

enum {
    MICRO_BATCH_MOST = 64,   /* beyond it a step gains nothing */
    CONCURRENT_DEFAULT = 256, /* sequences that serving engines batch at most by default [kwon2023] */
    BATCH_TOKENS = 4 * 1024 * 1024, /* tokens of a training step when no batch is given */
    SEQUENCE_SPLIT_LEAST = 8192, /* tokens that each device of a context group keeps at least */
    BATCH_FINETUNE = 16      /* sequences of a fine-tuning step when no batch is given */
};

/* A question with what stays the same while layouts are tried looked up once. */
typedef struct {
    const gpucost__question *asked;
    gpucost__memory_case memory;
    gpucost__training_rates rates;
    gpucost__training_case run;
} search;

static gpucost_status prepare(const gpucost__question *question, search *made, gpucost_error *err)
{
    const gpucost_workload *workload = &question->workload;
    made->asked = question;
    GPUCOST__TRY(gpucost__memory_case_make(question->model, workload, NULL, &made->memory, err));
    if (workload->kind == GPUCOST_WORKLOAD_INFERENCE) return GPUCOST_OK;
    GPUCOST__TRY(gpucost__training_rates_of(&question->accelerator, &question->cluster, made->memory.weights,
                                            made->memory.compute, workload, question->profile, &made->rates, err));
    made->run = (gpucost__training_case){.architecture = &question->model->architecture,
                                         .parameters = &question->model->parameters,
                                         .rates = &made->rates,
                                         .devices = question->cluster.devices};
    gpucost__stack_of(made->run.architecture, &made->run.stack);
    return GPUCOST_OK;
}

/* A layout is tried when it fits the model's divisibility rules; others are no candidates, not errors. */
static bool suits(const gpucost_parallelism *layout, const gpucost_model *model)
{
    return gpucost_parallelism_check(layout, model, NULL) == GPUCOST_OK;
}

static void keep_closest(gpucost__found *found, const gpucost_workload *workload, const gpucost_parallelism *layout,
                         const gpucost_memory *memory)
{
    if (found->fits || (found->memory.total_bytes && found->memory.total_bytes <= memory->total_bytes)) return;
    found->workload = *workload;
    found->layout = *layout;
    found->memory = *memory;
}

/* Sequences per optimiser step: the caller's, or the usual size. */
static uint64_t wanted_batch(const gpucost_workload *workload)
{
    if (workload->global_batch) return workload->global_batch;
    return workload->kind == GPUCOST_WORKLOAD_TRAINING ? gpucost__ceil_div(BATCH_TOKENS, workload->sequence)
                                                       : BATCH_FINETUNE;
}

/* One layout, recomputation and micro-batch. */
static gpucost_status try_training(search *s, const gpucost_workload *workload, const gpucost_parallelism *layout,
                                   bool *fits, gpucost__found *found, gpucost_error *err)
{
    gpucost_memory memory = GPUCOST_INIT(gpucost_memory);
    s->memory.workload = s->run.workload = workload;
    s->memory.layout = layout;
    GPUCOST__TRY(gpucost__memory_estimate(&s->memory, &memory, err));
    *fits = memory.total_bytes <= s->asked->accelerator.memory_usable_bytes;
    if (!*fits) {
        keep_closest(found, workload, layout, &memory);
        return GPUCOST_OK;
    }
    gpucost_training training = GPUCOST_INIT(gpucost_training);
    GPUCOST__TRY(gpucost__training_estimate(&s->run, layout, &training, err));
    int32_t tight = memory.high_bytes > s->asked->accelerator.memory_usable_bytes;
    if (found->fits && (tight > found->tight ||
                        (tight == found->tight && found->training.tokens_per_s >= training.tokens_per_s)))
        return GPUCOST_OK;
    found->fits = 1;
    found->tight = tight;
    found->workload = *workload;
    found->layout = *layout;
    found->memory = memory;
    found->training = training;
    return GPUCOST_OK;
}

/* All recomputations and micro-batches of one layout. Memory grows with the micro-batch, so the first that does not fit
   ends the row. */
static gpucost_status try_layout(search *s, const gpucost_parallelism *layout, gpucost__found *found,
                                 gpucost_error *err)
{
    const gpucost__question *q = s->asked;
    int32_t first = q->workload.recompute, last = q->workload.recompute;
    if (first == GPUCOST_RECOMPUTE_AUTO) {
        first = GPUCOST_RECOMPUTE_NONE;
        last = GPUCOST_RECOMPUTE_FULL;
    }
    for (int32_t recompute = first; recompute <= last; recompute++) {
        /* flash attention stores no scores, so selective recomputation has nothing to drop */
        if (first != last && recompute == GPUCOST_RECOMPUTE_SELECTIVE &&
            q->workload.attention == GPUCOST_ATTENTION_FLASH)
            continue;
        uint64_t given = q->workload.micro_batch, wanted = wanted_batch(&q->workload);
        for (uint64_t b = given ? given : 1; b <= (given ? given : MICRO_BATCH_MOST); b *= 2) {
            uint64_t per_pass = b * layout->data_degree;
            if (per_pass > wanted) break; /* more replicas than the step has sequences for */
            gpucost_workload workload = q->workload;
            workload.recompute = recompute;
            workload.micro_batch = b;
            workload.global_batch = gpucost__ceil_div(wanted, per_pass) * per_pass;
            /* narayanan2021, section 2.2: chunks take turns in groups of as many micro-batches as stages */
            if (layout->virtual_stages > 1 && workload.global_batch / per_pass % layout->pipeline_degree) continue;
            bool fits;
            GPUCOST__TRY(try_training(s, &workload, layout, &fits, found, err));
            if (!fits) break;
        }
    }
    return GPUCOST_OK;
}

/* ZeRO-2 and 3 with a pipeline would gather or reduce on every micro-batch; nobody runs that. Chunks of a pipeline
   shorten its bubble: as many as divide the layers of a stage. */
static gpucost_status try_shards(search *s, gpucost_parallelism *layout, gpucost__found *found, gpucost_error *err)
{
    const gpucost_architecture *shape = &s->asked->model->architecture;
    uint64_t p = layout->pipeline_degree, layers = shape->layers + shape->encoder_layers;
    uint64_t most_chunks = p > 1 && layers % p == 0 ? layers / p : 1;
    int32_t most = layout->data_degree * layout->context_degree == 1 ? 0 : p > 1 ? 1 : 3;
    for (uint64_t v = 1; v <= most_chunks; v++) {
        if (most_chunks % v) continue;
        layout->virtual_stages = v;
        if (!suits(layout, s->asked->model)) continue;
        for (int32_t zero = most == 0 ? 0 : 1; zero <= most; zero++) {
            layout->zero_stage = zero;
            GPUCOST__TRY(try_layout(s, layout, found, err));
        }
    }
    layout->virtual_stages = 1;
    return GPUCOST_OK;
}

/* Experts spread over the data group: as far as both allow, and no further than one domain of fast links. */
static gpucost_status try_experts(search *s, gpucost_parallelism *layout, gpucost__found *found, gpucost_error *err)
{
    const gpucost_architecture *shape = &s->asked->model->architecture;
    uint64_t group = layout->data_degree * layout->context_degree, widest = 1, inside = 1;
    for (uint64_t e = 2; shape->experts && e <= group && e <= shape->experts; e++) {
        if (group % e || shape->experts % e) continue;
        widest = e;
        if (e * layout->tensor_degree <= s->asked->cluster.devices_per_node) inside = e;
    }
    layout->expert_degree = widest;
    GPUCOST__TRY(try_shards(s, layout, found, err));
    if (inside == widest) return GPUCOST_OK;
    layout->expert_degree = inside;
    return try_shards(s, layout, found, err);
}

/* A sequence is shared when it is long: below, its keys and values travel for nothing. */
static gpucost_status search_training(search *s, gpucost__found *found, gpucost_error *err)
{
    const gpucost__question *q = s->asked;
    uint64_t n = q->cluster.devices, node = q->cluster.devices_per_node;
    uint64_t longest_split = q->workload.sequence / SEQUENCE_SPLIT_LEAST;
    for (uint64_t t = 1; t <= node && t <= n; t++) {
        if (n % t || node % t) continue;
        for (uint64_t p = 1; p <= n / t; p++) {
            if ((n / t) % p) continue;
            for (uint64_t c = 1; c <= n / t / p && (c == 1 || c <= longest_split); c *= 2) {
                if ((n / t / p) % c) break;
                gpucost_parallelism layout = GPUCOST_INIT(gpucost_parallelism);
                layout.tensor_degree = t;
                layout.sequence_parallel = t > 1;
                layout.pipeline_degree = p;
                layout.context_degree = c;
                layout.virtual_stages = 1;
                layout.data_degree = n / t / p / c;
                GPUCOST__TRY(try_experts(s, &layout, found, err));
            }
        }
    }
    return GPUCOST_OK;
}

static gpucost_status memory_of(search *s, const gpucost_workload *workload, gpucost_memory *memory, gpucost_error *err)
{
    *memory = GPUCOST_INIT(gpucost_memory);
    s->memory.workload = workload;
    return gpucost__memory_estimate(&s->memory, memory, err);
}

/* The sequences that one replica serves at once: as many as fit with room for the error of the estimate, else as many
   as fit by the estimate, and at least one to say by how much it fails. */
static gpucost_status concurrency(search *s, gpucost_workload *workload, gpucost_error *err)
{
    const gpucost__question *q = s->asked;
    uint64_t most, wanted = q->workload.concurrent_sequences, room = 0;
    s->memory.workload = &q->workload;
    GPUCOST__TRY(gpucost__memory_largest_batch(&s->memory, q->accelerator.memory_usable_bytes, &most, err));
    if (wanted) {
        workload->concurrent_sequences = wanted;
        return GPUCOST_OK;
    }
    if (most > CONCURRENT_DEFAULT) most = CONCURRENT_DEFAULT;
    for (uint64_t low = 1, high = most; low <= high;) { /* memory grows with the sequences */
        gpucost_memory memory;
        workload->concurrent_sequences = low + (high - low) / 2;
        GPUCOST__TRY(memory_of(s, workload, &memory, err));
        if (memory.high_bytes <= q->accelerator.memory_usable_bytes) {
            room = workload->concurrent_sequences;
            low = room + 1;
        } else {
            high = workload->concurrent_sequences - 1;
        }
    }
    workload->concurrent_sequences = room ? room : most ? most : 1;
    return GPUCOST_OK;
}

static bool serves_better(const gpucost_serving *a, const gpucost_serving *b)
{
    if (a->meets_latency != b->meets_latency) return a->meets_latency;
    return a->requests_per_s > b->requests_per_s;
}

static gpucost_status search_serving(search *s, gpucost__found *found, gpucost_error *err)
{
    const gpucost__question *q = s->asked;
    uint64_t n = q->cluster.devices;
    for (uint64_t t = 1; t <= n; t++) {
        if (n % t || t > q->cluster.devices_per_node) continue;
        gpucost_parallelism layout = GPUCOST_INIT(gpucost_parallelism);
        layout.tensor_degree = t;
        layout.pipeline_degree = n / t;
        layout.virtual_stages = layout.context_degree = layout.expert_degree = layout.data_degree = 1;
        if (!suits(&layout, q->model)) continue;
        gpucost_workload workload = q->workload;
        gpucost_memory memory;
        s->memory.layout = &layout;
        GPUCOST__TRY(concurrency(s, &workload, err));
        GPUCOST__TRY(memory_of(s, &workload, &memory, err));
        if (memory.total_bytes > q->accelerator.memory_usable_bytes) {
            keep_closest(found, &workload, &layout, &memory);
            continue;
        }
        gpucost_serving serving = GPUCOST_INIT(gpucost_serving);
        GPUCOST__TRY(gpucost_serving_estimate(q->model, q->catalogue, &q->cluster, &workload, &layout, &serving, err));
        if (found->fits && !serves_better(&serving, &found->serving)) continue;
        found->fits = 1;
        found->tight = memory.high_bytes > q->accelerator.memory_usable_bytes;
        found->workload = workload;
        found->layout = layout;
        found->memory = memory;
        found->serving = serving;
    }
    return GPUCOST_OK;
}

gpucost_status gpucost__estimate_search(const gpucost__question *question, gpucost__found *found, gpucost_error *err)
{
    memset(found, 0, sizeof *found);
    found->workload = question->workload;
    found->layout = GPUCOST_INIT(gpucost_parallelism);
    found->memory = GPUCOST_INIT(gpucost_memory);
    found->training = GPUCOST_INIT(gpucost_training);
    found->serving = GPUCOST_INIT(gpucost_serving);
    search s;
    GPUCOST__TRY(prepare(question, &s, err));
    return question->workload.kind == GPUCOST_WORKLOAD_INFERENCE ? search_serving(&s, found, err)
                                                                 : search_training(&s, found, err);
}
