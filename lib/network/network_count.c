/* Shape, parameters and products of one layer. */

#include "base/checked.h"
#include "network/network_handle.h"

static const uint64_t ELEMENTS_MOST = UINT64_C(1) << 50;

static gpucost_status wrong(gpucost_error *err, const char *field, const char *text)
{
    return gpucost__fail_field(err, GPUCOST_E_RANGE, field, NULL, "%s", text);
}

static uint64_t either(uint64_t given, uint64_t otherwise)
{
    return given ? given : otherwise;
}

static bool is_pool(int32_t kind)
{
    return kind == GPUCOST_LAYER_MAX_POOL || kind == GPUCOST_LAYER_AVERAGE_POOL;
}

/* Output of a window along one side; 0 when the window is larger than what it slides over. */
static uint64_t slid(const gpucost_layer *l, uint64_t input, uint64_t kernel)
{
    if (l->same) return gpucost__ceil_div(input, l->stride);
    uint64_t padded = input + 2 * l->padding;
    return padded < kernel ? 0 : (padded - kernel) / l->stride + 1;
}

static gpucost_status windows(gpucost__node *n, gpucost_error *err)
{
    gpucost_layer *l = &n->layer;
    gpucost_layer_count *c = &n->count;
    l->kernel_height = either(l->kernel_height, is_pool(l->kind) ? 2 : 1);
    l->kernel_width = either(l->kernel_width, l->kernel_height);
    l->stride = either(l->stride, is_pool(l->kind) ? l->kernel_height : 1);
    l->groups = either(l->groups, 1);
    if (l->kind == GPUCOST_LAYER_TRANSPOSED) {
        c->height = c->input_height * l->stride;
        c->width = c->input_width * l->stride;
    } else {
        c->height = slid(l, c->input_height, l->kernel_height);
        c->width = slid(l, c->input_width, l->kernel_width);
    }
    if (c->height == 0 || c->width == 0) return wrong(err, "kernel_height", "the window is larger than what it reads");
    return GPUCOST_OK;
}

/* Parameters and products of a matrix applied `times` times. */
static gpucost_status matrix(gpucost__node *n, uint64_t inner, uint64_t outputs, uint64_t times, gpucost_error *err)
{
    uint64_t weights;
    if (gpucost__mul_u64(inner, outputs, &weights) || gpucost__mul_u64(weights, times, &n->count.multiply_adds))
        return wrong(err, "outputs", "the products of the layer exceed 64 bits");
    n->count.parameters += weights + (n->layer.bias ? outputs : 0);
    return GPUCOST_OK;
}

static gpucost_status convolution(gpucost__node *n, gpucost_error *err)
{
    gpucost_layer *l = &n->layer;
    gpucost_layer_count *c = &n->count;
    GPUCOST__TRY(windows(n, err));
    c->channels = either(l->outputs, c->input_channels);
    if (c->input_channels % l->groups || c->channels % l->groups)
        return wrong(err, "groups", "they divide the channels of input and output");
    uint64_t kernel = l->kernel_height * l->kernel_width, inner = c->input_channels / l->groups * kernel;
    bool apart = l->kind == GPUCOST_LAYER_TRANSPOSED; /* every input position is multiplied */
    return matrix(n, inner, c->channels, apart ? c->input_height * c->input_width : c->height * c->width, err);
}

static gpucost_status attention(const gpucost__node *nodes, gpucost__node *n, gpucost_error *err)
{
    gpucost_layer *l = &n->layer;
    gpucost_layer_count *c = &n->count;
    if (n->inputs != 1 && n->inputs != 3)
        return wrong(err, "from", "attention reads one layer of queries, keys and values, or three");
    l->heads = either(l->heads, 1);
    uint64_t queries = c->input_height * c->input_width, keys = queries, scores = c->input_channels / 3,
             values = scores;
    if (n->inputs == 1 && c->input_channels % 3) return wrong(err, "from", "queries, keys and values are as wide");
    if (n->inputs == 3) {
        const gpucost_layer_count *k = &nodes[n->from[1]].count, *v = &nodes[n->from[2]].count;
        keys = k->height * k->width;
        scores = c->input_channels;
        values = v->channels;
        if (k->channels != scores) return wrong(err, "from", "keys are as wide as queries");
        if (v->height * v->width != keys) return wrong(err, "from", "there are as many values as keys");
    }
    if (scores % l->heads || values % l->heads) return wrong(err, "heads", "they divide the channels");
    n->keys = l->window && l->window < keys ? l->window : keys;
    c->channels = values;
    uint64_t width = scores + values;
    if (gpucost__mul_u64(queries, n->keys, &c->multiply_adds) ||
        gpucost__mul_u64(c->multiply_adds, width, &c->multiply_adds))
        return wrong(err, "window", "the products of the layer exceed 64 bits");
    return GPUCOST_OK;
}

/* Add and multiply: what has a single position goes to every one. */
static gpucost_status together(const gpucost__node *nodes, gpucost__node *n, gpucost_error *err)
{
    gpucost_layer_count *c = &n->count;
    for (uint32_t i = 1; i < n->inputs; i++) {
        const gpucost_layer_count *other = &nodes[n->from[i]].count;
        if (other->channels != c->input_channels) return wrong(err, "from", "the layers have as many channels");
        uint64_t positions = other->height * other->width;
        if (positions != 1 && positions != c->height * c->width)
            return wrong(err, "from", "the layers have as many positions, or one");
    }
    return GPUCOST_OK;
}

static gpucost_status concat(const gpucost__node *nodes, gpucost__node *n, gpucost_error *err)
{
    gpucost_layer_count *c = &n->count;
    uint64_t along = n->layer.positions ? c->input_height * c->input_width : c->input_channels;
    for (uint32_t i = 1; i < n->inputs; i++) {
        const gpucost_layer_count *other = &nodes[n->from[i]].count;
        bool fits = n->layer.positions ? other->channels == c->input_channels
                                       : other->height == c->height && other->width == c->width;
        if (!fits) return wrong(err, "from", n->layer.positions ? "the layers have as many channels"
                                                                : "the layers have as many positions");
        along += n->layer.positions ? other->height * other->width : other->channels;
    }
    if (n->layer.positions) {
        c->height = along;
        c->width = 1;
    } else {
        c->channels = along;
    }
    return GPUCOST_OK;
}

static gpucost_status reshape(gpucost__node *n, gpucost_error *err)
{
    gpucost_layer_count *c = &n->count;
    uint64_t elements = c->input_channels * c->input_height * c->input_width, positions;
    c->height = either(n->layer.height, 1);
    c->width = either(n->layer.width, 1);
    if (gpucost__mul_u64(c->height, c->width, &positions) || elements % positions)
        return wrong(err, "height", "the elements do not divide by the positions");
    c->channels = either(n->layer.outputs, elements / positions);
    if (c->channels != elements / positions)
        return wrong(err, "outputs", "a reshape has as many elements as its input");
    return GPUCOST_OK;
}

static gpucost_status slice(gpucost__node *n, gpucost_error *err)
{
    gpucost_layer_count *c = &n->count;
    if (!n->layer.positions) {
        c->channels = either(n->layer.outputs, c->input_channels);
        return c->channels <= c->input_channels ? GPUCOST_OK
                                                : wrong(err, "outputs", "a slice has at most the input's channels");
    }
    uint64_t positions = c->input_height * c->input_width;
    c->height = either(n->layer.height, 1);
    c->width = 1;
    return c->height <= positions ? GPUCOST_OK : wrong(err, "height", "a slice has at most the input's positions");
}

static gpucost_status input(gpucost__node *n, gpucost_error *err)
{
    gpucost_layer_count *c = &n->count;
    if (n->inputs) return wrong(err, "from", "an input reads no layer");
    if (!n->layer.outputs)
        return gpucost__fail_field(err, GPUCOST_E_MISSING, "outputs", NULL, "an input has channels");
    c->channels = n->layer.outputs;
    c->height = either(n->layer.height, 1);
    c->width = either(n->layer.width, 1);
    return GPUCOST_OK;
}

static void norm(gpucost__node *n)
{
    gpucost_layer_count *c = &n->count;
    uint64_t each = n->layer.kind == GPUCOST_LAYER_RMS_NORM ? 1 : 2;
    if (!n->layer.plain) c->parameters += each * c->channels;
}

static gpucost_status by_kind(const gpucost__node *nodes, gpucost__node *n, gpucost_error *err)
{
    gpucost_layer *l = &n->layer;
    gpucost_layer_count *c = &n->count;
    switch (l->kind) {
    case GPUCOST_LAYER_CONVOLUTION:
    case GPUCOST_LAYER_TRANSPOSED: return convolution(n, err);
    case GPUCOST_LAYER_LINEAR:
        c->channels = either(l->outputs, c->input_channels);
        return matrix(n, c->input_channels, c->channels, c->height * c->width, err);
    case GPUCOST_LAYER_BATCH_NORM:
    case GPUCOST_LAYER_LAYER_NORM:
    case GPUCOST_LAYER_GROUP_NORM:
    case GPUCOST_LAYER_RMS_NORM:
        l->groups = either(l->groups, 1);
        if (l->kind == GPUCOST_LAYER_GROUP_NORM && c->channels % l->groups)
            return wrong(err, "groups", "they divide the channels");
        norm(n);
        return GPUCOST_OK;
    case GPUCOST_LAYER_MAX_POOL:
    case GPUCOST_LAYER_AVERAGE_POOL: return windows(n, err);
    case GPUCOST_LAYER_GLOBAL_POOL: c->height = c->width = 1; return GPUCOST_OK;
    case GPUCOST_LAYER_ATTENTION: return attention(nodes, n, err);
    case GPUCOST_LAYER_ADD:
    case GPUCOST_LAYER_MULTIPLY: return together(nodes, n, err);
    case GPUCOST_LAYER_CONCAT: return concat(nodes, n, err);
    case GPUCOST_LAYER_UPSAMPLE:
        l->stride = either(l->stride, 2);
        c->height *= l->stride;
        c->width *= l->stride;
        return GPUCOST_OK;
    case GPUCOST_LAYER_EMBEDDING:
        if (!l->rows) return gpucost__fail_field(err, GPUCOST_E_MISSING, "rows", NULL, "a table has rows");
        c->channels = either(l->outputs, c->input_channels);
        if (gpucost__mul_u64(l->rows, c->channels, &c->parameters))
            return wrong(err, "rows", "the table exceeds 64 bits");
        return GPUCOST_OK;
    case GPUCOST_LAYER_RESHAPE: return reshape(n, err);
    case GPUCOST_LAYER_SLICE: return slice(n, err);
    case GPUCOST_LAYER_INPUT: return input(n, err);
    default: return GPUCOST_OK; /* functions of each element */
    }
}

static bool elements(const gpucost_layer_count *c, uint64_t *all)
{
    uint64_t positions;
    return !gpucost__mul_u64(c->height, c->width, &positions) && !gpucost__mul_u64(positions, c->channels, all) &&
           *all <= ELEMENTS_MOST;
}

gpucost_status gpucost__node_count(const gpucost__node *nodes, gpucost__node *n, gpucost_error *err)
{
    gpucost_layer_count *c = &n->count;
    *c = (gpucost_layer_count){.size = sizeof *c};
    if (n->layer.kind != GPUCOST_LAYER_INPUT) {
        if (!n->inputs) return gpucost__fail_field(err, GPUCOST_E_MISSING, "from", NULL, "the first layer is an input");
        const gpucost_layer_count *first = &nodes[n->from[0]].count;
        c->input_channels = c->channels = first->channels;
        c->input_height = c->height = first->height;
        c->input_width = c->width = first->width;
        for (uint32_t i = 0; i < n->inputs; i++) c->input_elements += nodes[n->from[i]].count.output_elements;
    }
    GPUCOST__TRY(by_kind(nodes, n, err));
    if (!elements(c, &c->output_elements)) return wrong(err, "outputs", "the result has more than 2^50 elements");
    c->parameters += n->layer.parameters;
    return GPUCOST_OK;
}
