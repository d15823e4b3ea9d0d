/* What would make a training step faster. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "estimate/estimate_search.h"
#include "estimate/estimate_table.h"
#include "model/model_handle.h"
#include "precision/precision_row.h"
#include "training/training_table.h"

static const gpucost_field gain_fields[] = {
    FIELD_SIZE(gpucost_requirement_gain),
    FIELD(gpucost_requirement_gain, change, GPUCOST_FIELD_TEXT, .doc = "what changes"),
    FIELD(gpucost_requirement_gain, step_s, GPUCOST_FIELD_F64, .unit = "s", .doc = "time of a step then"),
    FIELD(gpucost_requirement_gain, tokens_per_s, GPUCOST_FIELD_F64, .unit = "tokens/s",
          .doc = "over all devices then"),
    FIELD(gpucost_requirement_gain, gain, GPUCOST_FIELD_F64, .doc = "tokens/s then over now, - 1"),
};

const gpucost_struct gpucost__requirement_gain_table =
    STRUCT_TABLE(gpucost_requirement_gain, gain_fields, "A change that would make a training step faster.");

/* A job that changes are tried on. */
typedef struct {
    const gpucost_model *model;
    const gpucost_catalogue *catalogue;
    const gpucost_training_profile *profile;
    gpucost_cluster cluster;
    gpucost_accelerator accelerator;
    gpucost_workload workload;
    gpucost_parallelism layout;
    bool has_layout;
} job;

typedef struct {
    const char *text;
    bool (*change)(job *j); /* false when it does not apply */
} change;

/* Products in another format, where they are wider and the chip has a rate. */
static bool narrower(job *j, const char *format, const char *wider_than)
{
    const gpucost_precision *now, *then, *limit;
    double rate;
    if (gpucost__precision_need(j->workload.compute, &now, NULL) || gpucost__precision_need(format, &then, NULL) ||
        gpucost__precision_need(wider_than, &limit, NULL))
        return false;
    if (now->bits_per_weight <= limit->bits_per_weight) return false;
    if (gpucost_accelerator_rate(&j->accelerator, then->rate, &rate, NULL) != GPUCOST_OK) return false;
    memset(j->workload.compute, 0, sizeof j->workload.compute);
    strncpy(j->workload.compute, format, sizeof j->workload.compute - 1);
    return true;
}

static bool in_fp8(job *j)
{
    return narrower(j, "fp8", "fp8");
}

static bool in_nvfp4(job *j)
{
    return narrower(j, "nvfp4", "nvfp4");
}

static bool in_bf16(job *j)
{
    return narrower(j, "bf16", "bf16");
}

static bool in_tf32(job *j)
{
    return strcmp(j->workload.compute, "fp32") == 0 && narrower(j, "tf32", "bf16");
}

static bool without_recomputation(job *j)
{
    if (j->workload.recompute <= GPUCOST_RECOMPUTE_NONE) return false;
    j->workload.recompute = GPUCOST_RECOMPUTE_NONE;
    return true;
}

static bool twice_the_micro_batch(job *j)
{
    if (!j->workload.micro_batch) return false; /* searched, or 1 by default */
    j->workload.micro_batch *= 2;
    return true;
}

static bool half_the_micro_batch(job *j)
{
    if (j->workload.micro_batch < 2) return false;
    j->workload.micro_batch /= 2;
    return true;
}

static bool another_layout(job *j)
{
    if (!j->has_layout) return false;
    j->has_layout = false;
    return true;
}

static bool fused_attention(job *j)
{
    if (j->workload.attention != GPUCOST_ATTENTION_MATERIALISED) return false;
    j->workload.attention = GPUCOST_ATTENTION_FLASH;
    return true;
}

static bool fused_loss(job *j)
{
    if (j->workload.loss == GPUCOST_LOSS_FUSED) return false;
    j->workload.loss = GPUCOST_LOSS_FUSED;
    return true;
}

static bool twice_the_batch(job *j)
{
    if (!j->workload.global_batch) return false;
    j->workload.global_batch *= 2;
    return true;
}

static bool twice_the_network(job *j)
{
    if (j->cluster.devices <= j->cluster.devices_per_node) return false;
    j->cluster.network_bytes_per_s *= 2;
    return true;
}

static bool twice_the_links(job *j)
{
    if (j->cluster.devices_per_node < 2) return false;
    j->cluster.scale_up_bytes_per_s *= 2;
    return true;
}

static const change changes[] = {
    {"tf32 products", in_tf32},
    {"bf16 products", in_bf16},
    {"fp8 products", in_fp8},
    {"nvfp4 products", in_nvfp4},
    {"no recomputation", without_recomputation},
    {"twice the micro-batch", twice_the_micro_batch},
    {"half the micro-batch", half_the_micro_batch},
    {"the fastest layout", another_layout},
    {"fused attention", fused_attention},
    {"a fused loss", fused_loss},
    {"twice the global batch", twice_the_batch},
    {"a network twice as fast", twice_the_network},
    {"links inside a node twice as fast", twice_the_links},
};
enum { CHANGES = sizeof changes / sizeof *changes };
_Static_assert(CHANGES <= (int)GPUCOST_REQUIREMENT_GAINS_MOST, "every change has room");

/* The step under the job's layout, or under the fastest that fits. */
static gpucost_status step_of(const job *j, gpucost_training *training, bool *fits, gpucost_error *err)
{
    if (!j->has_layout) {
        gpucost__question question = {.model = j->model, .catalogue = j->catalogue, .cluster = j->cluster,
                                      .accelerator = j->accelerator, .workload = j->workload, .profile = j->profile};
        gpucost__found found;
        GPUCOST__TRY(gpucost__estimate_search(&question, &found, err));
        *fits = found.fits != 0;
        *training = found.training;
        return GPUCOST_OK;
    }
    gpucost_memory memory = GPUCOST_INIT(gpucost_memory);
    *training = GPUCOST_INIT(gpucost_training);
    GPUCOST__TRY(gpucost_training_estimate_with(j->model, j->catalogue, &j->cluster, &j->workload, &j->layout,
                                                j->profile, training, err));
    GPUCOST__TRY(gpucost_memory_estimate(j->model, &j->workload, &j->layout, &memory, err));
    *fits = memory.total_bytes <= j->accelerator.memory_usable_bytes;
    return GPUCOST_OK;
}

static gpucost_status prepare(job *j, const gpucost_cluster *cluster, const gpucost_workload *workload,
                              const gpucost_parallelism *layout, gpucost_error *err)
{
    enum { SEQUENCE_DEFAULT = 4096 }; /* tokens, when the model's context is longer */
    j->cluster = GPUCOST_INIT(gpucost_cluster);
    j->accelerator = GPUCOST_INIT(gpucost_accelerator);
    j->workload = GPUCOST_INIT(gpucost_workload);
    GPUCOST__TRY(gpucost_workload_resolve(workload, &j->workload, err));
    if (j->workload.kind == GPUCOST_WORKLOAD_INFERENCE)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "kind", "inference", "only training steps are compared");
    GPUCOST__TRY(gpucost_cluster_resolve(j->catalogue, cluster, &j->cluster, &j->accelerator, err));
    uint64_t context = j->model->architecture.context_length;
    if (!j->workload.sequence)
        j->workload.sequence = context && context < SEQUENCE_DEFAULT ? context : SEQUENCE_DEFAULT;
    j->has_layout = layout != NULL;
    if (layout) j->layout = *layout;
    return GPUCOST_OK;
}

static int by_gain(const void *a, const void *b)
{
    const gpucost_requirement_gain *x = a, *y = b;
    return (x->gain < y->gain) - (x->gain > y->gain);
}

gpucost_status gpucost_requirement_gains(const gpucost_model *model, const gpucost_catalogue *catalogue,
                                         const gpucost_cluster *cluster, const gpucost_workload *workload,
                                         const gpucost_parallelism *layout, const gpucost_training_profile *profile,
                                         gpucost_requirement_gain *gains, uint64_t gain_stride, uint64_t *count,
                                         gpucost_error *err)
{
    static const double LEAST = 1e-3;
    gpucost__clear(err);
    uint64_t stride = gain_stride ? gain_stride : sizeof *gains;
    if (stride % 8 || stride < 16)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "gain_stride", NULL,
                                   "%llu is not allowed; expected a multiple of 8 from 16 on",
                                   (unsigned long long)stride);
    for (uint64_t i = 0; i < GPUCOST_REQUIREMENT_GAINS_MOST; i++)
        GPUCOST__TRY(gpucost__struct_can_out(&gpucost__requirement_gain_table, (char *)gains + i * stride, err));
    gpucost_training_profile ours = GPUCOST_INIT(gpucost_training_profile);
    GPUCOST__TRY(gpucost__struct_in(&gpucost__training_profile_table, profile, &ours, err));
    job base = {.model = model, .catalogue = catalogue, .profile = &ours};
    GPUCOST__TRY(prepare(&base, cluster, workload, layout, err));
    gpucost_training now;
    bool fits;
    GPUCOST__TRY(step_of(&base, &now, &fits, err));
    gpucost_requirement_gain found[CHANGES];
    uint64_t filled = 0;
    for (int i = 0; fits && i < CHANGES; i++) {
        job changed = base;
        gpucost_training then;
        bool then_fits;
        if (!changes[i].change(&changed)) continue;
        /* A change that the job's other choices rule out is no gain. */
        if (step_of(&changed, &then, &then_fits, NULL) != GPUCOST_OK || !then_fits) continue;
        double gain = then.tokens_per_s / now.tokens_per_s - 1;
        if (gain < LEAST) continue;
        gpucost_requirement_gain *g = &found[filled++];
        *g = (gpucost_requirement_gain){
            .size = sizeof *g, .step_s = then.step_s, .tokens_per_s = then.tokens_per_s, .gain = gain};
        strncpy(g->change, changes[i].text, sizeof g->change - 1);
    }
    qsort(found, filled, sizeof *found, by_gain);
    for (uint64_t i = 0; i < filled; i++)
        gpucost__struct_out(&gpucost__requirement_gain_table, &found[i], (char *)gains + i * stride);
    *count = filled;
    return GPUCOST_OK;
}
