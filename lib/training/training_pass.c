#include "training/training_pass.h"

#include <math.h>
#include <string.h>

#include "training/training_collective.h"
#include "training/training_roofline.h"

enum { TRAINING_TOKENS_PER_STEP = 4 * 1024 * 1024, TUNING_SEQUENCES_PER_STEP = 16, SEQUENCE_DEFAULT = 4096 };

gpucost_status gpucost__pass_of(const gpucost__training_case *run, const gpucost_parallelism *layout, gpucost__pass *p,
                                gpucost_error *err)
{
    const gpucost_workload *w = run->workload;
    uint64_t sequence = w->sequence, data = layout->data_degree;
    uint64_t sequences = w->micro_batch > 0 ? w->micro_batch : 1;
    if (sequence == 0) {
        uint64_t context = run->architecture->context_length;
        sequence = context > 0 && context < SEQUENCE_DEFAULT ? context : SEQUENCE_DEFAULT;
    }
    p->frozen = w->kind == GPUCOST_WORKLOAD_LORA || w->kind == GPUCOST_WORKLOAD_QLORA;
    uint64_t batch = w->global_batch;
    if (batch == 0) {
        uint64_t wanted = p->frozen ? TUNING_SEQUENCES_PER_STEP : (TRAINING_TOKENS_PER_STEP + sequence - 1) / sequence;
        uint64_t pass_sequences = data * sequences;
        batch = (wanted + pass_sequences - 1) / pass_sequences * pass_sequences;
    }
    if (batch % data != 0)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "global_batch", NULL,
                                   "a batch of %llu sequences is not a multiple of data_degree %llu",
                                   (unsigned long long)batch, (unsigned long long)data);
    if (sequences > batch / data) sequences = batch / data;
    p->sequence = (double)sequence;
    p->micro_batch = (double)sequences;
    p->micro_batches = (double)(batch / data) / (double)sequences;
    p->tensor = (double)layout->tensor_degree;
    p->pipeline = (double)layout->pipeline_degree;
    p->chunks = (double)layout->virtual_stages;
    p->context = (double)layout->context_degree;
    p->data = (double)data;
    p->experts = (double)layout->expert_degree;
    p->tokens = p->micro_batch * p->sequence / p->context;
    p->zero_stage = layout->zero_stage;
    p->sequence_parallel = layout->sequence_parallel != 0;
    p->again_full = w->recompute == GPUCOST_RECOMPUTE_FULL;
    p->again_scores = w->recompute == GPUCOST_RECOMPUTE_SELECTIVE;
    return GPUCOST_OK;
}

double gpucost__exposed_s(double hidden_share, double communication_s, double cover_s)
{
    double hidden = communication_s < cover_s ? communication_s : cover_s;
    return communication_s - hidden + hidden_share * hidden;
}

/* Channels that adapters read and write for one token of a layer. */
static double adapter_channels(const gpucost__layer *layer, int32_t targets)
{
    double channels = 0;
    for (int i = 0; i < layer->products; i++) {
        const gpucost__product *p = &layer->product[i];
        bool attention = i < 2;
        if (targets > 0 && !attention) continue;
        channels += (targets == 2 ? 0.5 : 1) * p->visits * (p->k + 2 * p->n);
    }
    return channels;
}

/* Waits of one layer for other devices in each forward pass and in the backward pass. */
typedef struct waits {
    double forward_s, backward_s;
} waits;

static waits layer_communication(const gpucost__training_case *run, const gpucost__layer *layer, const gpucost__pass *p,
                                 double norm_tensor, const gpucost__layer_time *time)
{
    const gpucost__training_rates *rates = run->rates;
    double hidden = (double)run->architecture->hidden, bytes = p->tokens * rates->element_bytes;
    waits wait = {0, 0};
    if (p->tensor > 1) { /* narayanan2021, section 2.3: an all-reduce after attention and one after the feed-forward */
        gpucost__group group = gpucost__group_of(rates, p->tensor, 1);
        double reduce = 2 * gpucost__all_reduce_s(rates, group, bytes * hidden, 1);
        /* Pieces of products hide it forward only where it is split by sequence; backward, gradients of weights do. */
        wait.forward_s = reduce * (p->sequence_parallel ? rates->tensor_exposed : 1);
        wait.backward_s = reduce;
        if (rates->tensor_overlaps > 0)
            wait.backward_s = gpucost__exposed_s(rates->hidden_share, reduce, time->weight_gradient_s);
        if (wait.backward_s > wait.forward_s) wait.backward_s = wait.forward_s;
    }
    double both = 0;
    if (layer->routed && p->experts > 1) {
        gpucost__group group = gpucost__group_of(rates, p->experts, p->tensor);
        double copies = layer->routed_channels / hidden;
        both += rates->expert_exposed * 2 *
                gpucost__all_to_all_s(rates, group, bytes * layer->routed_channels / norm_tensor, copies);
    }
    if (p->context > 1) {
        gpucost__group group = gpucost__group_of(rates, p->context, p->tensor);
        double gather = gpucost__all_gather_s(rates, group, bytes * p->context * layer->kv_channels / p->tensor, 1);
        both += gpucost__exposed_s(rates->hidden_share, gather, time->attention_s);
    }
    wait.forward_s += both;
    wait.backward_s += both;
    return wait;
}

static void add_layers(const gpucost__training_case *run, const gpucost__pass *p, gpucost__pass_time *m)
{
    const gpucost__training_rates *rates = run->rates;
    const gpucost_workload *w = run->workload;
    double layers = 0, host = 0, stall = 0;
    double adapters = p->frozen && p->tensor * p->pipeline * p->context <= 1 ? rates->eager_adapters : 1;
    for (int i = 0; i < run->stack.kinds; i++) layers += run->stack.layer[i].count;
    /* The fullest stage sets the pace. */
    double crowd = ceil(layers / p->pipeline) / layers;
    m->crowding = crowd * p->pipeline;
    gpucost__slice slice = {.tokens = p->tokens,
                            .keys = gpucost__stack_keys(&run->stack, p->sequence),
                            .tensor = p->tensor,
                            .experts = p->experts,
                            .norm_tensor = p->sequence_parallel ? p->tensor : 1,
                            .sharded = p->zero_stage >= 2,
                            .frozen = p->frozen,
                            .materialised = rates->stores_scores > 0};
    for (int i = 0; i < run->stack.kinds; i++) {
        const gpucost__layer *layer = &run->stack.layer[i];
        gpucost__layer_time time;
        gpucost__layer_time_of(rates, layer, &slice, &time);
        double count = layer->count * crowd, memory = time.memory_s;
        if (p->frozen)
            memory += p->tokens * adapter_channels(layer, w->lora_targets) / p->tensor * rates->element_bytes /
                      rates->memory_bytes_per_s;
        waits wait = layer_communication(run, layer, p, slice.norm_tensor, &time);
        m->matrix_s += count * (time.matrix_s + time.input_gradient_s + time.weight_gradient_s);
        m->attention_s += count * (1 + time.attention_backward) * time.attention_s;
        m->memory_s += count * (3 * memory + 2 * time.unpack_s);
        m->communication_s += count * ((p->again_full ? 2 : 1) * wait.forward_s + wait.backward_s);
        if (layer->routed) stall += count * rates->routed_stall_s * (p->again_full ? 4.0 / 3 : 1);
        if (p->again_full)
            m->recompute_s += count * (time.matrix_s + time.attention_s + memory + time.unpack_s);
        else if (p->again_scores && slice.sharded &&
                 !slice.materialised) /* every other layer, or every other product */
            m->recompute_s += count * (time.matrix_s + time.attention_s + memory + time.unpack_s) / 2;
        else if (p->again_scores)
            m->recompute_s += count * time.attention_s;
        host += count * rates->launch_s * adapters * (p->again_full ? 4.0 / 3 : 1);
    }
    double device = m->matrix_s + m->attention_s + m->memory_s + m->recompute_s;
    m->overhead_s = stall + (host > device ? host - device : 0);
}

static void add_head(const gpucost__training_case *run, const gpucost__pass *p, gpucost__pass_time *m)
{
    const gpucost__product *head = &run->stack.head;
    if (head->n <= 0) return;
    /* Passes over the logits, forward and backward, in bytes: fp32 copies of plain cross-entropy, fewer when compiled.
     */
    static const double logit_bytes[] = {
        [GPUCOST_LOSS_PLAIN] = 24, [GPUCOST_LOSS_COMPILED] = 14, [GPUCOST_LOSS_FUSED] = 8};
    double n = head->n / p->tensor;
    /* devlin2018, section 3.1: an encoder predicts the masked tokens, 15 % of all. */
    double tokens = p->tokens * (run->stack.layer[0].causal ? 1 : 0.15);
    /* A pipeline whose layers do not divide over the stages leaves the last stage room for the head. */
    double layers = 0;
    for (int i = 0; i < run->stack.kinds; i++) layers += run->stack.layer[i].count;
    if (p->pipeline > 1 && fmod(layers, p->pipeline) > 0) return;
    double rate = run->rates->half_flop_per_s;
    double matrix_s = gpucost__product_s(run->rates, rate, tokens, head->k, n, 1) +
                      gpucost__product_s(run->rates, rate, tokens, n, head->k, 1);
    if (!p->frozen) matrix_s += gpucost__weight_gradient_s(run->rates, rate, tokens, head->k, n, 1, 8);
    double memory_s =
        tokens * n * logit_bytes[run->workload->loss] * run->rates->logit_traffic / run->rates->memory_bytes_per_s;
    m->matrix_s += matrix_s;
    m->memory_s += memory_s;
    m->head_s = matrix_s + memory_s;
}

/* Activations to the next stage and their gradients back, each device of a tensor group its share [narayanan2021,
   section 4.1]; an interleaved schedule has other work meanwhile. */
static double stage_communication(const gpucost__training_case *run, const gpucost__pass *p)
{
    const gpucost__training_rates *rates = run->rates;
    double bytes = p->tokens * (double)run->architecture->hidden * rates->element_bytes / p->tensor;
    double send = gpucost__send_s(rates, p->tensor * p->context * p->data, bytes);
    return 2 * p->chunks * send * (p->chunks > 1 ? rates->hidden_share : 1);
}

void gpucost__pass_time_of(const gpucost__training_case *run, const gpucost__pass *p, gpucost__pass_time *m)
{
    memset(m, 0, sizeof *m);
    add_layers(run, p, m);
    add_head(run, p, m);
    if (p->pipeline > 1) m->communication_s += stage_communication(run, p);
}
