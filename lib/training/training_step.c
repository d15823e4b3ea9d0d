#include <math.h>

#include "training/training_pass.h"
#include "training/training_pipeline.h"

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

/* All wait for the slowest device; input is read while they compute, or before. */
static double waiting_s(const gpucost__training_rates *rates, const gpucost_training *t, double sequences)
{
    double own = t->matrix_s + t->attention_s + t->recompute_s + t->memory_s + t->optimizer_s + t->overhead_s;
    double wait = (rates->straggler - 1) * own;
    if (rates->input_sequences_per_s <= 0) return wait;
    double input = sequences / rates->input_sequences_per_s;
    if (rates->unprefetched > 0) return wait + input;
    double step = own + wait + t->communication_s + t->bubble_s;
    return wait + (input > step ? input - step : 0);
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

static void sum_up(const gpucost__training_case *run, const gpucost__pass *p, const gpucost__flops *flops,
                   gpucost_training *t)
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
    gpucost__training_band band = run->stack.layer[run->stack.kinds - 1].routed ? rates->routed_band : rates->band;
    if (!run->stack.layer[0].causal) band = rates->encoder_band;
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
    gpucost__pass p = {0};
    GPUCOST__TRY(gpucost__pass_of(run, layout, &p, err));
    gpucost__flops flops;
    gpucost__flops_of(&run->stack, p.sequence, run->workload->kind, run->workload->recompute, &flops);
    gpucost__share s = gpucost__share_of(run, &p);
    gpucost__pass_time m;
    gpucost__pass_time_of(run, &p, &m);
    if (p.zero_stage >= 3) m.communication_s += gpucost__sharded_weights_s(run, &p, &s, &m);
    m.communication_s += gpucost__visits_s(run, &p, &s);
    double pass_s = m.matrix_s + m.attention_s + m.recompute_s + m.memory_s + m.communication_s + m.overhead_s;
    double others_s = (pass_s - m.head_s) / m.crowding; /* a bubble is as long as the other stages take */
    gpucost_training t = {.size = sizeof t,
                          .matrix_s = p.micro_batches * m.matrix_s,
                          .attention_s = p.micro_batches * m.attention_s,
                          .recompute_s = p.micro_batches * m.recompute_s,
                          .memory_s = p.micro_batches * m.memory_s,
                          .communication_s = p.micro_batches * m.communication_s,
                          .overhead_s = p.micro_batches * m.overhead_s + run->rates->step_overhead_s,
                          .bubble_s = gpucost__bubble_s(p.pipeline, p.chunks, others_s),
                          .optimizer_s = gpucost__optimizer_s(run, &p, &s)};
    if (p.zero_stage < 3) t.communication_s += gpucost__gradients_s(run, &p, &s, &m);
    t.overhead_s += waiting_s(run->rates, &t, p.micro_batch * p.micro_batches * p.data);
    double tokens = p.micro_batch * p.micro_batches * p.data * p.sequence;
    assume(run->workload, tokens * flops.model / ((double)run->devices * run->rates->peak_flop_per_s), &t);
    sum_up(run, &p, &flops, &t);
    *training = t;
    return GPUCOST_OK;
}
