#ifndef GPUCOST_MODEL_H
#define GPUCOST_MODEL_H
/**
 * @file
 * @defgroup model Models
 * Architecture of a neural network and the exact count of its parameters.
 *
 * A model comes from a Hugging Face `config.json`, from a preset, or from a parameter count. It is immutable. What had
 * to be assumed is kept as notes.
 * @{
 */
#include "gpucost/status.h"

GPUCOST_BEGIN_DECLS

/** Which halves of the transformer a model has. */
enum {
    GPUCOST_MODEL_DECODER = 0,        /**< causal decoder */
    GPUCOST_MODEL_ENCODER = 1,        /**< bidirectional encoder */
    GPUCOST_MODEL_ENCODER_DECODER = 2 /**< encoder and decoder with cross attention */
};

/** What a normalisation layer holds. */
enum {
    GPUCOST_NORM_RMS = 0,   /**< a weight per channel */
    GPUCOST_NORM_LAYER = 1, /**< a weight and a bias per channel */
    GPUCOST_NORM_BARE = 2   /**< no parameters */
};

/** A transformer's shape. Sizes are counts of channels, heads, layers or tokens. */
typedef struct gpucost_architecture {
    uint64_t size;                /**< sizeof this struct; GPUCOST_INIT sets it */
    char name[64];                /**< preset name, or the file it was read from */
    char model_type[32];          /**< Hugging Face model_type, such as "llama" */
    int32_t kind;                 /**< GPUCOST_MODEL_* */
    int32_t norm;                 /**< GPUCOST_NORM_* */
    uint64_t layers;              /**< transformer layers; of the decoder when there are two stacks */
    uint64_t encoder_layers;      /**< layers of the encoder of an encoder-decoder model */
    uint64_t hidden;              /**< h, width of the residual stream */
    uint64_t heads;               /**< a, query heads */
    uint64_t kv_heads;            /**< key and value heads */
    uint64_t head_dim;            /**< channels of one head */
    uint64_t ffn;                 /**< width of the dense feed-forward layer */
    uint64_t vocabulary;          /**< rows of the embedding table as stored */
    uint64_t context_length;      /**< longest sequence it was made for [tokens] */
    uint64_t learned_positions;   /**< rows of a learned position table; 0 when positions are computed */
    uint64_t token_types;         /**< rows of a token-type table */
    uint64_t embedding_dim;       /**< width of the embedding table when it is not h; 0 means h */
    uint64_t layer_norms;         /**< norms of width h in a layer */
    uint64_t outer_norms;         /**< norms of width h outside the layers */
    uint64_t query_key_norm;      /**< parameters of query and key norms in a layer */
    uint64_t experts;             /**< routed experts of a mixture-of-experts layer; 0 for a dense model */
    uint64_t experts_per_token;   /**< routed experts that a token visits */
    uint64_t shared_experts;      /**< experts that every token visits */
    uint64_t expert_ffn;          /**< width of one routed expert */
    uint64_t shared_ffn;          /**< width of all shared experts together */
    uint64_t dense_layers;        /**< first layers that have the dense feed-forward layer instead of experts */
    uint64_t expert_interval;     /**< every how many layers there are experts; 0 means 1 */
    uint64_t q_lora_rank;         /**< multi-head latent attention: rank of the query, 0 when not compressed */
    uint64_t kv_lora_rank;        /**< multi-head latent attention: rank of key and value, 0 without it */
    uint64_t qk_rope_dim;         /**< multi-head latent attention: rotary channels of a head */
    uint64_t qk_nope_dim;         /**< multi-head latent attention: other channels of a query or key head */
    uint64_t v_head_dim;          /**< multi-head latent attention: channels of a value head */
    uint64_t sliding_window;      /**< attention window [tokens]; 0 when attention is full */
    uint64_t sliding_layers;      /**< layers that use the window */
    uint64_t extra_parameters;    /**< parameters that no other field explains */
    int32_t tied_embeddings;      /**< 1 when the output head is the embedding table */
    int32_t output_head;          /**< 1 when there is a language-model head */
    int32_t gated_mlp;            /**< 1 when the feed-forward layer has a gate matrix */
    int32_t qkv_bias;             /**< 1 when query, key and value have biases */
    int32_t attention_bias;       /**< 1 when the attention output has a bias */
    int32_t mlp_bias;             /**< 1 when the feed-forward layer has biases */
    int32_t head_bias;            /**< 1 when the output head has a bias */
    int32_t attention_sinks;      /**< 1 when each head learns a sink */
    int32_t router_bias;          /**< 1 when the router has a bias per expert */
    int32_t expert_bias;          /**< 1 when experts have biases */
    int32_t shared_gate;          /**< 1 when shared experts sit behind a learned gate */
    int32_t pooler;               /**< 1 when an encoder ends in a dense pooler */
    int32_t dropout;              /**< 1 when training stores dropout masks */
    int32_t generic;              /**< 1 when the model_type was not known and read by common names */
    uint64_t attention_free_layers; /**< layers without attention; 0 in a plain transformer */
    uint64_t ffn_free_layers;     /**< layers without a feed-forward layer */
    uint64_t attention_reused;    /**< attention layers that use the weights of an earlier one */
    uint64_t recurrent_layers;    /**< layers with a mixer that keeps a state instead of a cache: Mamba and its kin */
    uint64_t recurrent_parameters; /**< parameters of one such mixer */
    uint64_t recurrent_state;     /**< numbers that one such mixer keeps of a sequence */
    uint64_t tower_parameters;    /**< parameters of vision and audio towers and of what joins them to the decoder */
    int32_t attention_gate;       /**< 1 when the attention output passes a gate as wide as the heads */
    uint32_t reserved;            /**< zero */
} gpucost_architecture;

/** Parameters by block; the parts sum to the total. */
typedef struct gpucost_parameters {
    uint64_t size;        /**< sizeof this struct; GPUCOST_INIT sets it */
    uint64_t embedding;   /**< token, position and token-type tables */
    uint64_t attention;   /**< query, key, value, output and their norms, all layers */
    uint64_t mlp;         /**< dense and shared feed-forward layers, all layers */
    uint64_t experts;     /**< routed experts, all layers */
    uint64_t router;      /**< routers, all layers */
    uint64_t norms;       /**< norms of width h */
    uint64_t head;        /**< output head when it is not tied, and pooler */
    uint64_t extra;       /**< what no other part explains */
    uint64_t total;       /**< sum of the parts, recurrent and tower among them */
    uint64_t active;      /**< parameters that one token of text visits, embedding table included */
    uint64_t layer_largest; /**< parameters of the largest layer */
    uint64_t recurrent;   /**< recurrent mixers, all layers */
    uint64_t tower;       /**< vision and audio towers and what joins them to the decoder */
} gpucost_parameters;

/** An immutable model. */
typedef struct gpucost_model gpucost_model;

/** One tensor of a model file. */
typedef struct gpucost_tensor {
    uint64_t size;      /**< sizeof this struct; GPUCOST_INIT sets it */
    char name[160];     /**< as the file writes it; a longer one is cut */
    char type[16];      /**< as the format calls it, such as "q4_k" or "BF16" */
    uint64_t rows;      /**< elements over those of its innermost dimension */
    uint64_t columns;   /**< its innermost dimension; 1 for a scalar */
    uint64_t elements;  /**< numbers as they are stored: formats that pack several into one count it once */
    uint64_t bytes;     /**< [bytes] */
} gpucost_tensor;

/** What a model file holds, or the files of an index together. */
typedef struct gpucost_tensor_totals {
    uint64_t size;          /**< sizeof this struct; GPUCOST_INIT sets it */
    char format[16];        /**< gguf, safetensors or index */
    char architecture[32];  /**< general.architecture of a GGUF file */
    char type[16];          /**< the type that most bytes have */
    uint64_t files;         /**< files read, or named by an index that stands alone */
    uint64_t tensors;       /**< number of tensors */
    uint64_t elements;      /**< elements of all tensors; 0 when only an index is there and does not tell */
    uint64_t bytes;         /**< bytes of all tensors [bytes] */
    uint64_t header_bytes;  /**< bytes of the headers read [bytes] */
} gpucost_tensor_totals;

/** The tensors of a model file. Immutable. */
typedef struct gpucost_tensors gpucost_tensors;

/**
 * Read a Hugging Face `config.json`.
 *
 * An unknown model_type is read by the common names, with notes on what was assumed. Text models nested in
 * `text_config` are taken from there.
 *
 * @param[in]  json    text of the file
 * @param[in]  source  name of the text in errors and notes
 * @param[out] model   yours; end it with gpucost_model_free()
 * @param[out] err     line and column, or JSON pointer and value; may be NULL
 * @retval GPUCOST_OK        the model is ready
 * @retval GPUCOST_E_SYNTAX  not JSON
 * @retval GPUCOST_E_MISSING a size that cannot be assumed is missing
 * @retval GPUCOST_E_FIELD   a value has the wrong type
 * @retval GPUCOST_E_RANGE   a size is zero, negative or too large, or head counts do not divide
 * @retval GPUCOST_E_MEMORY  out of memory
 * @threads any thread; a model may be shared
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_model_from_config(const char *json, const char *source, gpucost_model **model,
                                                     gpucost_error *err);

/**
 * Read a Hugging Face `config.json` from a file, or from a folder that holds one.
 *
 * @param[in]  path   file or folder
 * @param[out] model  yours; end it with gpucost_model_free()
 * @param[out] err    as gpucost_model_from_config(); may be NULL
 * @retval GPUCOST_OK   the model is ready
 * @retval GPUCOST_E_IO the file cannot be read
 * @return otherwise as gpucost_model_from_config()
 * @threads any thread; a model may be shared
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_model_from_file(const char *path, gpucost_model **model, gpucost_error *err);

/**
 * A bundled model by name or alias; case and punctuation do not matter.
 *
 * @param[in]  name   such as "llama-2-7b" or "meta-llama/Llama-2-7b-hf"
 * @param[out] model  yours; end it with gpucost_model_free()
 * @param[out] err    suggests the nearest three names; may be NULL
 * @retval GPUCOST_OK             found
 * @retval GPUCOST_E_UNKNOWN_NAME no such preset
 * @retval GPUCOST_E_MEMORY       out of memory
 * @threads any thread; a model may be shared
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_model_from_preset(const char *name, gpucost_model **model, gpucost_error *err);

/**
 * The tensors of a GGUF file, a safetensors file, a safetensors index with the files it names, or the folder of one.
 *
 * Headers are read and data is not, so the first megabytes of a file are enough. Memory stays below four times the
 * headers. An index whose files are not beside it gives the totals that it states.
 *
 * @source{gguf2024, docs/gguf.md}, @source{safetensors2023, Format}
 *
 * @param[in]  path     file or folder
 * @param[out] tensors  yours; end it with gpucost_tensors_free()
 * @param[out] err      file and place; may be NULL
 * @retval GPUCOST_OK             read
 * @retval GPUCOST_E_IO           a file cannot be read
 * @retval GPUCOST_E_SYNTAX       the header does not follow its format, or is cut
 * @retval GPUCOST_E_RANGE        a size exceeds 64 bits or what the format allows
 * @retval GPUCOST_E_FIELD        a tensor is there twice, or has a type and shape that do not go with its bytes
 * @retval GPUCOST_E_UNKNOWN_FACT a tensor has a type that this version does not know
 * @retval GPUCOST_E_EMPTY        there is nothing to read
 * @retval GPUCOST_E_MEMORY       out of memory
 * @threads any thread; the tensors may be shared
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_tensors_from_file(const char *path, gpucost_tensors **tensors, gpucost_error *err);

/**
 * As gpucost_tensors_from_file(), from the beginning of one file in memory.
 *
 * @param[in]  data     [bytes] the header at least
 * @param[in]  bytes    how many there are [bytes]
 * @param[in]  source   name of the data in errors
 * @param[out] tensors  yours; end it with gpucost_tensors_free()
 * @param[out] err      as gpucost_tensors_from_file(); may be NULL
 * @return as gpucost_tensors_from_file()
 * @threads any thread; the tensors may be shared
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_tensors_from_memory(const void *data, uint64_t bytes, const char *source,
                                                       gpucost_tensors **tensors, gpucost_error *err);

/**
 * End the tensors.
 *
 * @param[in] tensors  may be NULL
 * @threads the last user of the tensors
 * @since 0.1
 */
GPUCOST_API void gpucost_tensors_free(gpucost_tensors *tensors);

/**
 * Sums over all tensors.
 *
 * @param[in]  tensors  tensors
 * @param[out] totals   the sums
 * @param[out] err      filled on failure; may be NULL
 * @retval GPUCOST_OK         filled
 * @retval GPUCOST_E_ARGUMENT the struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_tensors_total(const gpucost_tensors *tensors, gpucost_tensor_totals *totals,
                                                 gpucost_error *err);

/**
 * Number of tensors that are listed one by one; 0 for an index that stands alone.
 *
 * @param[in] tensors  tensors
 * @return number of tensors
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API uint64_t gpucost_tensors_count(const gpucost_tensors *tensors);

/**
 * The i-th tensor, in the order of the file.
 *
 * @param[in]  tensors  tensors
 * @param[in]  index    from 0
 * @param[out] tensor   the tensor
 * @param[out] err      filled on failure; may be NULL
 * @retval GPUCOST_OK         the tensor is there
 * @retval GPUCOST_E_ARGUMENT @p index is past the end, or the struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_tensors_at(const gpucost_tensors *tensors, uint64_t index, gpucost_tensor *tensor,
                                              gpucost_error *err);

/**
 * The model of a GGUF file: its architecture from the metadata, its parameters from the tensors.
 *
 * What the sizes in the metadata do not account for becomes extra parameters with a note, so that the total is that of
 * the file.
 *
 * @param[in]  tensors  of a GGUF file
 * @param[out] model    yours; end it with gpucost_model_free()
 * @param[out] err      names the metadata key; may be NULL
 * @retval GPUCOST_OK        the model is ready
 * @retval GPUCOST_E_ARGUMENT the tensors are not of a GGUF file
 * @retval GPUCOST_E_MISSING a size that cannot be assumed is missing
 * @retval GPUCOST_E_RANGE   a size is zero or too large, or head counts do not divide
 * @retval GPUCOST_E_MEMORY  out of memory
 * @threads any thread; a model may be shared
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_model_from_tensors(const gpucost_tensors *tensors, gpucost_model **model,
                                                      gpucost_error *err);

/**
 * A Llama-like decoder of about a given number of parameters, for when no more is known; the shape is a note.
 *
 * @param[in]  parameters  total parameters, 1e6..1e14
 * @param[out] model       yours; its total is @p parameters exactly
 * @param[out] err         filled on failure; may be NULL
 * @retval GPUCOST_OK       the model is ready
 * @retval GPUCOST_E_RANGE  outside 1e6..1e14
 * @retval GPUCOST_E_MEMORY out of memory
 * @threads any thread; a model may be shared
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_model_from_parameters(uint64_t parameters, gpucost_model **model,
                                                         gpucost_error *err);

/**
 * A model of a given architecture.
 *
 * @param[in]  architecture  the shape; checked as a config is
 * @param[out] model         yours; end it with gpucost_model_free()
 * @param[out] err           names the field; may be NULL
 * @retval GPUCOST_OK        the model is ready
 * @retval GPUCOST_E_RANGE   a size is zero or too large, or head counts do not divide
 * @retval GPUCOST_E_MEMORY  out of memory
 * @threads any thread; a model may be shared
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_model_from_architecture(const gpucost_architecture *architecture,
                                                           gpucost_model **model, gpucost_error *err);

/**
 * End a model.
 *
 * @param[in] model  may be NULL
 * @threads the last user of the model
 * @since 0.1
 */
GPUCOST_API void gpucost_model_free(gpucost_model *model);

/**
 * Architecture of a model.
 *
 * @param[in]  model         a model
 * @param[out] architecture  its shape
 * @param[out] err           filled on failure; may be NULL
 * @retval GPUCOST_OK         filled
 * @retval GPUCOST_E_ARGUMENT the struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_model_architecture(const gpucost_model *model, gpucost_architecture *architecture,
                                                      gpucost_error *err);

/**
 * Parameters of a model by block.
 *
 * @param[in]  model       a model
 * @param[out] parameters  the counts
 * @param[out] err         filled on failure; may be NULL
 * @retval GPUCOST_OK         filled
 * @retval GPUCOST_E_ARGUMENT the struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_model_parameters(const gpucost_model *model, gpucost_parameters *parameters,
                                                    gpucost_error *err);

/**
 * Bytes of a model's weights in a number format.
 *
 * Formats of 16 bits and more take their bits for every parameter. Formats below keep embedding, output head, norms and
 * routers in 16 bits, as GPTQ, AWQ, bitsandbytes and FP8 checkpoints do. GGUF mixes are counted tensor by tensor, as
 * llama.cpp chooses the types: which layers get more bits, what the head gets, what is taken where a row does not
 * divide into blocks. Thus `q4_k_m` takes 4.80 bits a weight for Llama-2-70B and 5.22 for Qwen2.5-72B.
 *
 * @source{gguf2024, src/llama-quant.cpp at 007dbbf}
 * @valid  files made by llama.cpp since January 2024 without choices of the uploader; formats below four bits, `q4_0`
 *         and `iq4_*` with an importance matrix.
 * @worked llama-3.1-8b in q4_k_m: 4.8944 bits a weight (weights.csv, llama31_8b_q4_k_m).
 *
 * @param[in]  model      a model
 * @param[in]  precision  a format by any name that gpucost_precision_find() knows
 * @param[out] bytes      [bytes]
 * @param[out] err        suggests the nearest three names; may be NULL
 * @retval GPUCOST_OK             counted
 * @retval GPUCOST_E_UNKNOWN_NAME no such format
 * @retval GPUCOST_E_OVERFLOW     more than 64 bits of bytes
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_model_weight_bytes(const gpucost_model *model, const char *precision,
                                                      uint64_t *bytes, gpucost_error *err);

/**
 * Number of notes: what was assumed or left out when the model was read.
 *
 * @param[in] model  a model
 * @return number of notes
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API uint64_t gpucost_model_note_count(const gpucost_model *model);

/**
 * The i-th note.
 *
 * @param[in] model  a model
 * @param[in] index  from 0
 * @return one sentence, borrowed from the model; NULL past the end
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API const char *gpucost_model_note_at(const gpucost_model *model, uint64_t index);

/**
 * Number of presets.
 *
 * @return number of presets
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API uint64_t gpucost_model_preset_count(void);

/**
 * Name of the i-th preset.
 *
 * @param[in] index  from 0
 * @return its name, static; NULL past the end
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API const char *gpucost_model_preset_at(uint64_t index);

GPUCOST_END_DECLS
/** @} */
#endif
