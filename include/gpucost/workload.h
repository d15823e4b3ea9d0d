#ifndef GPUCOST_WORKLOAD_H
#define GPUCOST_WORKLOAD_H
/**
 * @file
 * @defgroup workload Workloads
 * What to run: training, fine-tuning or serving a model, and how.
 * @{
 */
#include "gpucost/status.h"

GPUCOST_BEGIN_DECLS

/** Kind of a workload. */
enum {
    GPUCOST_WORKLOAD_TRAINING = 0,  /**< all weights are trained */
    GPUCOST_WORKLOAD_LORA = 1,      /**< low-rank adapters over frozen weights */
    GPUCOST_WORKLOAD_QLORA = 2,     /**< low-rank adapters over frozen, quantised weights */
    GPUCOST_WORKLOAD_INFERENCE = 3  /**< the model answers requests */
};

/** Optimisers, by the states they keep. */
enum {
    GPUCOST_OPTIMIZER_ADAMW = 0,      /**< two fp32 states per parameter */
    GPUCOST_OPTIMIZER_ADAMW_8BIT = 1, /**< two 8-bit states per parameter */
    GPUCOST_OPTIMIZER_ADAMW_BF16 = 2, /**< two states in the weights' format, no master weights */
    GPUCOST_OPTIMIZER_ADAFACTOR = 3,  /**< a row and a column of factors per matrix */
    GPUCOST_OPTIMIZER_LION = 4,       /**< one state per parameter */
    GPUCOST_OPTIMIZER_SGD = 5,        /**< no state */
    GPUCOST_OPTIMIZER_MOMENTUM = 6,   /**< SGD with one fp32 state per parameter */
    GPUCOST_OPTIMIZER_MUON = 7        /**< one state per matrix parameter, AdamW for the rest */
};

/** How much of the forward pass is computed again in the backward pass. */
enum {
    GPUCOST_RECOMPUTE_AUTO = 0,      /**< the least that fits, when a layout is searched; none otherwise */
    GPUCOST_RECOMPUTE_NONE = 1,      /**< everything is stored */
    GPUCOST_RECOMPUTE_SELECTIVE = 2, /**< attention scores are computed again */
    GPUCOST_RECOMPUTE_FULL = 3       /**< only the input of each layer is stored */
};

/** How attention is computed. */
enum {
    GPUCOST_ATTENTION_FLASH = 0,       /**< fused; no score matrix in memory */
    GPUCOST_ATTENTION_MATERIALISED = 1 /**< score matrices are stored */
};

/** How the loss over the vocabulary is computed. */
enum {
    GPUCOST_LOSS_PLAIN = 0,    /**< logits in 16 bits, loss and its gradient in fp32 */
    GPUCOST_LOSS_COMPILED = 1, /**< one compiled kernel after the head */
    GPUCOST_LOSS_FUSED = 2     /**< head and loss in chunks; logits are never whole */
};

/** Whether 16-bit weights have an fp32 copy that the optimiser updates. */
enum {
    GPUCOST_MASTER_AUTO = 0, /**< fp32 for full training; none for adapters, fp32 weights, 16-bit optimisers and
                                  frameworks that update 16-bit weights in place */
    GPUCOST_MASTER_FP32 = 1, /**< an fp32 copy of every trained weight */
    GPUCOST_MASTER_NONE = 2  /**< the weights themselves are updated */
};

/** What lives in host memory. */
enum {
    GPUCOST_OFFLOAD_NONE = 0,      /**< nothing */
    GPUCOST_OFFLOAD_OPTIMIZER = 1, /**< states and master weights */
    GPUCOST_OFFLOAD_WEIGHTS = 2    /**< weights, gradients, states and master weights; layers visit the device */
};

/** Whose code runs the job, by what it keeps in memory (docs/memory.md). */
enum {
    GPUCOST_FRAMEWORK_AUTO = 0,         /**< none in particular */
    GPUCOST_FRAMEWORK_TRANSFORMERS = 1, /**< transformers, its Trainer, PEFT, TRL and what is built on them */
    GPUCOST_FRAMEWORK_TRANSFORMERS_LEGACY = 2, /**< transformers before 4.45: logits of the whole prompt, cache twice */
    GPUCOST_FRAMEWORK_DEEPSPEED = 3,    /**< DeepSpeed ZeRO */
    GPUCOST_FRAMEWORK_FSDP = 4,         /**< PyTorch FSDP; fp32 shards unless `weights` are said to be narrower */
    GPUCOST_FRAMEWORK_MEGATRON = 5,     /**< Megatron-LM, Megatron-Bridge, NeMo */
    GPUCOST_FRAMEWORK_TORCHTUNE = 6,    /**< torchtune */
    GPUCOST_FRAMEWORK_TORCHTITAN = 7,   /**< torchtitan; shards as FSDP */
    GPUCOST_FRAMEWORK_LITGPT = 8,       /**< LitGPT */
    GPUCOST_FRAMEWORK_UNSLOTH = 9,      /**< Unsloth */
    GPUCOST_FRAMEWORK_VLLM = 10,        /**< vLLM */
    GPUCOST_FRAMEWORK_SGLANG = 11,      /**< SGLang */
    GPUCOST_FRAMEWORK_TENSORRT_LLM = 12, /**< TensorRT-LLM */
    GPUCOST_FRAMEWORK_LLAMA_CPP = 13    /**< llama.cpp, ollama and relatives */
};

/** Tokens of a prompt whose logits are computed. */
enum {
    GPUCOST_PREFILL_LOGITS_AUTO = 0, /**< as the framework does: the last token, but in older transformers */
    GPUCOST_PREFILL_LOGITS_LAST = 1, /**< the last token of each sequence */
    GPUCOST_PREFILL_LOGITS_ALL = 2   /**< every token */
};

/** Format of gradients between passes. */
enum {
    GPUCOST_GRADIENTS_AUTO = 0,   /**< as the framework does: as the weights; fp32 in Megatron */
    GPUCOST_GRADIENTS_WEIGHTS = 1, /**< as the weights */
    GPUCOST_GRADIENTS_FP32 = 2    /**< fp32 */
};

/** A workload. Zero is the default of every field. */
typedef struct gpucost_workload {
    uint64_t size;               /**< sizeof this struct; GPUCOST_INIT sets it */
    int32_t kind;                /**< GPUCOST_WORKLOAD_* */
    int32_t optimizer;           /**< GPUCOST_OPTIMIZER_* */
    int32_t recompute;           /**< GPUCOST_RECOMPUTE_* */
    int32_t attention;           /**< GPUCOST_ATTENTION_* */
    int32_t loss;                /**< GPUCOST_LOSS_* */
    int32_t offload;             /**< GPUCOST_OFFLOAD_* */
    char weights[32];            /**< format of the weights; empty: bf16, nf4 for QLoRA, fp32 shards in FSDP */
    char compute[32];            /**< format of the matrix products; empty: what the weights multiply in */
    char kv_cache[32];           /**< format of the key-value cache; empty: as compute, at least 16 bits */
    uint64_t sequence;           /**< s [tokens]; 0: the model's context length, at most 4096 */
    uint64_t micro_batch;        /**< b, sequences per device and pass; 0: 1, or the best when a layout is searched */
    uint64_t global_batch;       /**< sequences per optimiser step, all devices; 0: 4 Mi tokens or, fine-tuning, 16 */
    uint64_t tokens;             /**< tokens to train on in all; 0: unknown, no duration is given */
    uint64_t lora_rank;          /**< rank of the adapters; 0 means 16 */
    int32_t lora_targets;        /**< 0 all linear layers, 1 attention only, 2 query and value only */
    int32_t master_weights;      /**< GPUCOST_MASTER_* */
    uint64_t prompt_tokens;      /**< tokens of a request's prompt; 0 means 1024 */
    uint64_t output_tokens;      /**< tokens of a request's answer; 0 means 256 */
    uint64_t concurrent_sequences; /**< sequences served at once by one replica; 0: what fits, at most 256 */
    double requests_per_s;       /**< request rate to serve [1/s]; 0: one replica */
    uint64_t requests;           /**< requests to serve in all; 0: a standing service */
    double latency_s;            /**< objective for the time to the first token [s]; 0: none */
    double mfu;                  /**< model FLOPs utilisation to assume, 0..1; 0: computed */
    double scaling_efficiency;   /**< efficiency of many devices over one, 0..1; 0: computed */
    int32_t framework;           /**< GPUCOST_FRAMEWORK_* */
    int32_t prefill_logits;      /**< GPUCOST_PREFILL_LOGITS_* */
    int32_t gradients;           /**< GPUCOST_GRADIENTS_* */
    int32_t optimizer_in_backward; /**< 1: each weight is updated as soon as its gradient is known */
    int32_t activation_offload;  /**< 1: what the backward pass needs waits in host memory */
    int32_t train_embeddings;    /**< 1: adapters also train embedding and output head, as full copies */
    int32_t lora_dropout;        /**< 1: adapters drop out their inputs */
    int32_t dora;                /**< 1: adapters have magnitudes of their own, DoRA */
    int32_t kv_expanded;         /**< 1: latent attention caches keys and values of every head */
    int32_t kv_whole;            /**< 1: layers with a window cache the whole context */
    uint64_t prefill_chunk;      /**< most tokens that one pass of a prompt takes; 0: as the framework does */
    char residual[32];           /**< format of what layers pass on in training; empty: as compute, at least 16 bits */
} gpucost_workload;

/**
 * Take a workload as the caller gave it and fill the defaults that depend on nothing else.
 *
 * Formats come out in the catalogue's own spelling. Weights that are only stored in few bits (nf4, q4_k, gptq) multiply
 * in bf16; fp32 weights multiply in fp32, and tf32 has to be asked for. What the model or the layout decides stays
 * zero: sequence, batches, recompute. Resolving twice changes nothing.
 *
 * @param[in]  workload  NULL for all defaults
 * @param[out] resolved  formats, ranks and request sizes filled in
 * @param[out] err       names the field; may be NULL
 * @retval GPUCOST_OK             filled
 * @retval GPUCOST_E_RANGE        a field is outside its limits, QLoRA weights hold 8.5 bits or more, or no
 *                                matrices multiply in the format of `compute`
 * @retval GPUCOST_E_UNKNOWN_NAME a format is not known
 * @retval GPUCOST_E_ARGUMENT     a struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_workload_resolve(const gpucost_workload *workload, gpucost_workload *resolved,
                                                    gpucost_error *err);

GPUCOST_END_DECLS
/** @} */
#endif
