#include <math.h>
#include <string.h>

#include "training/training_collective.h"
#include "training/training_estimate.h"
#include "training/training_pipeline.h"
#include "training/training_roofline.h"

enum { TRAINING_TOKENS_PER_STEP = 4 * 1024 * 1024, TUNING_SEQUENCES_PER_STEP = 16, SEQUENCE_DEFAULT = 4096 };

/* Sizes of one device and pass. */
typedef struct pass {
    double sequence, micro_batch, micro_batches, tokens;
    double tensor, pipeline, chunks, context, data, experts;
    bool frozen, again_full, again_scores;
} pass;

/* Parts of one micro-batch on the slowest stage. */
typedef struct micro {
    double matrix_s, attention_s, recompute_s, memory_s, communication_s, overhead_s;
} micro;

/* Parameters of one device. */
typedef struct share {
    double dense, experts, trained;
} share;

static double most(double a, double b)
{
    return a > b ? a : b;
}

/* Communication that computation may hide still slows it down: links and memory are shared. */
static double exposed(const gpucost__training_rates *rates, double communication_s, double cover_s)
{
    double hidden = communication_s < cover_s ? communication_s : cover_s;
    return communication_s - hidden + rates->hidden_share * hidden;
}

static gpucost_status batch_of(const gpucost__training_case *run, const gpucost_parallelism *layout, pass *p,
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
    p->again_full = w->recompute == GPUCOST_RECOMPUTE_FULL;
    p->again_scores = w->recompute == GPUCOST_RECOMPUTE_SELECTIVE;
    return GPUCOST_OK;
}

/* Channels that adapters read and write for one token of a layer. */
static double adapter_channels(const gpucost__layer *layer, int32_t targets)
{
    double channels = 0;
    for (int i = 0; i < layer->products; i++) {
        const gpucost__product *p = &layer->product[i];
        bool attention = i < 2;
        if (targets > 0 && !attention) continue;
        channels += (targets == 2 ? 0.5 : 1) * p->visits * (p->k + 3 * p->n);
    }
    return channels;
}

static double adapter_weights(const gpucost__layer *layer, int32_t targets, double rank)
{
    double weights = 0;
    for (int i = 0; i < layer->products; i++) {
        const gpucost__product *p = &layer->product[i];
        if (targets > 0 && i >= 2) continue;
        weights += (targets == 2 ? 0.5 : 1) * p->matrices * rank * (p->k + p->n);
    }
    return weights;
}

static share share_of(const gpucost__training_case *run, const pass *p)
{
    const gpucost_parameters *count = run->parameters;
    double ends = (double)count->embedding + (double)count->head;
    if (p->pipeline > 1) ends = most((double)count->embedding, (double)count->head) * p->pipeline;
    double experts = (double)count->experts, layers = (double)(count->total - count->embedding - count->head) - experts;
    share s = {.dense = (layers + ends) / (p->tensor * p->pipeline),
               .experts = experts / (p->tensor * p->pipeline * p->experts)};
    s.trained = s.dense + s.experts;
    if (p->frozen) {
        s.trained = 0;
        for (int i = 0; i < run->network.kinds; i++) {
            const gpucost__layer *layer = &run->network.layer[i];
            double rank = run->workload->lora_rank > 0 ? (double)run->workload->lora_rank : 16;
            s.trained += layer->count * adapter_weights(layer, run->workload->lora_targets, rank);
        }
        s.trained /= p->tensor * p->pipeline;
    }
    return s;
}

/* Tensor, expert and context parallelism wait in every layer; returns the forward time of one layer. */
static double layer_communication(const gpucost__training_case *run, const gpucost__layer *layer, const pass *p,
                                  double norm_tensor, const gpucost__layer_time *time)
{
    const gpucost__training_rates *rates = run->rates;
    double hidden = (double)run->architecture->hidden, bytes = p->tokens * rates->element_bytes, wait = 0;
    if (p->tensor > 1) { /* narayanan2021, section 2.3: an all-reduce after attention and one after the feed-forward */
        gpucost__group group = gpucost__group_of(rates, p->tensor, 1);
        wait += rates->tensor_exposed * 2 * gpucost__all_reduce_s(rates, group, bytes * hidden);
    }
    if (layer->routed && p->experts > 1) {
        gpucost__group group = gpucost__group_of(rates, p->experts, p->tensor);
        wait += 2 * gpucost__all_to_all_s(rates, group, bytes * layer->routed_channels / norm_tensor);
    }
    if (p->context > 1) {
        gpucost__group group = gpucost__group_of(rates, p->context, p->tensor);
        double gather = gpucost__all_gather_s(rates, group, bytes * p->context * layer->kv_channels / p->tensor);
        wait += exposed(rates, gather, time->attention_s);
    }
    return wait;
}

static void add_layers(const gpucost__training_case *run, const pass *p, bool sequence_parallel, micro *m)
{
    const gpucost__training_rates *rates = run->rates;
    const gpucost_workload *w = run->workload;
    double layers = 0, host = 0, adapters = p->frozen ? 2 : 1;
    for (int i = 0; i < run->network.kinds; i++) layers += run->network.layer[i].count;
    /* The fullest stage sets the pace. */
    double crowd = ceil(layers / p->pipeline) / layers;
    gpucost__slice slice = {.tokens = p->tokens, .keys = gpucost__network_keys(&run->network, p->sequence),
                            .tensor = p->tensor, .experts = p->experts,
                            .norm_tensor = sequence_parallel ? p->tensor : 1,
                            .materialised = w->attention == GPUCOST_ATTENTION_MATERIALISED};
    double passes = p->frozen ? 2 : 3;
    for (int i = 0; i < run->network.kinds; i++) {
        const gpucost__layer *layer = &run->network.layer[i];
        gpucost__layer_time time;
        gpucost__layer_time_of(rates, layer, &slice, &time);
        double count = layer->count * crowd, memory = time.memory_s;
        if (p->frozen)
            memory += p->tokens * adapter_channels(layer, w->lora_targets) / p->tensor * rates->element_bytes /
                      rates->memory_bytes_per_s;
        double wait = layer_communication(run, layer, p, slice.norm_tensor, &time);
        m->matrix_s += count * passes * time.matrix_s;
        m->attention_s += count * (1 + time.attention_backward) * time.attention_s;
        m->memory_s += count * (3 * memory + 2 * time.unpack_s);
        m->communication_s += count * (p->again_full ? 3 : 2) * wait;
        if (p->again_full)
            m->recompute_s += count * (time.matrix_s + time.attention_s + memory + time.unpack_s);
        else if (p->again_scores)
            m->recompute_s += count * time.attention_s;
        host += count * rates->launch_s * adapters * (p->again_full ? 4.0 / 3 : 1);
    }
    double device = m->matrix_s + m->attention_s + m->memory_s + m->recompute_s;
    m->overhead_s = host > device ? host - device : 0;
}

static void add_head(const gpucost__training_case *run, const pass *p, micro *m)
{
    const gpucost__product *head = &run->network.head;
    if (head->n <= 0) return;
    /* Passes over the logits, forward and backward, in bytes: fp32 copies of plain cross-entropy, fewer when compiled. */
    static const double logit_bytes[] = {[GPUCOST_LOSS_PLAIN] = 24, [GPUCOST_LOSS_COMPILED] = 14, [GPUCOST_LOSS_FUSED] = 8};
    double n = head->n / p->tensor;
    /* A pipeline whose layers do not divide over the stages leaves the last stage room for the head. */
    double layers = 0;
    for (int i = 0; i < run->network.kinds; i++) layers += run->network.layer[i].count;
    if (p->pipeline > 1 && fmod(layers, p->pipeline) > 0) return;
    m->matrix_s += (p->frozen ? 2 : 3) * gpucost__product_s(run->rates, run->rates->half_flop_per_s, p->tokens, head->k, n, 1);
    m->memory_s += p->tokens * n * logit_bytes[run->workload->loss] / run->rates->memory_bytes_per_s;
}

/* Traffic of an update for one trained parameter: gradient, states and master read, states, master and weight written. */
static double update_bytes(const gpucost_workload *w)
{
    static const double bytes[] = {[GPUCOST_OPTIMIZER_ADAMW] = 30, [GPUCOST_OPTIMIZER_ADAMW_8BIT] = 18,
                                   [GPUCOST_OPTIMIZER_ADAMW_BF16] = 14, [GPUCOST_OPTIMIZER_ADAFACTOR] = 16,
                                   [GPUCOST_OPTIMIZER_LION] = 22, [GPUCOST_OPTIMIZER_SGD] = 14,
                                   [GPUCOST_OPTIMIZER_MOMENTUM] = 22, [GPUCOST_OPTIMIZER_MUON] = 30};
    return bytes[w->optimizer];
}

/* Sharded weights are gathered for the forward and the backward pass, and gradients scattered, in every micro-batch. */
static void add_sharded_weights(const gpucost__training_case *run, const pass *p, const share *s, micro *m)
{
    const gpucost__training_rates *rates = run->rates;
    gpucost__group all = gpucost__group_of(rates, p->data * p->context, p->tensor);
    gpucost__group peers = gpucost__group_of(rates, p->data * p->context / p->experts, p->tensor * p->experts);
    double weight_bytes = run->rates->weight_bytes, gradient_bytes = p->frozen ? 0 : rates->element_bytes;
    double gathers = 2 * (gpucost__all_gather_s(rates, all, s->dense * weight_bytes) +
                          gpucost__all_gather_s(rates, peers, s->experts * weight_bytes));
    double scatters = gpucost__reduce_scatter_s(rates, all, s->dense * gradient_bytes) +
                      gpucost__reduce_scatter_s(rates, peers, s->experts * gradient_bytes);
    double cover = m->matrix_s + m->attention_s + m->memory_s + m->recompute_s;
    m->communication_s += exposed(rates, gathers + scatters, cover);
}

/* Replicas reduce their gradients once a step, while the last micro-batch runs backward. */
static double gradient_communication(const gpucost__training_case *run, const pass *p, const share *s,
                                     int32_t zero_stage, const micro *m)
{
    const gpucost__training_rates *rates = run->rates;
    double bytes = rates->gradient_bytes, total = 0;
    double dense = p->frozen ? s->trained : s->dense, experts = p->frozen ? 0 : s->experts;
    gpucost__group all = gpucost__group_of(rates, p->data * p->context, p->tensor);
    gpucost__group peers = gpucost__group_of(rates, p->data * p->context / p->experts, p->tensor * p->experts);
    if (zero_stage == 0) {
        total = gpucost__all_reduce_s(rates, all, dense * bytes) + gpucost__all_reduce_s(rates, peers, experts * bytes);
    } else {
        total = gpucost__reduce_scatter_s(rates, all, dense * bytes) +
                gpucost__reduce_scatter_s(rates, peers, experts * bytes) +
                gpucost__all_gather_s(rates, all, dense * rates->element_bytes) +
                gpucost__all_gather_s(rates, peers, experts * rates->element_bytes);
    }
    double cover = (m->matrix_s + m->attention_s + m->memory_s) * 2 / 3 + m->recompute_s;
    return exposed(rates, total, cover);
}

static double optimizer_s(const gpucost__training_case *run, const pass *p, const share *s, int32_t zero_stage)
{
    const gpucost__training_rates *rates = run->rates;
    double trained = s->trained;
    if (zero_stage > 0) trained = (p->frozen ? s->trained : s->dense) / (p->data * p->context) +
                                  (p->frozen ? 0 : s->experts) / (p->data * p->context / p->experts);
    double bytes = trained * update_bytes(run->workload);
    if (run->workload->offload != GPUCOST_OFFLOAD_OPTIMIZER) return bytes / rates->memory_bytes_per_s;
    /* ren2021 (ZeRO-Offload), section 4: gradients go to the host, the host updates, 16-bit weights come back. */
    return trained * (rates->gradient_bytes + rates->element_bytes) / rates->host_bytes_per_s +
           bytes / rates->host_memory_bytes_per_s;
}

/* A user's own figures replace what was computed; the parts keep their proportions. */
static void assume(const gpucost_workload *w, double flop_s, gpucost_training *t)
{
    double own = t->matrix_s + t->attention_s + t->recompute_s + t->memory_s + t->optimizer_s + t->overhead_s;
    double others = t->communication_s + t->bubble_s;
    double efficiency = w->scaling_efficiency;
    if (w->mfu > 0) {
        double target = flop_s / w->mfu, scale = target / (efficiency > 0 ? own : own + others);
        t->matrix_s *= scale;
        t->attention_s *= scale;
        t->recompute_s *= scale;
        t->memory_s *= scale;
        t->optimizer_s *= scale;
        t->overhead_s *= scale;
        t->communication_s *= scale;
        t->bubble_s *= scale;
        own *= scale;
        others *= scale;
    }
    if (efficiency > 0) {
        double rest = own / efficiency - own;
        t->communication_s = others > 0 ? t->communication_s / others * rest : rest;
        t->bubble_s = rest - t->communication_s;
    }
}

static int32_t bound_of(const gpucost_training *t)
{
    double parts[] = {[GPUCOST_BOUND_COMPUTE] = t->matrix_s + t->attention_s + t->recompute_s,
                      [GPUCOST_BOUND_MEMORY] = t->memory_s + t->optimizer_s + t->overhead_s,
                      [GPUCOST_BOUND_COMMUNICATION] = t->communication_s,
                      [GPUCOST_BOUND_PIPELINE] = t->bubble_s};
    int32_t bound = GPUCOST_BOUND_COMPUTE;
    for (int32_t i = 1; i <= GPUCOST_BOUND_PIPELINE; i++)
        if (parts[i] > parts[bound]) bound = i;
    return bound;
}

static void sum_up(const gpucost__training_case *run, const pass *p, const gpucost__flops *flops, gpucost_training *t)
{
    const gpucost__training_rates *rates = run->rates;
    double devices = (double)run->devices;
    t->step_s = t->matrix_s + t->attention_s + t->recompute_s + t->memory_s + t->communication_s + t->bubble_s +
                t->optimizer_s + t->overhead_s;
    t->bound = bound_of(t);
    t->tokens_per_step = p->micro_batch * p->micro_batches * p->data * p->sequence;
    t->tokens_per_s = t->tokens_per_step / t->step_s;
    t->tokens_per_s_per_device = t->tokens_per_s / devices;
    t->model_flop_per_token = flops->model;
    t->mfu = t->tokens_per_s_per_device * flops->model / rates->peak_flop_per_s;
    t->hfu = t->mfu * (1 + flops->again / flops->model);
    t->micro_batch = (uint64_t)p->micro_batch;
    t->micro_batches = (uint64_t)ceil(p->micro_batches);
    gpucost__training_band band = run->network.layer[run->network.kinds - 1].routed ? rates->routed_band : rates->band;
    if (p->frozen) band = rates->frozen_band;
    t->low_step_s = t->step_s * band.low;
    t->high_step_s = t->step_s * band.high;
    if (run->workload->tokens == 0) return;
    t->steps = ceil((double)run->workload->tokens / t->tokens_per_step);
    t->total_s = t->steps * t->step_s;
    t->device_hours = devices * t->total_s / 3600;
    t->energy_j = devices * rates->power_w * t->total_s;
}

gpucost_status gpucost__training_estimate(const gpucost__training_case *run, const gpucost_parallelism *layout,
                                          gpucost_training *training, gpucost_error *err)
{
    const gpucost__training_rates *rates = run->rates;
    pass p = {0};
    GPUCOST__TRY(batch_of(run, layout, &p, err));
    gpucost__flops flops;
    gpucost__flops_of(&run->network, p.sequence, run->workload->kind, run->workload->recompute, &flops);
    share s = share_of(run, &p);
    micro m;
    memset(&m, 0, sizeof m);
    add_layers(run, &p, layout->sequence_parallel != 0, &m);
    add_head(run, &p, &m);
    if (layout->zero_stage >= 3) add_sharded_weights(run, &p, &s, &m);
    if (p.pipeline > 1) {
        double bytes = p.tokens * (double)run->architecture->hidden * rates->element_bytes;
        if (layout->sequence_parallel) bytes /= p.tensor;
        double send = gpucost__send_s(rates, p.tensor * p.context * p.data, bytes);
        m.communication_s += 2 * p.chunks * send * (p.chunks > 1 ? rates->hidden_share : 1);
    }
    double pass_s = m.matrix_s + m.attention_s + m.recompute_s + m.memory_s + m.communication_s + m.overhead_s;
    gpucost_training t = {.size = sizeof t,
                          .matrix_s = p.micro_batches * m.matrix_s,
                          .attention_s = p.micro_batches * m.attention_s,
                          .recompute_s = p.micro_batches * m.recompute_s,
                          .memory_s = p.micro_batches * m.memory_s,
                          .communication_s = p.micro_batches * m.communication_s,
                          .overhead_s = p.micro_batches * m.overhead_s + rates->step_overhead_s,
                          .bubble_s = gpucost__bubble_s(p.pipeline, p.chunks, pass_s),
                          .optimizer_s = optimizer_s(run, &p, &s, layout->zero_stage)};
    if (layout->zero_stage < 3) t.communication_s += gradient_communication(run, &p, &s, layout->zero_stage, &m);
    double tokens = p.micro_batch * p.micro_batches * p.data * p.sequence;
    assume(run->workload, tokens * flops.model / ((double)run->devices * rates->peak_flop_per_s), &t);
    sum_up(run, &p, &flops, &t);
    *training = t;
    return GPUCOST_OK;
}
