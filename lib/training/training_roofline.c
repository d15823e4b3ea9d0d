#include "training/training_roofline.h"

#include <math.h>

/*
 * The operands of a product pass through memory once; hardware hides most of that behind arithmetic, and the share that
 * it does not hide makes small and thin products slow: 1 + share x intensity x (1/m + 1/n + 1/k) times the ideal.
 */
double gpucost__product_s(const gpucost__training_rates *rates, double flop_per_s, double m, double k, double n,
                          double matrices)
{
    double arithmetic = 2 * m * k * n / flop_per_s;
    double traffic = ((m * k + m * n) + matrices * k * n) * rates->operand_bytes / rates->memory_bytes_per_s;
    return arithmetic > traffic ? arithmetic + rates->operand_share * traffic
                                : traffic + rates->operand_share * arithmetic;
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
        double arithmetic = flop / (rates->materialised_matrix * rates->half_flop_per_s * 0.5) * (1 + 7 * odd);
        double pass = slice->tokens * slice->keys * heads * rates->element_bytes / rates->memory_bytes_per_s;
        time->attention_s = arithmetic + FORWARD_PASSES * pass;
        time->attention_backward = (2 * arithmetic + BACKWARD_PASSES * pass) / time->attention_s;
        return;
    }
    double keys = layer->causal ? slice->keys / 2 + BLOCK : slice->keys;
    double rate = slice->sharded ? rates->sharded_attention_flop_per_s : rates->attention_flop_per_s;
    double width = layer->score_dim / (layer->score_dim + 32) / 0.8; /* narrow heads do more softmax per FLOP */
    time->attention_s = 2 * slice->tokens * keys * heads * channels * (1 + odd) / (rate * width);
    time->attention_backward = 2.5;
}

void gpucost__layer_time_of(const gpucost__training_rates *rates, const gpucost__layer *layer,
                            const gpucost__slice *slice, gpucost__layer_time *time)
{
    *time = (gpucost__layer_time){.attention_backward = 2};
    double tokens = slice->tokens, cast = 0, speed = slice->materialised ? rates->materialised_matrix : 1;
    for (int i = 0; i < layer->products; i++) {
        const gpucost__product *p = &layer->product[i];
        bool expert = p->matrices > 1;
        double k = p->by_rows ? p->k / slice->tensor : p->k, n = p->by_rows ? p->n : p->n / slice->tensor;
        double matrices = expert ? p->matrices / slice->experts : 1;
        time->matrix_s +=
            gpucost__product_s(rates, speed * (expert ? rates->expert_flop_per_s : rates->matrix_flop_per_s),
                               tokens * p->visits, k, n, matrices);
        cast += tokens * p->visits * k;
        time->unpack_s += matrices * k * n * rates->unpack_bytes / rates->memory_bytes_per_s;
    }
    attention_time(rates, layer, slice, time);
    double channels = layer->norm_channels / slice->norm_tensor + layer->activation_channels / slice->tensor +
                      4 * layer->routed_channels / slice->norm_tensor;
    double traffic = !layer->causal ? rates->encoder_traffic : slice->sharded ? rates->sharded_traffic : rates->traffic;
    time->memory_s +=
        (tokens * channels * rates->element_bytes * traffic + cast * rates->cast_bytes) / rates->memory_bytes_per_s;
}
