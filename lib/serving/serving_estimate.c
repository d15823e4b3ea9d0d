#include <math.h>

#include "gpucost/training.h"
#include "model/model_handle.h"
#include "parallelism/parallelism_table.h"
#include "precision/precision_row.h"
#include "serving/serving_decode.h"
#include "serving/serving_prefill.h"
#include "serving/serving_queue.h"
#include "serving/serving_table.h"

/* Load of a replica beyond which queues grow fast; operators keep below it. */
static const double utilisation_most = 0.8;

/* Requests of one service come with exponential lengths: the squared coefficient of variation of their service is 1. */
static const double variation = 1;

static int32_t bound_of(const gpucost__decode *d)
{
    if (d->communication_s > d->memory_s && d->communication_s > d->compute_s) return GPUCOST_BOUND_COMMUNICATION;
    return d->compute_s > d->memory_s ? GPUCOST_BOUND_COMPUTE : GPUCOST_BOUND_MEMORY;
}

/*
 * yu2022, section 4: seats that free are filled at once. While a sequence passes, each of the other C - 1 seats takes
 * one prompt: part of them before its first token, since seats free in waves, the rest between its output tokens.
 * Little's law gives the throughput.
 */
static void steady_state(const gpucost__serving_case *run, gpucost_serving *s)
{
    const gpucost__serving_rates *rates = run->rates;
    const gpucost_workload *w = run->workload;
    double seats = s->concurrent_sequences, output = (double)w->output_tokens, prompt = (double)w->prompt_tokens;
    double prefill = gpucost__prefill_s(run, 1);
    /* Of the replica's time, what the prompts of the other seats take: stages and replicas of the data work side by
     * side. */
    double others = (seats - 1) * prefill / (double)(run->layout->pipeline_degree * run->layout->data_degree);
    gpucost__decode d = gpucost__decode_of(run, seats, prompt + output / 2);
    s->bound = bound_of(&d);
    s->prefill_s = prefill + rates->prompt_s;
    s->first_token_s = s->prefill_s + rates->wave * others;
    s->output_token_s = d.step_s + (1 - rates->wave) * others / output;
    s->request_s = s->first_token_s + output * s->output_token_s;
    s->requests_per_s = seats / s->request_s;
    s->output_tokens_per_s = s->requests_per_s * output;
}

/* Encoders answer a batch of prompts in one pass. */
static void one_pass(const gpucost__serving_case *run, gpucost_serving *s)
{
    double seats = s->concurrent_sequences, data = (double)run->layout->data_degree;
    double batch = gpucost__prefill_s(run, seats / data) + run->rates->step_s;
    s->prefill_s = s->first_token_s = s->request_s = batch;
    s->requests_per_s = seats / batch;
    s->bound = GPUCOST_BOUND_COMPUTE;
}

/* With a rate, requests come one by one and wait for the replica as in a queue, not in waves. */
static void size_for_rate(const gpucost__serving_case *run, gpucost_serving *s)
{
    const gpucost_workload *w = run->workload;
    double rate = w->requests_per_s, service_s = 1 / s->requests_per_s;
    s->replicas = 1;
    s->utilisation = 1;
    if (rate > 0) {
        double first = s->prefill_s, patience = w->latency_s > 0 ? w->latency_s - first : INFINITY;
        if (patience <= 0) patience = INFINITY; /* no number of replicas meets it */
        s->replicas = gpucost__replicas(rate, s->requests_per_s, utilisation_most, variation, patience);
        s->utilisation = rate / ((double)s->replicas * s->requests_per_s);
        s->request_s -= s->first_token_s;
        s->first_token_s = first + gpucost__wait_s(service_s, s->utilisation, variation);
        s->request_s += s->first_token_s;
    }
    s->meets_latency = w->latency_s <= 0 || s->first_token_s <= w->latency_s * (1 + 1e-9);
    if (w->requests > 0) {
        double capacity = (double)s->replicas * s->requests_per_s;
        s->total_s = (double)w->requests / (rate > 0 && rate < capacity ? rate : capacity);
    }
}

/* Every figure of the replica, and of the replicas that the rate needs. */
static void estimate(const gpucost__serving_case *run, gpucost_serving *serving)
{
    uint64_t seats = run->workload->concurrent_sequences;
    gpucost_serving s = {.size = sizeof s, .concurrent_sequences = seats > 0 ? (double)seats : 1};
    if (run->architecture->kind == GPUCOST_MODEL_ENCODER)
        one_pass(run, &s);
    else
        steady_state(run, &s);
    size_for_rate(run, &s);
    s.low_output_token_s = s.output_token_s * run->rates->low;
    s.high_output_token_s = s.output_token_s * run->rates->high;
    *serving = s;
}

gpucost_status gpucost_serving_estimate(const gpucost_model *model, const gpucost_catalogue *catalogue,
                                        const gpucost_cluster *cluster, const gpucost_workload *workload,
                                        const gpucost_parallelism *layout, gpucost_serving *serving, gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__serving_table, serving, err));
    gpucost_workload work = GPUCOST_INIT(gpucost_workload);
    gpucost_cluster place = GPUCOST_INIT(gpucost_cluster);
    gpucost_accelerator accelerator = GPUCOST_INIT(gpucost_accelerator);
    gpucost_parallelism split = GPUCOST_INIT(gpucost_parallelism);
    const gpucost_precision *weights, *compute, *cache;
    GPUCOST__TRY(gpucost_workload_resolve(workload, &work, err));
    GPUCOST__TRY(gpucost_cluster_resolve(catalogue, cluster, &place, &accelerator, err));
    GPUCOST__TRY(gpucost__precision_need(work.weights, &weights, err));
    GPUCOST__TRY(gpucost__precision_need(work.compute, &compute, err));
    GPUCOST__TRY(gpucost__precision_need(work.kv_cache, &cache, err));
    gpucost_parallelism tensor = GPUCOST_INIT(gpucost_parallelism); /* without a layout all devices share each matrix */
    tensor.tensor_degree = place.devices;
    GPUCOST__TRY(gpucost__parallelism_fill(layout ? layout : &tensor, model, place.devices, &split, err));
    gpucost__serving_rates rates;
    GPUCOST__TRY(gpucost__serving_rates_of(&accelerator, &place, weights, compute, cache, &work, &rates, err));
    gpucost__serving_case run = {
        .architecture = &model->architecture, .workload = &work, .layout = &split, .rates = &rates};
    gpucost__stack_of(run.architecture, &run.stack);
    gpucost_serving result;
    estimate(&run, &result);
    gpucost__struct_out(&gpucost__serving_table, &result, serving);
    return GPUCOST_OK;
}
