#include "network/network_handle.h"

#define U64 GPUCOST_FIELD_U64
#define FLAG GPUCOST_FIELD_FLAG
#define L(member, type, ...) FIELD(gpucost_layer, member, type, __VA_ARGS__)
#define WINDOW(member, otherwise, text) L(member, U64, .fallback = otherwise, .least = "1", .most = "4096", .doc = text)
#define C(member, text) FIELD(gpucost_layer_count, member, U64, .doc = text)
#define T(member, type, ...) FIELD(gpucost_network_totals, member, type, __VA_ARGS__)

static const gpucost_field layer_fields[] = {
    FIELD_SIZE(gpucost_layer),
    L(name, GPUCOST_FIELD_TEXT, .fallback = "kind and number", .doc = "unique name"),
    L(from, GPUCOST_FIELD_TEXT, .fallback = "the layer before", .doc = "layers that it reads, joined by ';'"),
    L(kind, GPUCOST_FIELD_CHOICE,
      .choices =
          "convolution|transposed|linear|batch_norm|layer_norm|group_norm|rms_norm|activation|max_pool|"
          "average_pool|global_pool|attention|add|multiply|concat|upsample|embedding|dropout|reshape|slice|input",
      .doc = "what it does"),
    L(function, GPUCOST_FIELD_CHOICE, .choices = "relu|gelu|silu|hardswish|sigmoid|tanh|softmax",
      .doc = "function of an activation"),
    L(bias, FLAG, .doc = "products add a bias to each output channel"),
    L(plain, FLAG, .doc = "a norm without weights"),
    L(same, FLAG, .doc = "padded so that the output is the input over the stride"),
    L(positions, FLAG, .doc = "concat and slice along positions, not channels"),
    L(outputs, U64, .fallback = "as the input", .least = "1", .most = "100000000", .doc = "channels of the result"),
    WINDOW(kernel_height, "1", "height of a window"),
    WINDOW(kernel_width, "kernel_height", "width of a window"),
    WINDOW(stride, "1; a pool: its window; upsample: 2", "step of a window, or times of an upsampling"),
    L(padding, U64, .most = "4096", .doc = "rows and columns added on each side"),
    L(groups, U64, .fallback = "1", .least = "1", .most = "1000000", .doc = "groups of a convolution or a group norm"),
    L(heads, U64, .fallback = "1", .least = "1", .most = "100000", .doc = "heads of attention"),
    L(window, U64, .fallback = "all", .least = "1", .most = "1000000000", .doc = "positions that a query meets"),
    L(height, U64, .fallback = "1", .least = "1", .most = "1000000000", .doc = "height of a reshape, slice or input"),
    L(width, U64, .fallback = "1", .least = "1", .most = "1000000", .doc = "width of a reshape or input"),
    L(rows, U64, .least = "1", .most = "10000000000", .doc = "rows of an embedding table"),
    L(parameters, U64, .most = "1000000000000", .doc = "further parameters"),
};

static const gpucost_field count_fields[] = {
    FIELD_SIZE(gpucost_layer_count),
    C(input_channels, "channels of its first input"),
    C(input_height, "height of its first input"),
    C(input_width, "width of its first input"),
    C(channels, "channels of its result"),
    C(height, "height of its result"),
    C(width, "width of its result"),
    C(parameters, "trained numbers"),
    C(multiply_adds, "of products, forward"),
    C(input_elements, "of all inputs"),
    C(output_elements, "of its result"),
    FIELD(gpucost_layer_count, stored_bytes, U64, .unit = "bytes",
          .doc = "kept for the backward pass in 16-bit mixed precision"),
};

static const gpucost_field options_fields[] = {
    FIELD_SIZE(gpucost_network_options),
    FIELD(gpucost_network_options, height, U64, .unit = "pixels", .fallback = "the preset's", .least = "1",
          .most = "65536", .doc = "height of an image"),
    FIELD(gpucost_network_options, width, U64, .unit = "pixels", .fallback = "height", .least = "1", .most = "65536",
          .doc = "width of an image"),
    FIELD(gpucost_network_options, frames, U64, .fallback = "the preset's", .least = "1", .most = "100000",
          .doc = "frames of a video"),
    FIELD(gpucost_network_options, context_tokens, U64, .unit = "tokens", .fallback = "the preset's", .least = "1",
          .most = "1000000", .doc = "text that guides a diffusion model"),
    FIELD(gpucost_network_options, classes, U64, .fallback = "the preset's", .least = "1", .most = "10000000",
          .doc = "classes of a classifier"),
};

static const gpucost_field totals_fields[] = {
    FIELD_SIZE(gpucost_network_totals),
    T(name, GPUCOST_FIELD_TEXT, .doc = "of the preset, or of the file"),
    T(family, GPUCOST_FIELD_TEXT, .doc = "rule that made the layers"),
    T(height, U64, .unit = "pixels", .doc = "of a sample"),
    T(width, U64, .unit = "pixels", .doc = "of a sample"),
    T(frames, U64, .doc = "of a sample"),
    T(context_tokens, U64, .unit = "tokens", .doc = "of the text beside a sample"),
    T(layers, U64, .doc = "layers of the list"),
    T(parameters, U64, .doc = "trained numbers"),
    T(parameters_published, U64, .doc = "what the authors print, exact or rounded"),
    T(multiply_adds, U64, .doc = "of products, forward"),
    T(flop, GPUCOST_FIELD_F64, .unit = "FLOP", .doc = "2 x multiply_adds"),
    T(activation_elements, U64, .doc = "elements of all results"),
    T(stored_bytes, U64, .unit = "bytes", .doc = "kept for the backward pass in 16-bit mixed precision"),
};

const gpucost_struct gpucost__layer_table = STRUCT_TABLE(gpucost_layer, layer_fields, "A layer as it is described.");
const gpucost_struct gpucost__layer_count_table =
    STRUCT_TABLE(gpucost_layer_count, count_fields, "What a layer has and does for one sample.");
const gpucost_struct gpucost__network_options_table =
    STRUCT_TABLE(gpucost_network_options, options_fields, "How large the samples of a network are.");
const gpucost_struct gpucost__network_totals_table =
    STRUCT_TABLE(gpucost_network_totals, totals_fields, "A network's sums over its layers, for one sample.");
