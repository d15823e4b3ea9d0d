/*
 * A shape for a bare parameter count. Decoders of the Llama family keep hidden / layers near 128 (7B: 4096 / 32; 65B:
 * 8192 / 80) with heads of 128 channels, and the loss depends little on the ratio around that
 * (@source{kaplan2020, section 3.1 fig. 5}). A feed-forward width of 8/3 h makes three matrices as large as two of 4 h;
 * Llama 7B to 65B round it up to 256.
 */
#include <stdio.h>

#include "model/model_make.h"
#include "model/model_shape.h"
#include "model/model_traits.h"

enum { HEAD = 128, ASPECT = 128, FFN_STEP = 256 };

static void shape(uint64_t hidden, uint64_t layers, uint64_t vocabulary, gpucost_architecture *a)
{
    int known;
    *a = GPUCOST_INIT(gpucost_architecture);
    snprintf(a->model_type, sizeof a->model_type, "llama");
    a->layers = layers;
    a->hidden = hidden;
    a->head_dim = hidden < HEAD ? hidden : HEAD;
    a->heads = a->kv_heads = hidden / a->head_dim;
    a->ffn = (hidden * 8 / 3 + FFN_STEP - 1) / FFN_STEP * FFN_STEP;
    a->vocabulary = vocabulary;
    a->context_length = 4096;
    gpucost__traits_apply(gpucost__traits_of("llama", &known), a);
}

static uint64_t total_of(const gpucost_architecture *a)
{
    gpucost_parameters parameters;
    return gpucost__model_count(a, &parameters, NULL) == GPUCOST_OK ? parameters.total : UINT64_MAX;
}

/* Layers that fit under the count at this width; 0 when not one does. */
static uint64_t layers_under(uint64_t hidden, uint64_t vocabulary, uint64_t parameters, gpucost_architecture *a)
{
    shape(hidden, 1, vocabulary, a);
    uint64_t one = total_of(a);
    shape(hidden, 2, vocabulary, a);
    uint64_t layer = total_of(a) - one;
    return one > parameters ? 0 : 1 + (parameters - one) / layer;
}

/* The table of a small model would swallow it: its rows and its step shrink with it. Counts below `least` are the next
   row's. */
typedef struct regime {
    uint64_t least, vocabulary, step;
} regime;

static const regime regimes[] = {{1000000000, 32000, HEAD}, {50000000, 16000, HEAD}, {1000000, 4000, 32}};

static const regime *regime_of(uint64_t parameters)
{
    const regime *at = regimes;
    while (parameters < at->least) at++;
    return at;
}

/* The widest that still has a layer per 128 channels; the layers then fill the count from below. More width leaves
   fewer layers, so the widest is found by halving. */
static void shape_of(uint64_t parameters, gpucost_architecture *a)
{
    const regime *r = regime_of(parameters);
    uint64_t good = 1, bad = 1048576 / r->step; /* in steps; so wide a model has more than 1e14 */
    while (bad - good > 1) {
        uint64_t middle = good + (bad - good) / 2, hidden = middle * r->step;
        uint64_t layers = layers_under(hidden, r->vocabulary, parameters, a);
        if (layers == 0 || layers * ASPECT < hidden)
            bad = middle;
        else
            good = middle;
    }
    uint64_t hidden = good * r->step;
    shape(hidden, layers_under(hidden, r->vocabulary, parameters, a), r->vocabulary, a);
}

uint64_t gpucost__model_shape_least(uint64_t parameters)
{
    gpucost_architecture a;
    shape_of(parameters, &a);
    uint64_t bare = total_of(&a), least = regime_of(parameters)->least;
    return bare > least ? bare : least;
}

gpucost_status gpucost_model_from_parameters(uint64_t parameters, gpucost_model **model, gpucost_error *err)
{
    gpucost__clear(err);
    char text[24];
    snprintf(text, sizeof text, "%llu", (unsigned long long)parameters);
    if (parameters < GPUCOST__SHAPE_LEAST || parameters > GPUCOST__SHAPE_MOST)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "parameters", text, "%s is not allowed; expected 1e6..1e14",
                                   text);
    gpucost_architecture a;
    shape_of(parameters, &a);
    a.extra_parameters = parameters - total_of(&a);
    gpucost__notes notes = {0};
    snprintf(a.name, sizeof a.name, "%s parameters", text);
    gpucost__note(&notes,
                  "shape assumed from the count: %llu Llama-like layers of width %llu, %llu heads, feed-forward %llu, "
                  "vocabulary %llu, context 4096",
                  (unsigned long long)a.layers, (unsigned long long)a.hidden, (unsigned long long)a.heads,
                  (unsigned long long)a.ffn, (unsigned long long)a.vocabulary);
    return gpucost__model_make(&a, &notes, model, err);
}
