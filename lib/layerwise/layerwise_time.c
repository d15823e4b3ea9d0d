#include <math.h>

#include "layerwise/layerwise_node.h"
#include "layerwise/layerwise_profile.h"
#include "layerwise/layerwise_run.h"
#include "training/training_collective.h"

/* Frameworks launch the backward pass without the language that describes the forward pass. */
static const double BACKWARD_LAUNCH = 0.25;

/* Sums over the layers for one pass. */
typedef struct {
    double products_s, attention_s, memory_s, forward_s, backward_s, launches;
} pass;

static gpucost_status pace_of(const gpucost_accelerator *row, const gpucost__layerwise_run *run,
                              const gpucost_layerwise_profile *profile, gpucost__pace *pace, gpucost_error *err)
{
    gpucost_layerwise_profile *p = &pace->profile;
    gpucost__layerwise_profile_of(row, run->trains, profile, p);
    double bits = run->compute->bits_per_weight,
           half = row->fp16_flop_per_s > 0 ? row->fp16_flop_per_s : row->bf16_flop_per_s;
    GPUCOST__TRY(gpucost_accelerator_rate(row, run->compute->rate, &pace->peak_flop_per_s, err));
    if (row->memory_bandwidth_bytes_per_s <= 0)
        return gpucost__fail_field(err, GPUCOST_E_UNKNOWN_FACT, "memory_bandwidth_bytes_per_s", row->id,
                                   "the memory bandwidth of %s is not known", row->name);
    double share = bits > 16.5 ? p->products_32 : bits > 9 ? p->products_16 : p->products_8;
    pace->product_flop_per_s = pace->peak_flop_per_s * share;
    pace->vector_flop_per_s = row->fp32_flop_per_s > 0 ? row->fp32_flop_per_s : pace->peak_flop_per_s;
    pace->attention_flop_per_s = bits > 16.5 || half <= 0 ? pace->product_flop_per_s : half * p->fused_attention;
    pace->memory_bytes_per_s = row->memory_bandwidth_bytes_per_s * p->memory;
    pace->element_bytes = run->element_bytes;
    pace->norm_bytes = run->autocast ? 4 : run->element_bytes;
    pace->multiprocessors = (double)row->multiprocessors;
    pace->matrix_units = bits < 19.5; /* TF32 holds 19 bits */
    pace->quantum = bits > 16.5 ? 4 : bits > 9 ? 8 : 16;
    pace->trains = run->trains;
    pace->stores_scores = run->workload.attention == GPUCOST_ATTENTION_MATERIALISED;
    return GPUCOST_OK;
}

static pass pass_of(const gpucost__pace *pace, const gpucost_network *network, double batch)
{
    pass sum = {0};
    for (uint64_t i = 0; i < network->count; i++) {
        gpucost__node_time t;
        gpucost__node_time_of(pace, network->nodes, &network->nodes[i], batch, &t);
        if (!pace->trains) t.products_back_s = t.attention_back_s = t.memory_back_s = t.kernels_back = 0;
        sum.products_s += t.products_s + t.products_back_s;
        sum.attention_s += t.attention_s + t.attention_back_s;
        sum.memory_s += t.memory_s + t.memory_back_s;
        sum.forward_s += t.products_s + t.attention_s + t.memory_s;
        sum.backward_s += t.products_back_s + t.attention_back_s + t.memory_back_s;
        sum.launches += t.kernels + BACKWARD_LAUNCH * t.kernels_back;
    }
    return sum;
}

static gpucost__training_rates links_of(const gpucost__pace *pace, const gpucost_cluster *cluster)
{
    static const double LATENCY_S = 5e-6;
    return (gpucost__training_rates){
        .scale_up_devices = (double)cluster->devices_per_node,
        .scale_up_bytes_per_s = pace->profile.scale_up * cluster->scale_up_bytes_per_s,
        .scale_up_latency_s = LATENCY_S,
        .network_bytes_per_s = pace->profile.fabric * cluster->network_bytes_per_s / (double)cluster->devices_per_node,
        .network_latency_s = LATENCY_S};
}

/* Replicas reduce their gradients in buckets while the backward pass runs; the last bucket has nothing to hide behind.
 */
static double gradients_s(const gpucost__training_rates *links, double devices, double bytes, double cover)
{
    enum { BUCKET_BYTES = 25 * 1000 * 1000 };
    if (devices <= 1) return 0;
    gpucost__group all = gpucost__group_of(links, devices, 1);
    double buckets = ceil(bytes / BUCKET_BYTES), whole = gpucost__all_reduce_s(links, all, bytes, buckets);
    return fmax(whole - cover, whole / buckets);
}

/* rajbhandari2020, section 5: sharded weights are gathered for each pass, forward and backward. */
static double weights_s(const gpucost__training_rates *links, double shards, double bytes, double layers, double cover)
{
    gpucost__group all = gpucost__group_of(links, shards, 1);
    return fmax(0, 2 * gpucost__all_gather_s(links, all, bytes, layers) - cover);
}

/* Devices that share the positions of a sample exchange what attention reads and writes, so that each has some heads.
 */
static double exchange_s(const gpucost__pace *pace, const gpucost__training_rates *links,
                         const gpucost_network *network, double batch)
{
    double split = (double)pace->profile.split, sum = 0;
    if (split <= 1) return 0;
    gpucost__group group = gpucost__group_of(links, split, 1);
    for (uint64_t i = 0; i < network->count; i++) {
        const gpucost__node *n = &network->nodes[i];
        if (n->layer.kind != GPUCOST_LAYER_ATTENTION) continue;
        double elements = batch * (double)(n->count.input_elements + n->count.output_elements) / split;
        sum += gpucost__all_to_all_s(links, group, elements * pace->element_bytes, 1);
    }
    return sum * (pace->trains ? 2 : 1);
}

/* Bytes that an update of one weight moves: gradient, states and weight read, states and weight written. */
static double update_bytes(const gpucost_workload *w)
{
    switch (w->optimizer) {
    case GPUCOST_OPTIMIZER_SGD: return 12;
    case GPUCOST_OPTIMIZER_MOMENTUM:
    case GPUCOST_OPTIMIZER_LION: return 20;
    default: return 28;
    }
}

static int32_t bound_of(const gpucost_layerwise_time *t)
{
    double parts[] = {[GPUCOST_LAYERWISE_BOUND_PRODUCTS] = t->products_s + t->attention_s + t->recompute_s,
                      [GPUCOST_LAYERWISE_BOUND_MEMORY] = t->memory_s + t->optimizer_s,
                      [GPUCOST_LAYERWISE_BOUND_COMMUNICATION] = t->communication_s,
                      [GPUCOST_LAYERWISE_BOUND_HOST] = t->host_s};
    int32_t bound = 0;
    for (int32_t i = 1; i <= GPUCOST_LAYERWISE_BOUND_HOST; i++)
        if (parts[i] > parts[bound]) bound = i;
    return bound;
}

static double device_s(const gpucost_layerwise_time *t)
{
    return t->products_s + t->attention_s + t->memory_s + t->recompute_s + t->optimizer_s;
}

/* A utilisation that is assumed replaces what was computed; the parts keep their proportions. */
static void assume(double step_s, gpucost_layerwise_time *t)
{
    double scale = step_s / (device_s(t) + t->communication_s + t->host_s);
    t->products_s *= scale;
    t->attention_s *= scale;
    t->memory_s *= scale;
    t->recompute_s *= scale;
    t->optimizer_s *= scale;
    t->communication_s *= scale;
    t->host_s *= scale;
}

/* What the device waits for: kernels that the host launches too slowly, the slowest device, samples. */
static double host_s(const gpucost__pace *pace, const gpucost_layerwise_time *t, double kernels, double devices)
{
    const gpucost_layerwise_profile *p = &pace->profile;
    double busy = device_s(t), launches = kernels * p->launch_s;
    double wait = (launches > busy ? launches - busy : 0) + (pace->trains ? p->step_overhead_s : 0);
    if (devices > 1 && pace->trains) wait += (p->straggler - 1) * (busy + wait);
    if (p->input_samples_per_s <= 0) return wait;
    double input = t->samples_per_step / p->input_samples_per_s, step = busy + wait + t->communication_s;
    return wait + (p->unprefetched ? input : input > step ? input - step : 0);
}

static void sum_up(const gpucost_network *network, const gpucost__pace *pace, const gpucost__layerwise_run *run,
                   const gpucost_accelerator *row, double devices, gpucost_layerwise_time *t)
{
    t->flop_per_sample = network->totals.flop * (run->trains ? 3 : pace->profile.evaluations);
    if (run->workload.mfu > 0)
        assume(t->samples_per_step * t->flop_per_sample / (devices * pace->peak_flop_per_s * run->workload.mfu), t);
    t->step_s = device_s(t) + t->communication_s + t->host_s;
    t->bound = bound_of(t);
    t->samples_per_s = t->samples_per_step / t->step_s;
    t->samples_per_s_per_device = t->samples_per_s / devices;
    t->mfu = t->samples_per_s_per_device * t->flop_per_sample / pace->peak_flop_per_s;
    /* P10 and P90 of measured over projected on sources that were left out of the fit (docs/network.md). */
    t->low_step_s = t->step_s * (run->trains ? 0.90 : 0.82);
    t->high_step_s = t->step_s * (run->trains ? 1.21 : 1.4);
    if (run->workload.tokens == 0) return;
    t->steps = ceil((double)run->workload.tokens / t->samples_per_step);
    t->total_s = t->steps * t->step_s;
    t->device_hours = devices * t->total_s / 3600;
    t->energy_j = devices * row->power_w * t->total_s;
}

static gpucost_status passes_of(const gpucost__layerwise_run *run, const gpucost_layerwise_profile *p, uint64_t devices,
                                double *passes, gpucost_error *err)
{
    if (devices % p->split)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "split", NULL, "%llu devices do not divide by it",
                                   (unsigned long long)devices);
    uint64_t replicas = devices / p->split;
    double round = run->batch * (double)replicas, global = (double)run->workload.global_batch;
    *passes = global > 0 ? global / round : 1;
    if (*passes >= 1 && *passes == floor(*passes)) return GPUCOST_OK;
    return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "global_batch", NULL,
                               "%llu is no multiple of %llu samples a pass x %llu replicas",
                               (unsigned long long)run->workload.global_batch, (unsigned long long)run->batch,
                               (unsigned long long)replicas);
}

/* What training adds to the passes. */
static void train(const gpucost__pace *pace, const gpucost_network *network, const gpucost__layerwise_run *run,
                  const gpucost__training_rates *links, const pass *p, double devices, double passes,
                  gpucost_layerwise_time *t)
{
    const gpucost_layerwise_profile *profile = &pace->profile;
    double parameters = (double)network->totals.parameters, narrow = run->weight_bytes < 4 ? 2 : 4;
    double shards = profile->zero_stage == 0 ? 1 : profile->shards ? (double)profile->shards : devices;
    bool again = run->workload.recompute == GPUCOST_RECOMPUTE_FULL;
    t->recompute_s = again ? passes * p->forward_s : 0;
    /* Autocast copies the weights, and the gradients back, in every pass. */
    double copies = run->autocast ? 12 * passes : 0;
    t->optimizer_s = parameters * (update_bytes(&run->workload) / shards + copies) / pace->memory_bytes_per_s;
    t->communication_s += gradients_s(links, devices, parameters * narrow, p->backward_s);
    if (profile->zero_stage == 3)
        t->communication_s += passes * weights_s(links, shards, parameters * pace->element_bytes,
                                                 (double)network->count / 8, p->forward_s + p->backward_s);
}

gpucost_status gpucost_layerwise_time_of(const gpucost_network *network, const gpucost_catalogue *catalogue,
                                         const gpucost_cluster *cluster, const gpucost_workload *workload,
                                         const gpucost_layerwise_profile *profile, gpucost_layerwise_time *time,
                                         gpucost_error *err)
{
    gpucost__clear(err);
    gpucost_layerwise_profile software;
    gpucost_cluster place = GPUCOST_INIT(gpucost_cluster);
    gpucost_accelerator row = GPUCOST_INIT(gpucost_accelerator);
    gpucost__layerwise_run run;
    gpucost__pace pace;
    double passes = 1;
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__layerwise_time_table, time, err));
    GPUCOST__TRY(gpucost__struct_in(&gpucost__layerwise_profile_table, profile, &software, err));
    GPUCOST__TRY(gpucost__layerwise_run_of(workload, &run, err));
    GPUCOST__TRY(gpucost_cluster_resolve(catalogue, cluster, &place, &row, err));
    GPUCOST__TRY(pace_of(&row, &run, &software, &pace, err));
    double devices = (double)place.devices, split = (double)pace.profile.split;
    GPUCOST__TRY(passes_of(&run, &pace.profile, place.devices, &passes, err));
    gpucost__training_rates links = links_of(&pace, &place);
    pass p = pass_of(&pace, network, run.batch / split);
    double each = run.trains ? passes : passes * pace.profile.evaluations;
    gpucost_layerwise_time t = {.size = sizeof t,
                                .products_s = each * p.products_s,
                                .attention_s = each * p.attention_s,
                                .memory_s = each * p.memory_s,
                                .samples_per_step = run.batch * passes * devices / split,
                                .micro_batch = (uint64_t)run.batch,
                                .micro_batches = (uint64_t)passes};
    t.communication_s = each * exchange_s(&pace, &links, network, run.batch);
    if (run.trains) train(&pace, network, &run, &links, &p, devices, passes, &t);
    t.host_s = host_s(&pace, &t, each * p.launches, devices);
    sum_up(network, &pace, &run, &row, devices, &t);
    gpucost__struct_out(&gpucost__layerwise_time_table, &t, time);
    return GPUCOST_OK;
}
