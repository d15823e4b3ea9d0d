#include "training/training_roofline.h"

#include <math.h>
#include <stdint.h>

/* As ceil() below 2^63, without a call: a step asks for it a hundred times. */
static double up(double x)
{
    double whole = (double)(int64_t)x;
    return whole < x ? whole + 1 : whole;
}

/*
 * How much longer a product takes because its tiles do not fill the last wave of multiprocessors, or its edges the last
 * tiles (nvidia2023matmul, tile and wave quantisation). Libraries choose the shape of tiles that wastes least: 256 x 128,
 * 128 x 256, or 128 x 128, which reuse less of their operands.
 */
static double quantised(const gpucost__training_rates *rates, double rows, double columns)
{
    static const double TILE = 128 * 128, SMALL = 1.1, ROUNDING = 1e-9;
    double sm = rates->multiprocessors;
    if (sm <= 0) return 1;
    double r = up(rows / 128), c = up(columns / 128), share = 1 / sm;
    double large = up(up(rows / 256) * c * share - ROUNDING), wide = up(r * up(columns / 256) * share - ROUNDING);
    double small = up(r * c * share - ROUNDING);
    double done = 2 * (large < wide ? large : wide);
    if (SMALL * small < done) done = SMALL * small;
    double longer = done * sm * TILE / (rows * columns);
    if (longer > 2) longer = 2; /* what is short of a wave is split along its inner dimension */
    return longer > 1 ? 1 + rates->wave_share * (longer - 1) : 1;
}

/*
 * The operands of a product pass through memory once; hardware hides most of that behind arithmetic, and the share that
 * it does not hide makes small and thin products slow: 1 + share x intensity x (1/m + 1/n + 1/k) times the ideal.
 */
static double overlapped(const gpucost__training_rates *rates, double arithmetic, double bytes)
{
    double traffic = bytes / rates->memory_bytes_per_s;
    return rates->ramp_s + (arithmetic > traffic ? arithmetic + rates->operand_share * traffic
                                                 : traffic + rates->operand_share * arithmetic);
}

double gpucost__product_s(const gpucost__training_rates *rates, double flop_per_s, double m, double k, double n,
                          double matrices)
{
    double arithmetic = 2 * m * k * n / flop_per_s * quantised(rates, m, n);
    return overlapped(rates, arithmetic, ((m * k + m * n) + matrices * k * n) * rates->operand_bytes);
}

/* The gradient of the weights is k x n, summed over the rows: its tiles are cut from the weights, and it is added to what
   earlier micro-batches left. */
double gpucost__weight_gradient_s(const gpucost__training_rates *rates, double flop_per_s, double m, double k, double n,
                                  double matrices, double sum_bytes)
{
    double arithmetic = 2 * m * k * n / flop_per_s * quantised(rates, matrices * k, n);
    return overlapped(rates, arithmetic, (m * k + m * n) * rates->operand_bytes + matrices * k * n * sum_bytes);
}

/*
 * dao2022, section 3.1: fused attention computes the half of the square that is not masked, and in the backward pass
 * five products for two. Materialised scores are computed whole, in the products' rate, and pass through memory several
 * times.
 */
static void attention_time(const gpucost__training_rates *rates, const gpucost__layer *layer,
                           const gpucost__slice *slice, gpucost__layer_time *time)
{
    enum { BLOCK = 128 }; /* tile of keys that is computed whole on the diagonal */
    double heads = layer->heads / slice->tensor, channels = layer->score_dim + layer->value_dim;
    if (heads <= 0) return;
    /* Tensor cores read rows of 16 bytes: other head sizes fall back to slower kernels (bloom). */
    double odd = fmod(layer->score_dim, 8) != 0 ? 1 : 0;
    if (slice->materialised) {
        enum { FORWARD_PASSES = 5, BACKWARD_PASSES = 6 }; /* product, scale and mask, softmax, dropout, product */
        double flop = 2 * slice->tokens * slice->keys * heads * channels;
        double arithmetic = flop / (rates->half_flop_per_s * rates->stored_scores) * (1 + 7 * odd);
        double pass = slice->tokens * slice->keys * heads * rates->element_bytes / rates->memory_bytes_per_s;
        time->attention_s = arithmetic + FORWARD_PASSES * pass;
        time->attention_backward = (2 * arithmetic + BACKWARD_PASSES * pass) / time->attention_s;
        return;
    }
    double keys = layer->causal ? slice->keys / 2 + BLOCK : slice->keys;
    double rate = rates->attention_flop_per_s;
    double width = layer->score_dim / (layer->score_dim + 32) / 0.8; /* narrow heads do more softmax per FLOP */
    time->attention_s = 2 * slice->tokens * keys * heads * channels * (1 + odd) / (rate * width);
    time->attention_backward = 2.5;
}

void gpucost__layer_time_of(const gpucost__training_rates *rates, const gpucost__layer *layer,
                            const gpucost__slice *slice, gpucost__layer_time *time)
{
    *time = (gpucost__layer_time){.attention_backward = 2};
    /* Sums of gradients are read and written in fp32 over the micro-batches of a step; frameworks that shard them send
       those of each away. */
    double tokens = slice->tokens, cast = 0, sum_bytes = slice->sharded ? rates->element_bytes : 8;
    for (int i = 0; i < layer->products; i++) {
        const gpucost__product *p = &layer->product[i];
        bool expert = p->matrices > 1;
        double k = p->by_rows ? p->k / slice->tensor : p->k, n = p->by_rows ? p->n : p->n / slice->tensor;
        double matrices = expert ? p->matrices / slice->experts : 1;
        double rate = expert ? rates->expert_flop_per_s : rates->matrix_flop_per_s, rows = tokens * p->visits;
        time->matrix_s += gpucost__product_s(rates, rate, rows, k, n, matrices);
        time->input_gradient_s += gpucost__product_s(rates, rate, rows, n, k, matrices);
        if (!slice->frozen) time->weight_gradient_s += gpucost__weight_gradient_s(rates, rate, rows, k, n, matrices, sum_bytes);
        cast += tokens * p->visits * k;
        time->unpack_s += matrices * k * n * rates->unpack_bytes / rates->memory_bytes_per_s;
    }
    attention_time(rates, layer, slice, time);
    double channels = layer->norm_channels / slice->norm_tensor + layer->activation_channels / slice->tensor;
    double traffic = !layer->causal   ? rates->unfused_traffic
                     : slice->sharded ? rates->sharded_traffic
                                      : rates->traffic;
    double routed = rates->routed_traffic * layer->routed_channels / slice->norm_tensor;
    time->memory_s += (tokens * (channels * traffic + routed) * rates->element_bytes + cast * rates->cast_bytes) /
                      rates->memory_bytes_per_s;
}
