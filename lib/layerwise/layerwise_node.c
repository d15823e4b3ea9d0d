#include "layerwise/layerwise_node.h"

#include <math.h>

static double padded(double channels, double quantum)
{
    return ceil(channels / quantum) * quantum;
}

static double combined(const gpucost__pace *pace, double arithmetic, double traffic)
{
    return fmax(arithmetic, traffic) + pace->profile.unhidden * fmin(arithmetic, traffic);
}

/* Share of the multiprocessors that tiles of a product keep busy; long sums are split over them. */
static double busy(const gpucost__pace *pace, double rows, double columns, double inner)
{
    enum { TILE = 128, SPLIT = 512 };
    if (pace->multiprocessors <= 0) return 1;
    double tiles = ceil(rows / TILE) * ceil(columns / TILE) * fmax(1, floor(inner / SPLIT));
    return fmin(1, tiles / pace->multiprocessors);
}

static bool is_depthwise(const gpucost__node *n)
{
    return n->layer.kind == GPUCOST_LAYER_CONVOLUTION && n->layer.groups > 1 &&
           n->layer.groups == n->count.input_channels;
}

/* Too few multiply-adds an element to be bound by arithmetic: passes over memory, more of them for larger windows. */
static void depthwise(const gpucost__pace *pace, const gpucost__node *n, double samples, gpucost__node_time *t)
{
    static const double WINDOW = 9, GROWTH = 0.7; /* 3 x 3 is one measure */
    double window = (double)(n->layer.kernel_height * n->layer.kernel_width);
    double elements = samples * (double)(n->count.input_elements + n->count.output_elements);
    double pass = elements * pace->element_bytes / pace->memory_bytes_per_s;
    t->memory_s += pace->profile.depthwise * pow(window / WINDOW, GROWTH) * pass;
    t->memory_back_s += 2 * pace->profile.depthwise * pow(window / WINDOW, GROWTH) * pass;
}

/* chetlur2014, section 3: a convolution is a product of the positions by the window's channels. Matrix units read
   channels in multiples, and groups that are narrow leave them idle. */
static void product(const gpucost__pace *pace, const gpucost__node *n, double samples, gpucost__node_time *t)
{
    const gpucost_layer_count *c = &n->count;
    bool linear = n->layer.kind == GPUCOST_LAYER_LINEAR, apart = n->layer.kind == GPUCOST_LAYER_TRANSPOSED;
    double groups = linear ? 1 : (double)n->layer.groups;
    double window = linear ? 1 : (double)(n->layer.kernel_height * n->layer.kernel_width);
    double inputs = (double)c->input_channels / groups, outputs = (double)c->channels / groups;
    double positions = apart ? (double)(c->input_height * c->input_width) : (double)(c->height * c->width);
    double rows = samples * positions, slower = 1;
    if (pace->matrix_units) {
        slower = padded(inputs, pace->quantum) / inputs * padded(outputs, pace->quantum) / outputs;
        if (groups > 1) slower = fmax(1, pace->profile.group_channels / inputs);
    } else if (groups > 1) {
        slower = fmax(1, pace->profile.group_channels / 2 / inputs); /* vectors are narrower */
    }
    double arithmetic = 2 * samples * (double)c->multiply_adds / pace->product_flop_per_s * slower;
    double elements = samples * (double)(c->input_elements + c->output_elements);
    double traffic = (elements + (double)c->parameters) * pace->element_bytes / pace->memory_bytes_per_s;
    if (pace->profile.fusion == GPUCOST_FUSION_ENGINE) traffic *= pace->profile.traffic; /* results that caches hold */
    double image = c->height * c->width > 1 && !linear ? elements * pace->element_bytes / pace->memory_bytes_per_s : 0;
    bool first = pace->profile.images == GPUCOST_IMAGES_CHANNELS_FIRST && pace->matrix_units && pace->element_bytes < 4;
    double reordered = first ? pace->profile.reordered * image : 0;
    double bias = n->layer.bias && !linear && pace->profile.fusion != GPUCOST_FUSION_ENGINE
                      ? samples * (double)c->output_elements * pace->element_bytes / pace->memory_bytes_per_s : 0;
    double forward = combined(pace, arithmetic / busy(pace, rows, outputs * groups, inputs * window), traffic);
    double input_gradient = combined(pace, arithmetic / busy(pace, rows, inputs * groups, outputs * window), traffic);
    double weight_gradient = combined(pace, arithmetic / busy(pace, inputs * window, outputs * groups, rows), traffic);
    t->products_s += forward;
    t->memory_s += reordered + 2 * bias;
    bool reads_sample = n->from[0] == 0; /* the sample itself has no gradient */
    t->products_back_s += (reads_sample ? 0 : input_gradient) + weight_gradient;
    t->memory_back_s += 2 * reordered + bias;
    t->kernels_back++;
}

/* dao2022, section 3.1: fused attention keeps no scores and computes five products for two backward. Stored scores pass
   through memory in each of product, scale, cast, softmax, cast and product, and heads are gathered for it. Windows are
   cut out, put back, and every second time shifted (liu2021, section 3.2). */
static void attention(const gpucost__pace *pace, const gpucost__node *n, double samples, gpucost__node_time *t)
{
    enum { FORWARD_PASSES = 7, BACKWARD_PASSES = 9, WINDOW_PASSES = 9, BIAS_PASSES = 3, HEAD_PASSES = 8 };
    double flop = 2 * samples * (double)n->count.multiply_adds;
    double queries = samples * (double)(n->count.input_height * n->count.input_width), heads = (double)n->layer.heads;
    double channels = (double)n->count.channels / heads;
    double traffic = samples * (double)(n->count.input_elements + n->count.output_elements) * pace->element_bytes /
                     pace->memory_bytes_per_s;
    if (pace->profile.fusion == GPUCOST_FUSION_EAGER) {
        double copies = (n->layer.window ? WINDOW_PASSES : 0) + (pace->stores_scores ? HEAD_PASSES : 0);
        double pass = samples * (double)n->count.output_elements * pace->element_bytes / pace->memory_bytes_per_s;
        t->memory_s += copies * pass;
        t->memory_back_s += copies * pass;
    }
    if (pace->stores_scores && pace->profile.fusion != GPUCOST_FUSION_ENGINE) {
        double pass = queries * (double)n->keys * heads * pace->norm_bytes / pace->memory_bytes_per_s;
        double arithmetic = combined(pace, 2 * flop / pace->product_flop_per_s, traffic); /* narrow products */
        double more = n->layer.window ? BIAS_PASSES : 0; /* biases of positions, masks of shifted windows */
        t->attention_s += arithmetic + (FORWARD_PASSES + more) * pass;
        t->attention_back_s += 2 * arithmetic + (BACKWARD_PASSES + more) * pass;
        t->kernels += FORWARD_PASSES - 1;
        t->kernels_back += BACKWARD_PASSES;
        return;
    }
    double narrow = channels / (channels + 32) / 0.8; /* narrow heads do more softmax per FLOP */
    double forward = flop / (pace->attention_flop_per_s * narrow);
    t->attention_s += combined(pace, forward, traffic);
    t->attention_back_s += combined(pace, 2.5 * forward, 2 * traffic);
    t->kernels_back++;
}

/* Passes over memory of what is no product: elements read and written, forward and backward. */
typedef struct {
    double forward, backward;
} passes;

static passes passes_of(const gpucost__pace *pace, const gpucost__node *n, const gpucost__node *from)
{
    double in = (double)n->count.input_elements, out = (double)n->count.output_elements;
    bool alone = pace->profile.fusion == GPUCOST_FUSION_EAGER, engine = pace->profile.fusion == GPUCOST_FUSION_ENGINE;
    bool after_norm = from && (from->layer.kind == GPUCOST_LAYER_BATCH_NORM || from->layer.kind == GPUCOST_LAYER_ADD);
    double autocast = pace->norm_bytes / pace->element_bytes; /* copies to fp32 and back */
    switch (n->layer.kind) {
    case GPUCOST_LAYER_BATCH_NORM: /* mean and variance first, then what is normalised */
        if (engine) return (passes){0, 0};
        return pace->trains ? (passes){3 * out, 5 * out} : (passes){2 * out, 0};
    case GPUCOST_LAYER_LAYER_NORM:
    case GPUCOST_LAYER_GROUP_NORM:
    case GPUCOST_LAYER_RMS_NORM: {
        double copies = autocast > 1 && alone ? 2 * (1 + autocast) : 0;
        return (passes){2 * out * autocast + copies * out, 3 * out * autocast + copies * out};
    }
    case GPUCOST_LAYER_ACTIVATION:
        if (engine || (!alone && after_norm)) return (passes){0, 0};
        return alone ? (passes){2 * out, 3 * out} : (passes){out, 2 * out};
    case GPUCOST_LAYER_ADD: return alone || n->inputs < 2 ? (passes){in + out, 0} : (passes){in - out, 0};
    case GPUCOST_LAYER_MULTIPLY: return alone ? (passes){in + out, in + 2 * out} : (passes){out, 2 * out};
    case GPUCOST_LAYER_MAX_POOL: return (passes){in + out + (pace->trains ? 4 * out : 0), in + 5 * out};
    case GPUCOST_LAYER_AVERAGE_POOL:
    case GPUCOST_LAYER_GLOBAL_POOL:
    case GPUCOST_LAYER_CONCAT:
    case GPUCOST_LAYER_UPSAMPLE: return (passes){in + out, in + out};
    case GPUCOST_LAYER_DROPOUT: return pace->trains ? (passes){2.5 * out, 2.5 * out} : (passes){0, 0};
    case GPUCOST_LAYER_EMBEDDING: return (passes){2 * out, 2 * out};
    default: return (passes){0, 0};
    }
}

static bool is_nothing(const gpucost__node *n)
{
    int32_t kind = n->layer.kind;
    return kind == GPUCOST_LAYER_INPUT || kind == GPUCOST_LAYER_RESHAPE || kind == GPUCOST_LAYER_SLICE;
}

void gpucost__node_time_of(const gpucost__pace *pace, const gpucost__node *nodes, const gpucost__node *n,
                           double samples, gpucost__node_time *t)
{
    *t = (gpucost__node_time){0};
    if (is_nothing(n)) return;
    t->kernels = t->kernels_back = 1;
    switch (n->layer.kind) {
    case GPUCOST_LAYER_CONVOLUTION:
    case GPUCOST_LAYER_TRANSPOSED:
    case GPUCOST_LAYER_LINEAR:
        if (is_depthwise(n))
            depthwise(pace, n, samples, t);
        else
            product(pace, n, samples, t);
        break;
    case GPUCOST_LAYER_ATTENTION: attention(pace, n, samples, t); break;
    default: {
        passes p = passes_of(pace, n, n->inputs ? &nodes[n->from[0]] : NULL);
        double pass = samples * pace->element_bytes * pace->profile.traffic / pace->memory_bytes_per_s;
        t->memory_s += p.forward * pass;
        t->memory_back_s += p.backward * pass;
        if (p.forward <= 0) t->kernels = 0;
        if (p.backward <= 0) t->kernels_back = 0;
    }
    }
    if (n->uses > 1) { /* gradients of a result that several read are summed */
        t->memory_back_s += 3 * (n->uses - 1) * samples * (double)n->count.output_elements * pace->element_bytes /
                            pace->memory_bytes_per_s;
        t->kernels_back += n->uses - 1;
    }
    t->products_s += pace->profile.kernel_s * t->kernels * (t->products_s > 0);
    t->memory_s += pace->profile.kernel_s * t->kernels * (t->products_s <= 0);
    t->memory_back_s += pace->profile.kernel_s * t->kernels_back;
}
