#include <math.h>

#include "training/training_collective.h"
#include "training/training_pass.h"

static double most(double a, double b)
{
    return a > b ? a : b;
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

gpucost__share gpucost__share_of(const gpucost__training_case *run, const gpucost__pass *p)
{
    const gpucost_parameters *count = run->parameters;
    double ends = (double)count->embedding + (double)count->head;
    if (p->pipeline > 1) ends = most((double)count->embedding, (double)count->head) * p->pipeline;
    double experts = (double)count->experts, layers = (double)(count->total - count->embedding - count->head) - experts;
    gpucost__share s = {.dense = (layers + ends) / (p->tensor * p->pipeline),
                        .experts = experts / (p->tensor * p->pipeline * p->experts)};
    s.trained = s.dense + s.experts;
    if (p->frozen) {
        s.trained = 0;
        for (int i = 0; i < run->stack.kinds; i++) {
            const gpucost__layer *layer = &run->stack.layer[i];
            double rank = run->workload->lora_rank > 0 ? (double)run->workload->lora_rank : 16;
            s.trained += layer->count * adapter_weights(layer, run->workload->lora_targets, rank);
        }
        s.trained /= p->tensor * p->pipeline;
    }
    return s;
}

/* Sharded weights are gathered for the forward and the backward pass, and gradients scattered, in every micro-batch,
   one message a layer. */
double gpucost__sharded_weights_s(const gpucost__training_case *run, const gpucost__pass *p, const gpucost__share *s,
                                  const gpucost__pass_time *m)
{
    const gpucost__training_rates *rates = run->rates;
    gpucost__group all = gpucost__group_of(rates, p->data * p->context, p->tensor);
    gpucost__group peers = gpucost__group_of(rates, p->data * p->context / p->experts, p->tensor * p->experts);
    double gradient_bytes = p->frozen ? 0 : rates->element_bytes,
           layers = (double)run->architecture->layers / p->pipeline;
    double total = 2 * gpucost__all_gather_s(rates, all, s->dense * rates->gathered_bytes, layers) +
                   gpucost__all_gather_s(rates, all, s->dense * gradient_bytes, p->frozen ? 0 : layers);
    if (s->experts > 0)
        total += 2 * gpucost__all_gather_s(rates, peers, s->experts * rates->gathered_bytes, layers) +
                 gpucost__all_gather_s(rates, peers, s->experts * gradient_bytes, p->frozen ? 0 : layers);
    double cover = m->matrix_s + m->attention_s + m->memory_s + m->recompute_s;
    return gpucost__exposed_s(rates->hidden_weights, total, cover);
}

/* Layers that live in the host visit the device in both passes of every micro-batch, and their gradients go back. */
double gpucost__visits_s(const gpucost__training_case *run, const gpucost__pass *p, const gpucost__share *s)
{
    if (run->workload->offload != GPUCOST_OFFLOAD_WEIGHTS) return 0;
    const gpucost__training_rates *rates = run->rates;
    double there = 2 * rates->weight_bytes, back = p->frozen ? 0 : rates->element_bytes;
    return (s->dense + s->experts) * (there + back) / rates->host_bytes_per_s;
}

/* Replicas reduce their gradients once a step in buckets, while the last micro-batch runs backward. */
double gpucost__gradients_s(const gpucost__training_case *run, const gpucost__pass *p, const gpucost__share *s,
                            const gpucost__pass_time *m)
{
    enum { BUCKET_BYTES = 100 * 1000 * 1000 };
    const gpucost__training_rates *rates = run->rates;
    double dense = p->frozen ? s->trained : s->dense, experts = p->frozen ? 0 : s->experts;
    gpucost__group all = gpucost__group_of(rates, p->data * p->context, p->tensor);
    gpucost__group peers = gpucost__group_of(rates, p->data * p->context / p->experts, p->tensor * p->experts);
    double out = rates->gradient_bytes, back = p->zero_stage == 0 ? out : rates->element_bytes;
    double scatter = gpucost__all_gather_s(rates, all, dense * out, ceil(dense * out / BUCKET_BYTES)) +
                     gpucost__all_gather_s(rates, peers, experts * out, ceil(experts * out / BUCKET_BYTES));
    double gather = gpucost__all_gather_s(rates, all, dense * back, ceil(dense * back / BUCKET_BYTES)) +
                    gpucost__all_gather_s(rates, peers, experts * back, ceil(experts * back / BUCKET_BYTES));
    double forward = (m->matrix_s + m->attention_s + m->memory_s) / 3, backward = 2 * forward + m->recompute_s;
    /* Whole gradients return while the rest is still reduced; updated weights, with the next forward pass. */
    if (p->zero_stage == 0) return gpucost__exposed_s(rates->hidden_data, scatter + gather, backward);
    return gpucost__exposed_s(rates->hidden_data, scatter, backward) +
           gpucost__exposed_s(rates->hidden_data, gather, forward);
}

/* Traffic of an update for one trained parameter: gradient, states and master read, states, master and weight written.
 */
static double update_bytes(const gpucost_workload *w)
{
    static const double bytes[] = {
        [GPUCOST_OPTIMIZER_ADAMW] = 30,     [GPUCOST_OPTIMIZER_ADAMW_8BIT] = 18, [GPUCOST_OPTIMIZER_ADAMW_BF16] = 14,
        [GPUCOST_OPTIMIZER_ADAFACTOR] = 16, [GPUCOST_OPTIMIZER_LION] = 22,       [GPUCOST_OPTIMIZER_SGD] = 14,
        [GPUCOST_OPTIMIZER_MOMENTUM] = 22,  [GPUCOST_OPTIMIZER_MUON] = 30};
    return bytes[w->optimizer];
}

double gpucost__optimizer_s(const gpucost__training_case *run, const gpucost__pass *p, const gpucost__share *s)
{
    const gpucost__training_rates *rates = run->rates;
    double trained = s->trained;
    if (p->zero_stage > 0)
        trained = (p->frozen ? s->trained : s->dense) / (p->data * p->context) +
                  (p->frozen ? 0 : s->experts) / (p->data * p->context / p->experts);
    double bytes = trained * update_bytes(run->workload);
    if (run->workload->offload == GPUCOST_OFFLOAD_NONE) return bytes / rates->memory_bytes_per_s;
    /* ren2021 (ZeRO-Offload), section 4: gradients go to the host, the host updates, 16-bit weights come back. */
    return trained * (rates->gradient_bytes + rates->element_bytes) / rates->host_bytes_per_s +
           bytes / rates->host_memory_bytes_per_s;
}
