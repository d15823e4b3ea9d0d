/* What would make a workload fit: the mildest change first. */
#include "estimate/estimate_search.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    const char *text;
    bool (*change)(gpucost__question *question); /* false when it does not apply */
} remedy;

static bool recompute_all(gpucost__question *q)
{
    if (q->workload.kind == GPUCOST_WORKLOAD_INFERENCE || q->workload.recompute == GPUCOST_RECOMPUTE_AUTO ||
        q->workload.recompute == GPUCOST_RECOMPUTE_FULL)
        return false;
    q->workload.recompute = GPUCOST_RECOMPUTE_FULL;
    return true;
}

static bool smaller_micro_batch(gpucost__question *q)
{
    if (q->workload.kind == GPUCOST_WORKLOAD_INFERENCE || q->workload.micro_batch <= 1) return false;
    q->workload.micro_batch = 1;
    return true;
}

static bool fewer_sequences(gpucost__question *q)
{
    if (q->workload.kind != GPUCOST_WORKLOAD_INFERENCE || q->workload.concurrent_sequences <= 1) return false;
    q->workload.concurrent_sequences = 0;
    return true;
}

static bool fused_loss(gpucost__question *q)
{
    if (q->workload.kind == GPUCOST_WORKLOAD_INFERENCE || q->workload.loss == GPUCOST_LOSS_FUSED) return false;
    q->workload.loss = GPUCOST_LOSS_FUSED;
    return true;
}

static bool small_optimizer(gpucost__question *q)
{
    if (q->workload.kind != GPUCOST_WORKLOAD_TRAINING || q->workload.optimizer == GPUCOST_OPTIMIZER_ADAMW_8BIT)
        return false;
    q->workload.optimizer = GPUCOST_OPTIMIZER_ADAMW_8BIT;
    return true;
}

static bool lora(gpucost__question *q)
{
    if (q->workload.kind != GPUCOST_WORKLOAD_TRAINING) return false;
    q->workload.kind = GPUCOST_WORKLOAD_LORA;
    q->workload.master_weights = GPUCOST_MASTER_AUTO;
    return true;
}

static bool qlora(gpucost__question *q)
{
    if (q->workload.kind != GPUCOST_WORKLOAD_TRAINING && q->workload.kind != GPUCOST_WORKLOAD_LORA) return false;
    q->workload.kind = GPUCOST_WORKLOAD_QLORA;
    q->workload.master_weights = GPUCOST_MASTER_AUTO;
    memset(q->workload.weights, 0, sizeof q->workload.weights);
    return true;
}

static bool four_bit_weights(gpucost__question *q)
{
    if (q->workload.kind != GPUCOST_WORKLOAD_INFERENCE) return false;
    memset(q->workload.weights, 0, sizeof q->workload.weights);
    snprintf(q->workload.weights, sizeof q->workload.weights, "awq-4bit-g128");
    return true;
}

static bool half_sequence(gpucost__question *q)
{
    if (q->workload.kind == GPUCOST_WORKLOAD_INFERENCE || q->workload.sequence < 2) return false;
    q->workload.sequence /= 2;
    return true;
}

static const remedy remedies[] = {
    {"full recomputation", recompute_all},
    {"a micro-batch of 1 with gradient accumulation", smaller_micro_batch},
    {"fewer sequences at once", fewer_sequences},
    {"a fused loss", fused_loss},
    {"half the sequence length", half_sequence},
    {"an 8-bit optimiser", small_optimizer},
    {"4-bit weights", four_bit_weights},
    {"LoRA", lora},
    {"QLoRA", qlora},
};

/* Bytes as GiB with one decimal, in integers: no locale. */
static void gib(uint64_t bytes, char text[32])
{
    uint64_t tenths = (bytes * 10 + (UINT64_C(1) << 29)) >> 30;
    snprintf(text, 32, "%llu.%llu GiB", (unsigned long long)(tenths / 10), (unsigned long long)(tenths % 10));
}

gpucost_status gpucost__estimate_hint(const gpucost__question *question, const gpucost__found *closest, char *text,
                                      size_t capacity, gpucost_error *err)
{
    if (closest->memory.total_bytes == 0) {
        snprintf(text, capacity, "no layout divides the model over %llu devices",
                 (unsigned long long)question->cluster.devices);
        return GPUCOST_OK;
    }
    char need[32], usable[32], over[32];
    gib(closest->memory.total_bytes, need);
    gib(question->accelerator.memory_usable_bytes, usable);
    gib(closest->memory.total_bytes - question->accelerator.memory_usable_bytes, over);
    int used = snprintf(text, capacity, "needs %s per device at least, %s more than the %s usable", need, over, usable);
    for (size_t i = 0; i < sizeof remedies / sizeof *remedies; i++) {
        gpucost__question changed = *question;
        gpucost__found found;
        if (!remedies[i].change(&changed)) continue;
        gpucost_workload resolved = GPUCOST_INIT(gpucost_workload);
        GPUCOST__TRY(gpucost_workload_resolve(&changed.workload, &resolved, err));
        resolved.sequence = changed.workload.sequence;
        changed.workload = resolved;
        GPUCOST__TRY(gpucost__estimate_search(&changed, &found, err));
        if (!found.fits) continue;
        snprintf(text + used, capacity - (size_t)used, "; would fit with %s", remedies[i].text);
        return GPUCOST_OK;
    }
    snprintf(text + used, capacity - (size_t)used, "; would need more or larger devices");
    return GPUCOST_OK;
}
