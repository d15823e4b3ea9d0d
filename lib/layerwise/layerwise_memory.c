#include <math.h>

#include "layerwise/layerwise_run.h"
#include "layerwise/layerwise_table.h"
#include "network/network_handle.h"

static const double MIB = 1048576;

/* CUDA context, cuDNN and cuBLAS handles of a current PyTorch process. */
static const double CONTEXT_MIB = 450;

/* Parts that do not grow with the batch, and what each sample adds. */
typedef struct {
    double weights, gradients, optimizer, context, fixed_workspace;
    double activations, input, workspace; /* of one sample */
} parts;

static double state_bytes(const gpucost_workload *w)
{
    switch (w->optimizer) {
    case GPUCOST_OPTIMIZER_SGD: return 0;
    case GPUCOST_OPTIMIZER_MOMENTUM:
    case GPUCOST_OPTIMIZER_LION:
    case GPUCOST_OPTIMIZER_MUON: return 4;
    case GPUCOST_OPTIMIZER_ADAMW_8BIT: return 2;
    case GPUCOST_OPTIMIZER_ADAMW_BF16: return 4;
    case GPUCOST_OPTIMIZER_ADAFACTOR: return 0;
    default: return 8;
    }
}

/* Weights of products, which autocast copies. */
static double copied(const gpucost_network *network)
{
    double sum = 0;
    for (uint64_t i = 0; i < network->count; i++) {
        int32_t kind = network->nodes[i].layer.kind;
        if (kind == GPUCOST_LAYER_CONVOLUTION || kind == GPUCOST_LAYER_LINEAR || kind == GPUCOST_LAYER_TRANSPOSED)
            sum += (double)network->nodes[i].count.parameters;
    }
    return sum;
}

static bool scores_stay(const gpucost__layerwise_run *run, const gpucost__node *n)
{
    return n->layer.kind == GPUCOST_LAYER_ATTENTION && run->workload.attention == GPUCOST_ATTENTION_MATERIALISED;
}

/* Softmax and what it becomes; under autocast the softmax is fp32. */
static double score_bytes(const gpucost__layerwise_run *run, const gpucost__node *n)
{
    double scores = (double)(n->count.input_height * n->count.input_width) * (double)n->keys * (double)n->layer.heads;
    return scores * (run->element_bytes + (run->autocast ? 4 : run->element_bytes));
}

/* rajbhandari2020, section 5: what stages shard. chen2016, section 3: with full recomputation only results between
   blocks stay, one of every square root of the layers, and one block's own. */
static void training(const gpucost_network *network, const gpucost__layerwise_run *run,
                     const gpucost_layerwise_profile *profile, parts *p)
{
    int32_t fusion = profile->fusion, stage = profile->zero_stage;
    double shards = profile->shards ? (double)profile->shards : 1, masters = 0, unit = 0;
    double parameters = (double)network->totals.parameters, all = 0, largest = 0, widest = 0;
    for (uint64_t i = 0; i < network->count; i++) {
        const gpucost__node *n = &network->nodes[i];
        double out = (double)n->count.output_elements * run->element_bytes,
               in = (double)n->count.input_elements * run->element_bytes;
        double kept =
            gpucost__node_stored_bytes(n, run->element_bytes, run->autocast && fusion != GPUCOST_FUSION_NORMS);
        /* A fused norm keeps what it reads; the function after it is computed again. */
        bool follows = fusion == GPUCOST_FUSION_NORMS && n->layer.kind == GPUCOST_LAYER_MULTIPLY;
        all += (follows ? 0 : kept) + (scores_stay(run, n) ? score_bytes(run, n) : 0);
        largest = fmax(largest, in + out);
        widest = fmax(widest, out);
        unit = fmax(unit, (double)n->count.parameters);
    }
    double copies = run->autocast ? 2 : 0;
    p->weights = run->weight_bytes * parameters + copies * copied(network);
    if (run->weight_bytes < 4 && run->workload.master_weights != GPUCOST_MASTER_NONE &&
        run->workload.optimizer != GPUCOST_OPTIMIZER_ADAMW_BF16)
        masters = 4 * parameters;
    if (stage == 3) p->weights = p->weights / shards + 2 * run->element_bytes * unit; /* a layer runs, one is fetched */
    p->weights += masters / (stage > 0 ? shards : 1);
    p->gradients = run->weight_bytes * parameters / (stage > 1 ? shards : 1);
    p->optimizer = state_bytes(&run->workload) * parameters / (stage > 0 ? shards : 1);
    p->activations = all;
    if (run->workload.recompute == GPUCOST_RECOMPUTE_FULL) {
        double blocks = sqrt((double)network->count);
        p->activations = all / blocks + blocks * widest;
        if (p->activations > all) p->activations = all;
    }
    p->workspace = largest; /* gradients of a result and of what it was made of */
}

/* Results live until their last reader has run. */
static double live(const gpucost_network *network, double element_bytes)
{
    double most = 0, now = 0;
    for (uint64_t i = 0; i < network->count; i++) {
        const gpucost__node *n = &network->nodes[i];
        now += (double)n->count.output_elements;
        most = fmax(most, now);
        for (uint32_t k = 0; k < n->inputs; k++) {
            bool again = false; /* a layer may read a result twice */
            for (uint32_t j = 0; j < k; j++) again = again || n->from[j] == n->from[k];
            const gpucost__node *read = &network->nodes[n->from[k]];
            if (!again && read->last_use == i) now -= (double)read->count.output_elements;
        }
    }
    return most * element_bytes;
}

static void inference(const gpucost_network *network, const gpucost__layerwise_run *run, parts *p)
{
    p->weights = run->weight_bytes * (double)network->totals.parameters;
    if (run->autocast) p->weights += run->element_bytes * copied(network);
    p->activations = live(network, run->element_bytes);
}

static gpucost_status parts_of(const gpucost_network *network, const gpucost_workload *workload,
                               const gpucost_layerwise_profile *profile, gpucost__layerwise_run *run, parts *p,
                               gpucost_error *err)
{
    gpucost_layerwise_profile software;
    GPUCOST__TRY(gpucost__struct_in(&gpucost__layerwise_profile_table, profile, &software, err));
    GPUCOST__TRY(gpucost__layerwise_run_of(workload, run, err));
    *p = (parts){.context = CONTEXT_MIB * MIB, .fixed_workspace = 64 * MIB};
    if (run->trains)
        training(network, run, &software, p);
    else
        inference(network, run, p);
    p->input = 2 * (double)network->nodes[0].count.output_elements * run->element_bytes;
    double split = software.split ? (double)software.split : 1; /* of each sample's positions */
    p->activations /= split;
    p->workspace /= split;
    p->input /= split;
    return GPUCOST_OK;
}

static void fill(const parts *p, double batch, gpucost_layerwise_memory *m)
{
    m->weights_bytes = (uint64_t)ceil(p->weights);
    m->gradients_bytes = (uint64_t)ceil(p->gradients);
    m->optimizer_bytes = (uint64_t)ceil(p->optimizer);
    m->activations_bytes = (uint64_t)ceil(batch * p->activations);
    m->input_bytes = (uint64_t)ceil(batch * p->input);
    m->workspace_bytes = (uint64_t)ceil(p->fixed_workspace + batch * p->workspace);
    m->context_bytes = (uint64_t)p->context;
    m->total_bytes = m->weights_bytes + m->gradients_bytes + m->optimizer_bytes + m->activations_bytes +
                     m->input_bytes + m->workspace_bytes + m->context_bytes;
    m->bytes_per_sample = (uint64_t)ceil(p->activations + p->input + p->workspace);
}

static gpucost_status fits_numbers(const parts *p, double batch, gpucost_error *err)
{
    double sum = p->weights + p->gradients + p->optimizer + p->context + p->fixed_workspace +
                 batch * (p->activations + p->input + p->workspace);
    if (sum < 9e18) return GPUCOST_OK;
    return gpucost__fail_field(err, GPUCOST_E_RANGE, "micro_batch", NULL, "the bytes exceed 64 bits");
}

gpucost_status gpucost_layerwise_memory_of(const gpucost_network *network, const gpucost_workload *workload,
                                           const gpucost_layerwise_profile *profile, gpucost_layerwise_memory *memory,
                                           gpucost_error *err)
{
    gpucost__clear(err);
    gpucost__layerwise_run run;
    parts p;
    gpucost_layerwise_memory m = {.size = sizeof m};
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__layerwise_memory_table, memory, err));
    GPUCOST__TRY(parts_of(network, workload, profile, &run, &p, err));
    GPUCOST__TRY(fits_numbers(&p, run.batch, err));
    fill(&p, run.batch, &m);
    gpucost__struct_out(&gpucost__layerwise_memory_table, &m, memory);
    return GPUCOST_OK;
}

gpucost_status gpucost_layerwise_largest_batch(const gpucost_network *network, const gpucost_workload *workload,
                                               const gpucost_layerwise_profile *profile, uint64_t capacity_bytes,
                                               uint64_t *samples, gpucost_error *err)
{
    gpucost__clear(err);
    gpucost__layerwise_run run;
    parts p;
    GPUCOST__TRY(parts_of(network, workload, profile, &run, &p, err));
    double fixed = p.weights + p.gradients + p.optimizer + p.context + p.fixed_workspace;
    double each = p.activations + p.input + p.workspace, room = (double)capacity_bytes - fixed;
    *samples = room < each ? 0 : (uint64_t)(room / each);
    return GPUCOST_OK;
}
