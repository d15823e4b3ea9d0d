#include "serving/serving_decode.h"

#include <math.h>

#include "model/model_handle.h"
#include "training/training_collective.h"

/* Channels of the cache that one token of a layer keeps on one device. */
static double cache_channels(const gpucost_architecture *a, double tensor)
{
    if (a->kv_lora_rank > 0) return (double)(a->kv_lora_rank + a->qk_rope_dim); /* latent: whole on every device */
    double split = tensor < (double)a->kv_heads ? tensor : (double)a->kv_heads;
    return 2 * (double)a->kv_heads * (double)a->head_dim / split;
}

/* FLOPs of attention for one query and one token of context on one device. */
static double attention_flop(const gpucost_architecture *a, double tensor)
{
    double heads = (double)a->heads / tensor;
    if (a->kv_lora_rank > 0) return 2 * heads * (2 * (double)a->kv_lora_rank + (double)a->qk_rope_dim);
    return 4 * heads * (double)a->head_dim;
}

/* Mean number of `matrices` that `draws` random choices hit at least once. */
static double touched(double matrices, double draws)
{
    return matrices * (1 - pow(1 - 1 / matrices, draws));
}

typedef struct load {
    double arithmetic_s, traffic_s;
} load;

static void add_product(const gpucost__serving_rates *rates, double flop_per_s, double rows, double k, double n,
                        double matrices, load *sum)
{
    sum->arithmetic_s += 2 * rows * k * n / (flop_per_s * rates->decode_matrix);
    sum->traffic_s += matrices * k * n * rates->weight_bytes / rates->weights_bytes_per_s;
}

/* The slower of arithmetic and traffic sets the pace, the other is mostly hidden. */
static void settle(const gpucost__serving_rates *rates, const load *sum, double times, gpucost__decode *d)
{
    double hidden = rates->compute.operand_share;
    if (sum->arithmetic_s > sum->traffic_s) {
        d->compute_s += times * sum->arithmetic_s;
        d->memory_s += times * hidden * sum->traffic_s;
    } else {
        d->memory_s += times * sum->traffic_s;
        d->compute_s += times * hidden * sum->arithmetic_s;
    }
}

static void add_layer(const gpucost__serving_case *run, const gpucost__layer *layer, double sequences, double keys,
                      gpucost__decode *d)
{
    const gpucost__serving_rates *rates = run->rates;
    const gpucost_architecture *a = run->architecture;
    const gpucost_parallelism *layout = run->layout;
    double tensor = (double)layout->tensor_degree, data = (double)layout->data_degree;
    double own = sequences / data, experts = (double)layout->expert_degree;
    load dense = {0, 0}, sparse = {0, 0}, cache = {0, 0};
    for (int i = 0; i < layer->products; i++) {
        const gpucost__product *p = &layer->product[i];
        if (p->matrices > 1)
            add_product(rates, rates->compute.expert_flop_per_s, (experts > 1 ? sequences / experts : own) * p->visits,
                        p->k, p->n / tensor,
                        touched(p->matrices, (experts > 1 ? sequences : own) * p->visits) / experts, &sparse);
        else
            add_product(rates, rates->compute.matrix_flop_per_s, own, p->k, p->n / tensor, 1, &dense);
    }
    double share = gpucost__attending_share(a); /* a state is read and written whole, in the format of activations */
    double state = 2 * gpucost__recurrent_share(a) * (double)a->recurrent_state / tensor * rates->compute.element_bytes;
    cache.traffic_s =
        own * (share * keys * cache_channels(a, tensor) * rates->cache_bytes + state) / rates->cache_bytes_per_s;
    cache.arithmetic_s = own * share * keys * attention_flop(a, tensor) / rates->compute.attention_flop_per_s;
    settle(rates, &dense, layer->count, d);
    settle(rates, &sparse, layer->count, d);
    settle(rates, &cache, layer->count, d);
    double bytes = own * (double)a->hidden * rates->compute.element_bytes, wait = 0;
    if (tensor > 1) {
        gpucost__group group = gpucost__group_of(&rates->compute, tensor, 1);
        wait += 2 * (rates->reduce_s + gpucost__all_reduce_s(&rates->compute, group, bytes, 0));
    }
    if (layer->routed && experts > 1) {
        gpucost__group group = gpucost__group_of(&rates->compute, experts, tensor);
        double visits = layer->routed_channels / (double)a->hidden;
        wait += 2 * (rates->reduce_s +
                     gpucost__all_to_all_s(&rates->compute, group, bytes * visits, visits));
    }
    d->communication_s += layer->count * wait;
    d->overhead_s += layer->count * rates->layer_s;
}

/*
 * pope2022, section 2: a step reads every weight and the whole cache once; a batch shares the weights, not the cache.
 * With p pipeline stages the sequences form p groups that follow each other, so a token takes p stages of a group's
 * time.
 */
gpucost__decode gpucost__decode_of(const gpucost__serving_case *run, double sequences, double context)
{
    const gpucost__serving_rates *rates = run->rates;
    double stages = (double)run->layout->pipeline_degree;
    double group = sequences > stages ? sequences / stages : 1;
    double keys = gpucost__stack_keys(&run->stack, context) / (double)run->layout->context_degree;
    gpucost__decode d = {0, 0, 0, 0, 0};
    for (int i = 0; i < run->stack.kinds; i++) add_layer(run, &run->stack.layer[i], group, keys, &d);
    const gpucost__product *head = &run->stack.head;
    if (head->n > 0) {
        load last = {0, 0};
        double own = group / (double)run->layout->data_degree;
        double width =
            rates->compute.element_bytes > rates->weight_bytes ? rates->compute.element_bytes : rates->weight_bytes;
        last.arithmetic_s = 2 * own * head->k * head->n / (double)run->layout->tensor_degree /
                            (rates->compute.half_flop_per_s * rates->decode_matrix);
        last.traffic_s = head->k * head->n / (double)run->layout->tensor_degree * width / rates->weights_bytes_per_s;
        settle(rates, &last, 1, &d);
    }
    double bytes = group * (double)run->architecture->hidden * rates->compute.element_bytes;
    d.communication_s += (stages - 1) * gpucost__send_s(&rates->compute, (double)run->layout->tensor_degree, bytes);
    d.overhead_s += rates->step_s + group * rates->sequence_s;
    d.step_s = d.compute_s + d.memory_s + d.communication_s + d.overhead_s;
    return d;
}
