#ifndef GPUCOST_NETWORK_H
#define GPUCOST_NETWORK_H
/**
 * @file
 * @defgroup network Networks
 * Models as lists of layers: convolutional networks, vision transformers, diffusion models, and a user's own list.
 * Exact parameters, FLOPs of a forward pass and what the backward pass needs, for one sample.
 * @{
 */
#include "gpucost/status.h"

GPUCOST_BEGIN_DECLS

/** What a layer does. */
enum {
    GPUCOST_LAYER_CONVOLUTION = 0,   /**< convolution over height and width */
    GPUCOST_LAYER_TRANSPOSED = 1,    /**< transposed convolution: stride times as high and wide */
    GPUCOST_LAYER_LINEAR = 2,        /**< matrix product over the channels of every position */
    GPUCOST_LAYER_BATCH_NORM = 3,    /**< normalisation over the batch */
    GPUCOST_LAYER_LAYER_NORM = 4,    /**< normalisation over the channels of a position */
    GPUCOST_LAYER_GROUP_NORM = 5,    /**< normalisation over groups of channels of a sample */
    GPUCOST_LAYER_RMS_NORM = 6,      /**< normalisation by the mean square of a position */
    GPUCOST_LAYER_ACTIVATION = 7,    /**< a function of each element */
    GPUCOST_LAYER_MAX_POOL = 8,      /**< largest of a window */
    GPUCOST_LAYER_AVERAGE_POOL = 9,  /**< mean of a window */
    GPUCOST_LAYER_GLOBAL_POOL = 10,  /**< mean of all positions */
    GPUCOST_LAYER_ATTENTION = 11,    /**< scaled products of queries, keys and values */
    GPUCOST_LAYER_ADD = 12,          /**< sum of its inputs; one of a single position is added to every one */
    GPUCOST_LAYER_MULTIPLY = 13,     /**< product of its inputs, likewise */
    GPUCOST_LAYER_CONCAT = 14,       /**< inputs side by side: their channels, or their positions */
    GPUCOST_LAYER_UPSAMPLE = 15,     /**< every position repeated */
    GPUCOST_LAYER_EMBEDDING = 16,    /**< rows of a table by index */
    GPUCOST_LAYER_DROPOUT = 17,      /**< a random mask while it trains */
    GPUCOST_LAYER_RESHAPE = 18,      /**< the same elements in another shape */
    GPUCOST_LAYER_SLICE = 19,        /**< some of the channels or positions */
    GPUCOST_LAYER_INPUT = 20         /**< another input of the network: text, time, a position table */
};

/** Functions of an activation. */
enum {
    GPUCOST_FUNCTION_RELU = 0,      /**< in place */
    GPUCOST_FUNCTION_GELU = 1,      /**< of its input */
    GPUCOST_FUNCTION_SILU = 2,      /**< swish */
    GPUCOST_FUNCTION_HARDSWISH = 3, /**< its piecewise form */
    GPUCOST_FUNCTION_SIGMOID = 4,   /**< logistic or its piecewise form */
    GPUCOST_FUNCTION_TANH = 5,      /**< hyperbolic tangent */
    GPUCOST_FUNCTION_SOFTMAX = 6    /**< over the channels */
};

/** One layer as it is described. Zero is the default of every field. */
typedef struct gpucost_layer {
    uint64_t size;       /**< sizeof this struct; GPUCOST_INIT sets it */
    char name[48];       /**< unique; empty: its kind and number */
    char from[192];      /**< layers that it reads, joined by ';', "input" the network's; empty: the layer before */
    int32_t kind;        /**< GPUCOST_LAYER_* */
    int32_t function;    /**< GPUCOST_FUNCTION_* of an activation */
    int32_t bias;        /**< 1: products add a bias to each output channel */
    int32_t plain;       /**< 1: a norm without weights */
    int32_t same;        /**< 1: padded so that the output is the input over the stride, rounded up */
    int32_t positions;   /**< 1: concat and slice along positions, not channels */
    uint64_t outputs;    /**< channels of the result; 0: as the input */
    uint64_t kernel_height; /**< of a window; 0 means 1 */
    uint64_t kernel_width;  /**< of a window; 0: as its height */
    uint64_t stride;     /**< of a window, or times of an upsampling; 0 means 1, or the window of a pool */
    uint64_t padding;    /**< rows and columns added on each side */
    uint64_t groups;     /**< of a convolution or a group norm; 0 means 1 */
    uint64_t heads;      /**< of attention; 0 means 1 */
    uint64_t window;     /**< positions that a query meets; 0: all of the keys */
    uint64_t height;     /**< of the result of a reshape or an input; 0 means 1 */
    uint64_t width;      /**< of the result of a reshape or an input; 0 means 1 */
    uint64_t rows;       /**< of an embedding table */
    uint64_t parameters; /**< further ones, such as biases of positions, class tokens, scales */
} gpucost_layer;

/** What a layer has and does for one sample. */
typedef struct gpucost_layer_count {
    uint64_t size;            /**< sizeof this struct; GPUCOST_INIT sets it */
    uint64_t input_channels;  /**< of its first input */
    uint64_t input_height;    /**< of its first input */
    uint64_t input_width;     /**< of its first input */
    uint64_t channels;        /**< of its result */
    uint64_t height;          /**< of its result */
    uint64_t width;           /**< of its result */
    uint64_t parameters;      /**< trained numbers */
    uint64_t multiply_adds;   /**< of products, forward */
    uint64_t input_elements;  /**< of all inputs */
    uint64_t output_elements; /**< of its result */
    uint64_t stored_bytes;    /**< kept for the backward pass in 16-bit mixed precision, operators run one by one
                                   [bytes] */
} gpucost_layer_count;

/** How large the samples are. Zero is the default of the preset. */
typedef struct gpucost_network_options {
    uint64_t size;           /**< sizeof this struct; GPUCOST_INIT sets it */
    uint64_t height;         /**< of an image [pixels] */
    uint64_t width;          /**< of an image [pixels]; 0: as its height */
    uint64_t frames;         /**< of a video */
    uint64_t context_tokens; /**< of the text that a diffusion model is guided by */
    uint64_t classes;        /**< that a classifier tells apart */
} gpucost_network_options;

/** Sums over the layers, for one sample. */
typedef struct gpucost_network_totals {
    uint64_t size;           /**< sizeof this struct; GPUCOST_INIT sets it */
    char name[64];           /**< of the preset, or of the file */
    char family[32];         /**< rule that made the layers, or "list" */
    uint64_t height;         /**< of a sample [pixels] */
    uint64_t width;          /**< of a sample [pixels] */
    uint64_t frames;         /**< of a sample */
    uint64_t context_tokens; /**< of the text beside a sample */
    uint64_t layers;         /**< layers of the list */
    uint64_t parameters;     /**< trained numbers, all of them */
    uint64_t parameters_published; /**< what the authors print, exact or rounded; 0: not known */
    uint64_t multiply_adds;  /**< of products, forward */
    double flop;             /**< 2 x multiply_adds [FLOP] */
    uint64_t activation_elements; /**< of all results */
    uint64_t stored_bytes;   /**< kept for the backward pass in 16-bit mixed precision, operators run one by one
                                  [bytes] */
} gpucost_network_totals;

/** A network. Immutable once made. */
typedef struct gpucost_network gpucost_network;

/**
 * A bundled network by name or alias; case and punctuation do not matter.
 *
 * Its layers are made by the rule of its family from the sizes in data/networks.csv; the counts of parameters are those
 * that the authors' code prints.
 *
 * @source{he2016, table 1} @source{tan2019, table 1} @source{dosovitskiy2021, table 1} @source{rombach2022, appendix E}
 * @source{peebles2023, table 1} @source{esser2024, section 4} @source{wan2025, section 4.1}
 * @worked ResNet-50 at 224 x 224: 25 557 032 parameters, 4.089e9 multiply-adds (counts.csv, resnet-50).
 *
 * @param[in]  name     such as "resnet-50", "vit_b_16" or "stable-diffusion-1.5"
 * @param[in]  options  NULL for the preset's own size of sample
 * @param[out] network  yours; end it with gpucost_network_free()
 * @param[out] err      suggests the nearest names; may be NULL
 * @retval GPUCOST_OK             made
 * @retval GPUCOST_E_UNKNOWN_NAME no such preset
 * @retval GPUCOST_E_RANGE        a size is outside its limits, or too small for the network
 * @retval GPUCOST_E_ARGUMENT     a struct has no size, or the size of sample is not a multiple of the patches
 * @retval GPUCOST_E_MEMORY       out of memory
 * @threads any thread; a network may be shared
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_network_from_preset(const char *name, const gpucost_network_options *options,
                                                       gpucost_network **network, gpucost_error *err);

/**
 * A list of layers from a file: CSV with a column for each field of gpucost_layer that is used, or a JSON object
 * {"name": ..., "layers": [{...}]}. The first layer is of kind input and gives the shape of a sample.
 *
 * @param[in]  path     file; what begins with '{' is JSON; "-" is standard input
 * @param[out] network  yours; end it with gpucost_network_free()
 * @param[out] err      line and column name, or JSON pointer, with the value and what was expected; may be NULL
 * @retval GPUCOST_OK        made
 * @retval GPUCOST_E_IO      the file cannot be read
 * @retval GPUCOST_E_SYNTAX  neither CSV nor JSON
 * @retval GPUCOST_E_EMPTY   there are no layers
 * @retval GPUCOST_E_MISSING a layer lacks what its kind needs
 * @retval GPUCOST_E_FIELD   a field is unknown, has the wrong type, or names a layer that is not there before it
 * @retval GPUCOST_E_RANGE   a value is outside its limits, does not divide, or shapes do not go together
 * @retval GPUCOST_E_MEMORY  out of memory
 * @threads any thread; a network may be shared
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_network_from_file(const char *path, gpucost_network **network, gpucost_error *err);

/**
 * A list of layers from memory.
 *
 * @param[in]  layers   [count] the first of kind input
 * @param[in]  stride   bytes from one layer to the next; 0 means sizeof
 * @param[in]  count    layers
 * @param[in]  name     name of the network; NULL means "list"
 * @param[out] network  yours; end it with gpucost_network_free()
 * @param[out] err      "/layers/3/outputs" and so on; may be NULL
 * @retval GPUCOST_OK         made
 * @retval GPUCOST_E_ARGUMENT a struct has no size, or the stride is too short
 * @return otherwise as gpucost_network_from_file()
 * @threads any thread; a network may be shared
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_network_from_layers(const gpucost_layer *layers, uint64_t stride, uint64_t count,
                                                       const char *name, gpucost_network **network,
                                                       gpucost_error *err);

/**
 * End a network.
 *
 * @param[in] network  may be NULL
 * @threads the last user of the network
 * @since 0.1
 */
GPUCOST_API void gpucost_network_free(gpucost_network *network);

/**
 * Sums over the layers.
 *
 * @param[in]  network  a network
 * @param[out] totals   for one sample
 * @param[out] err      filled on failure; may be NULL
 * @retval GPUCOST_OK         filled
 * @retval GPUCOST_E_ARGUMENT the struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_network_total(const gpucost_network *network, gpucost_network_totals *totals,
                                                 gpucost_error *err);

/**
 * Number of layers.
 *
 * @param[in] network  a network
 * @return layers
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API uint64_t gpucost_network_count(const gpucost_network *network);

/**
 * The i-th layer.
 *
 * @param[in]  network  a network
 * @param[in]  index    from 0
 * @param[out] layer    as it was described; may be NULL
 * @param[out] count    what it has and does; may be NULL
 * @param[out] err      filled on failure; may be NULL
 * @retval GPUCOST_OK         filled
 * @retval GPUCOST_E_ARGUMENT @p index is past the end, or a struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_network_at(const gpucost_network *network, uint64_t index, gpucost_layer *layer,
                                              gpucost_layer_count *count, gpucost_error *err);

/**
 * Number of bundled networks.
 *
 * @return presets
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API uint64_t gpucost_network_preset_count(void);

/**
 * Name of the i-th bundled network.
 *
 * @param[in] index  from 0
 * @return its name, static; NULL past the end
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API const char *gpucost_network_preset_at(uint64_t index);

GPUCOST_END_DECLS
/** @} */
#endif
