/* What the backward pass needs of a layer: tensors that frameworks save when operators run one by one. */
#include "network/network_handle.h"

bool gpucost__node_aliases(const gpucost__node *n)
{
    int32_t kind = n->layer.kind;
    if (kind == GPUCOST_LAYER_RESHAPE || kind == GPUCOST_LAYER_SLICE) return true;
    return kind == GPUCOST_LAYER_ACTIVATION && n->layer.function == GPUCOST_FUNCTION_RELU;
}

bool gpucost__node_keeps_input(const gpucost__node *n, uint32_t input)
{
    switch (n->layer.kind) {
    case GPUCOST_LAYER_CONVOLUTION:
    case GPUCOST_LAYER_TRANSPOSED:
    case GPUCOST_LAYER_LINEAR:
    case GPUCOST_LAYER_BATCH_NORM:
    case GPUCOST_LAYER_LAYER_NORM:
    case GPUCOST_LAYER_GROUP_NORM:
    case GPUCOST_LAYER_RMS_NORM: return input == 0;
    case GPUCOST_LAYER_MAX_POOL:
    case GPUCOST_LAYER_ATTENTION:
    case GPUCOST_LAYER_MULTIPLY: return true;
    case GPUCOST_LAYER_ACTIVATION:
        return n->layer.function == GPUCOST_FUNCTION_GELU || n->layer.function == GPUCOST_FUNCTION_SILU ||
               n->layer.function == GPUCOST_FUNCTION_HARDSWISH;
    default: return false;
    }
}

bool gpucost__node_keeps_result(const gpucost__node *n)
{
    if (n->layer.kind == GPUCOST_LAYER_ATTENTION) return true;
    return n->layer.kind == GPUCOST_LAYER_ACTIVATION && !gpucost__node_keeps_input(n, 0);
}

/* What the node itself keeps besides results [bytes]. */
static double extra_bytes(const gpucost__node *n)
{
    const gpucost_layer_count *c = &n->count;
    double results = (double)c->output_elements, positions = (double)(c->input_height * c->input_width);
    switch (n->layer.kind) {
    case GPUCOST_LAYER_MAX_POOL: return 8 * results;  /* indices */
    case GPUCOST_LAYER_DROPOUT: return results;       /* mask */
    case GPUCOST_LAYER_EMBEDDING:                        /* indices */
    case GPUCOST_LAYER_LAYER_NORM: return 8 * positions; /* mean and deviation */
    case GPUCOST_LAYER_RMS_NORM: return 4 * positions;
    case GPUCOST_LAYER_GROUP_NORM: return 8 * (double)n->layer.groups;
    case GPUCOST_LAYER_ATTENTION: return 4 * positions * (double)n->layer.heads; /* dao2022: log of the sums */
    default: return 0;
    }
}

bool gpucost__node_casts(const gpucost__node *n)
{
    int32_t kind = n->layer.kind;
    return kind == GPUCOST_LAYER_LAYER_NORM || kind == GPUCOST_LAYER_GROUP_NORM || kind == GPUCOST_LAYER_RMS_NORM;
}

double gpucost__node_stored_bytes(const gpucost__node *n, double element_bytes, bool autocast)
{
    double bytes = extra_bytes(n);
    if (n->kept) bytes += element_bytes * (double)n->count.output_elements;
    if (!gpucost__node_casts(n)) return bytes;
    /* Autocast copies the 16-bit input of these norms to fp32 and keeps the copy. */
    bool copied = autocast && element_bytes < 4;
    if (copied || n->kept_alone) bytes += (copied ? 4 : element_bytes) * (double)n->count.output_elements;
    return bytes;
}
