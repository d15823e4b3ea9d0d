/*
 * One row a model_type. Sources: the modelling code of each type in Hugging Face transformers (or, for chatglm,
 * baichuan, internlm, internlm2, qwen, minicpm, exaone, deepseek, xverse and dbrx, the code beside the weights);
 * every row that a published count was found for is held to it by tests/data/model.
 */
#include "model/model_traits.h"

#include <string.h>

enum {
    DECODER = GPUCOST_MODEL_DECODER,
    ENCODER = GPUCOST_MODEL_ENCODER,
    BOTH = GPUCOST_MODEL_ENCODER_DECODER,
    RMS = GPUCOST_NORM_RMS,
    LAYER = GPUCOST_NORM_LAYER,
    BARE = GPUCOST_NORM_BARE,
    NONE = GPUCOST__NORM_NONE,
    EACH = GPUCOST__NORM_PER_HEAD,
    WIDE = GPUCOST__NORM_ALL_HEADS,
    ROTARY = GPUCOST__POSITIONS_COMPUTED,
    TABLE = GPUCOST__POSITIONS_LEARNED,
    TABLE_2 = GPUCOST__POSITIONS_LEARNED_2,
    IN_2 = GPUCOST__POSITIONS_LEARNED_IN_2,
    GATED = GPUCOST__GATED,
    QKV = GPUCOST__QKV_BIAS,
    OUT = GPUCOST__OUT_BIAS,
    MLP = GPUCOST__MLP_BIAS,
    BIASES = GPUCOST__BIASES,
    HEAD = GPUCOST__HEAD,
    HEAD_BIAS = GPUCOST__HEAD | GPUCOST__HEAD_BIAS,
    TIED = GPUCOST__HEAD | GPUCOST__TIED,
    SINKS = GPUCOST__SINKS,
    ROUTER = GPUCOST__ROUTER_BIAS,
    EXPERT = GPUCOST__EXPERT_BIAS,
    GATE = GPUCOST__SHARED_GATE,
    POOLER = GPUCOST__POOLER,
    DROPOUT = GPUCOST__DROPOUT,
    TYPE = GPUCOST__ONE_TYPE,
    TYPES = GPUCOST__TWO_TYPES
};

/* model_type, kind, norm, norms in a layer, outside, of query and key, positions, flags */
static const gpucost__traits rows[] = {
    {"llama", DECODER, RMS, 2, 1, NONE, ROTARY, GATED | HEAD}, /* first: the common decoder */
    {"apertus", DECODER, RMS, 2, 1, EACH, ROTARY, HEAD},
    {"arcee", DECODER, RMS, 2, 1, NONE, ROTARY, HEAD},
    {"aquila", DECODER, RMS, 2, 1, NONE, ROTARY, GATED | HEAD},
    {"baichuan", DECODER, RMS, 2, 1, NONE, ROTARY, GATED | HEAD},
    {"bamba", DECODER, RMS, 2, 1, NONE, ROTARY, GATED | HEAD},
    {"biogpt", DECODER, LAYER, 2, 1, NONE, TABLE_2, BIASES | TIED | DROPOUT},
    {"bloom", DECODER, LAYER, 2, 2, NONE, ROTARY, BIASES | TIED}, /* the second outer norm follows the embedding */
    {"chatglm", DECODER, RMS, 2, 1, NONE, ROTARY, GATED | QKV | HEAD},
    {"codegen", DECODER, LAYER, 1, 1, NONE, ROTARY, MLP | HEAD_BIAS},
    {"cohere", DECODER, RMS, 1, 1, NONE, ROTARY, GATED | TIED}, /* LayerNorm without a bias; one per block */
    {"cohere2", DECODER, RMS, 1, 1, NONE, ROTARY, GATED | TIED},
    {"ctrl", DECODER, LAYER, 2, 1, NONE, ROTARY, BIASES | HEAD_BIAS | TIED | DROPOUT},
    {"dbrx", DECODER, RMS, 2, 1, NONE, ROTARY, GATED | HEAD}, /* LayerNorm without a bias */
    {"deepseek", DECODER, RMS, 2, 1, NONE, ROTARY, GATED | HEAD},
    {"deepseek_v2", DECODER, RMS, 2, 1, NONE, ROTARY, GATED | HEAD},
    {"deepseek_v3", DECODER, RMS, 2, 1, NONE, ROTARY, GATED | HEAD | ROUTER},
    {"dots1", DECODER, RMS, 2, 1, EACH, ROTARY, GATED | HEAD | ROUTER},
    {"ernie4_5", DECODER, RMS, 2, 1, NONE, ROTARY, GATED | TIED},
    {"ernie4_5_moe", DECODER, RMS, 2, 1, NONE, ROTARY, GATED | TIED | ROUTER},
    {"exaone", DECODER, RMS, 2, 1, NONE, ROTARY, GATED | HEAD},
    {"exaone4", DECODER, RMS, 2, 1, EACH, ROTARY, GATED | HEAD},
    {"falcon", DECODER, LAYER, 2, 1, NONE, ROTARY, TIED}, /* falcon-7b shares one norm, see the readers */
    {"falcon_h1", DECODER, RMS, 2, 1, NONE, ROTARY, GATED | HEAD},
    {"falcon_mamba", DECODER, RMS, 1, 1, NONE, ROTARY, TIED},
    {"gemma", DECODER, RMS, 2, 1, NONE, ROTARY, GATED | TIED},
    {"gemma2", DECODER, RMS, 4, 1, NONE, ROTARY, GATED | TIED},
    {"gemma3_text", DECODER, RMS, 4, 1, EACH, ROTARY, GATED | TIED},
    {"glm", DECODER, RMS, 2, 1, NONE, ROTARY, GATED | QKV | HEAD},
    {"glm4", DECODER, RMS, 4, 1, NONE, ROTARY, GATED | HEAD},
    {"glm4_moe", DECODER, RMS, 2, 1, NONE, ROTARY, GATED | HEAD | ROUTER},
    {"gpt2", DECODER, LAYER, 2, 1, NONE, TABLE, BIASES | TIED | DROPOUT},
    {"gpt_bigcode", DECODER, LAYER, 2, 1, NONE, TABLE, BIASES | TIED | DROPOUT},
    {"gpt_neo", DECODER, LAYER, 2, 1, NONE, TABLE, OUT | MLP | TIED},
    {"gpt_neox", DECODER, LAYER, 2, 1, NONE, ROTARY, BIASES | HEAD},
    {"gpt_neox_japanese", DECODER, LAYER, 2, 1, NONE, ROTARY, HEAD},
    {"gpt_oss", DECODER, RMS, 2, 1, NONE, ROTARY, GATED | QKV | OUT | SINKS | ROUTER | EXPERT | HEAD},
    {"gptj", DECODER, LAYER, 1, 1, NONE, ROTARY, MLP | HEAD_BIAS},
    {"granite", DECODER, RMS, 2, 1, NONE, ROTARY, GATED | HEAD},
    {"granitemoe", DECODER, RMS, 2, 1, NONE, ROTARY, GATED | HEAD},
    {"granitemoeshared", DECODER, RMS, 2, 1, NONE, ROTARY, GATED | HEAD},
    {"granitemoehybrid", DECODER, RMS, 2, 1, NONE, ROTARY, GATED | HEAD},
    {"helium", DECODER, RMS, 2, 1, NONE, ROTARY, GATED | HEAD},
    {"hunyuan_v1_dense", DECODER, RMS, 2, 1, EACH, ROTARY, GATED | HEAD},
    {"hunyuan_v1_moe", DECODER, RMS, 2, 1, EACH, ROTARY, GATED | HEAD},
    {"internlm", DECODER, RMS, 2, 1, NONE, ROTARY, GATED | QKV | OUT | HEAD},
    {"internlm2", DECODER, RMS, 2, 1, NONE, ROTARY, GATED | HEAD},
    {"internlm3", DECODER, RMS, 2, 1, NONE, ROTARY, GATED | HEAD},
    {"jamba", DECODER, RMS, 2, 1, NONE, ROTARY, GATED | HEAD},
    {"kimi_k2", DECODER, RMS, 2, 1, NONE, ROTARY, GATED | HEAD | ROUTER},
    {"kimi_linear", DECODER, RMS, 2, 1, NONE, ROTARY, GATED | HEAD | ROUTER},
    {"lfm2", DECODER, RMS, 2, 1, EACH, ROTARY, GATED | TIED},
    {"lfm2_moe", DECODER, RMS, 2, 1, EACH, ROTARY, GATED | TIED | ROUTER},
    {"llama4_text", DECODER, RMS, 2, 1, NONE, ROTARY, GATED | HEAD},
    {"mamba", DECODER, RMS, 1, 1, NONE, ROTARY, TIED},
    {"mamba2", DECODER, RMS, 1, 1, NONE, ROTARY, HEAD},
    {"minicpm", DECODER, RMS, 2, 1, NONE, ROTARY, GATED | TIED},
    {"minicpm3", DECODER, RMS, 2, 1, NONE, ROTARY, GATED | TIED},
    {"minimax", DECODER, RMS, 2, 1, NONE, ROTARY, GATED | HEAD},
    {"minimax_m2", DECODER, RMS, 2, 1, WIDE, ROTARY, GATED | HEAD | ROUTER},
    {"ministral", DECODER, RMS, 2, 1, NONE, ROTARY, GATED | HEAD},
    {"mistral", DECODER, RMS, 2, 1, NONE, ROTARY, GATED | HEAD},
    {"mixtral", DECODER, RMS, 2, 1, NONE, ROTARY, GATED | HEAD},
    {"mllama_text_model", DECODER, RMS, 2, 1, NONE, ROTARY, GATED | HEAD},
    {"mpt", DECODER, LAYER, 2, 1, NONE, TABLE, BIASES | TIED}, /* as llm-foundry pre-trains it; see the readers */
    {"nemotron", DECODER, LAYER, 2, 1, NONE, ROTARY, HEAD},
    {"nemotron_h", DECODER, RMS, 1, 1, NONE, ROTARY, HEAD | ROUTER},
    {"olmo", DECODER, BARE, 2, 1, NONE, ROTARY, GATED | HEAD},
    {"olmo2", DECODER, RMS, 2, 1, WIDE, ROTARY, GATED | HEAD},
    {"olmo3", DECODER, RMS, 2, 1, WIDE, ROTARY, GATED | HEAD},
    {"olmoe", DECODER, RMS, 2, 1, WIDE, ROTARY, GATED | HEAD},
    {"openai-gpt", DECODER, LAYER, 2, 0, NONE, TABLE, BIASES | TIED | DROPOUT},
    {"opt", DECODER, LAYER, 2, 1, NONE, TABLE_2, BIASES | TIED | DROPOUT},
    {"orion", DECODER, LAYER, 2, 1, NONE, ROTARY, GATED | HEAD},
    {"persimmon", DECODER, LAYER, 2, 1, NONE, ROTARY, BIASES | HEAD},
    {"phi", DECODER, LAYER, 1, 1, NONE, ROTARY, BIASES | HEAD_BIAS},
    {"phi3", DECODER, RMS, 2, 1, NONE, ROTARY, GATED | HEAD},
    {"phimoe", DECODER, LAYER, 2, 1, NONE, ROTARY, GATED | QKV | OUT | HEAD_BIAS},
    {"qwen", DECODER, RMS, 2, 1, NONE, ROTARY, GATED | QKV | HEAD},
    {"qwen2", DECODER, RMS, 2, 1, NONE, ROTARY, GATED | QKV | HEAD},
    {"qwen2_5_vl_text", DECODER, RMS, 2, 1, NONE, ROTARY, GATED | QKV | HEAD},
    {"qwen2_moe", DECODER, RMS, 2, 1, NONE, ROTARY, GATED | QKV | GATE | HEAD},
    {"qwen2_vl_text", DECODER, RMS, 2, 1, NONE, ROTARY, GATED | QKV | HEAD},
    {"qwen3", DECODER, RMS, 2, 1, EACH, ROTARY, GATED | HEAD},
    {"qwen3_5_moe_text", DECODER, RMS, 2, 1, EACH, ROTARY, GATED | GATE | HEAD},
    {"qwen3_5_text", DECODER, RMS, 2, 1, EACH, ROTARY, GATED | HEAD},
    {"qwen3_moe", DECODER, RMS, 2, 1, EACH, ROTARY, GATED | HEAD},
    {"qwen3_next", DECODER, RMS, 2, 1, EACH, ROTARY, GATED | GATE | HEAD},
    {"qwen3_vl_moe_text", DECODER, RMS, 2, 1, EACH, ROTARY, GATED | HEAD},
    {"qwen3_vl_text", DECODER, RMS, 2, 1, EACH, ROTARY, GATED | HEAD},
    {"recurrent_gemma", DECODER, RMS, 2, 1, NONE, ROTARY, GATED | MLP | TIED},
    {"rwkv", DECODER, LAYER, 2, 2, NONE, ROTARY, HEAD},
    {"seed_oss", DECODER, RMS, 2, 1, NONE, ROTARY, GATED | QKV | HEAD},
    {"smollm3", DECODER, RMS, 2, 1, NONE, ROTARY, GATED | TIED},
    {"stablelm", DECODER, LAYER, 2, 1, NONE, ROTARY, GATED | HEAD},
    {"stablelm_epoch", DECODER, LAYER, 2, 1, NONE, ROTARY, GATED | HEAD},
    {"starcoder2", DECODER, LAYER, 2, 1, NONE, ROTARY, BIASES | TIED},
    {"xglm", DECODER, LAYER, 2, 1, NONE, ROTARY, BIASES | TIED | DROPOUT},
    {"xverse", DECODER, RMS, 2, 1, NONE, ROTARY, GATED | HEAD},
    {"zamba", DECODER, RMS, 1, 1, NONE, ROTARY, GATED | TIED},
    {"zamba2", DECODER, RMS, 1, 1, NONE, ROTARY, GATED | TIED},

    {"bert", ENCODER, LAYER, 2, 1, NONE, TABLE, BIASES | POOLER | TYPES | DROPOUT},
    {"camembert", ENCODER, LAYER, 2, 1, NONE, IN_2, BIASES | POOLER | TYPE | DROPOUT},
    {"clip_text_model", ENCODER, LAYER, 2, 1, NONE, TABLE, BIASES},
    {"clip_vision_model", ENCODER, LAYER, 2, 2, NONE, ROTARY, BIASES},
    {"deberta-v2", ENCODER, LAYER, 2, 1, NONE, ROTARY, BIASES | DROPOUT},
    {"deit", ENCODER, LAYER, 2, 1, NONE, ROTARY, BIASES | POOLER},
    {"dinov2", ENCODER, LAYER, 2, 1, NONE, ROTARY, BIASES},
    {"distilbert", ENCODER, LAYER, 2, 1, NONE, TABLE, BIASES | DROPOUT},
    {"electra", ENCODER, LAYER, 2, 1, NONE, TABLE, BIASES | TYPES | DROPOUT},
    {"ernie", ENCODER, LAYER, 2, 1, NONE, TABLE, BIASES | POOLER | TYPES | DROPOUT},
    {"longformer", ENCODER, LAYER, 2, 1, NONE, IN_2, BIASES | POOLER | TYPE | DROPOUT},
    {"modernbert", ENCODER, RMS, 2, 1, NONE, ROTARY, GATED}, /* two outside, but the first layer has one less */
    {"mpnet", ENCODER, LAYER, 2, 1, NONE, IN_2, BIASES | POOLER | DROPOUT},
    {"roberta", ENCODER, LAYER, 2, 1, NONE, IN_2, BIASES | POOLER | TYPE | DROPOUT},
    {"siglip_text_model", ENCODER, LAYER, 2, 1, NONE, TABLE, BIASES | POOLER},
    {"vit", ENCODER, LAYER, 2, 1, NONE, ROTARY, BIASES | POOLER},
    {"vit_mae", ENCODER, LAYER, 2, 1, NONE, ROTARY, BIASES},
    {"xlm-roberta", ENCODER, LAYER, 2, 1, NONE, IN_2, BIASES | POOLER | TYPE | DROPOUT},

    {"bart", BOTH, LAYER, 3, 2, NONE, TABLE_2, BIASES | TIED | DROPOUT},
    {"blenderbot", BOTH, LAYER, 3, 2, NONE, TABLE, BIASES | TIED | DROPOUT},
    {"m2m_100", BOTH, LAYER, 3, 2, NONE, ROTARY, BIASES | TIED | DROPOUT},
    {"marian", BOTH, LAYER, 3, 0, NONE, ROTARY, BIASES | TIED | DROPOUT},
    {"mbart", BOTH, LAYER, 3, 4, NONE, TABLE_2, BIASES | TIED | DROPOUT},
    {"mt5", BOTH, RMS, 3, 2, NONE, ROTARY, GATED | HEAD | DROPOUT},
    {"pegasus", BOTH, LAYER, 3, 2, NONE, ROTARY, BIASES | TIED | DROPOUT},
    {"t5", BOTH, RMS, 3, 2, NONE, ROTARY, TIED | DROPOUT},
    {"umt5", BOTH, RMS, 3, 2, NONE, ROTARY, GATED | HEAD | DROPOUT},
    {"whisper", BOTH, LAYER, 3, 2, NONE, ROTARY, OUT | MLP | TIED},
};

const gpucost__traits *gpucost__traits_of(const char *model_type, int *known)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].model_type, model_type) == 0) {
            *known = 1;
            return &rows[i];
        }
    *known = 0;
    return &rows[0];
}

uint64_t gpucost__query_key_norm(int kind, const gpucost_architecture *a)
{
    switch (kind) {
    case GPUCOST__NORM_PER_HEAD: return 2 * a->head_dim;
    case GPUCOST__NORM_ALL_HEADS: return (a->heads + a->kv_heads) * a->head_dim;
    default: return 0;
    }
}

void gpucost__traits_apply(const gpucost__traits *traits, gpucost_architecture *a)
{
    uint32_t flags = traits->flags;
    a->kind = traits->kind;
    a->norm = traits->norm;
    a->layer_norms = traits->layer_norms;
    a->outer_norms = traits->outer_norms;
    a->query_key_norm = gpucost__query_key_norm(traits->query_key_norm, a);
    a->token_types = flags & TYPES ? 2 : flags & TYPE ? 1 : 0;
    uint64_t tables = traits->kind == BOTH ? 2 : 1;
    if (traits->positions == TABLE) a->learned_positions = tables * a->context_length;
    if (traits->positions == TABLE_2) a->learned_positions = tables * (a->context_length + 2);
    if (traits->positions == IN_2) {
        a->learned_positions = tables * a->context_length;
        if (a->context_length > 2) a->context_length -= 2;
    }
    a->output_head = (flags & HEAD) != 0;
    a->tied_embeddings = (flags & GPUCOST__TIED) != 0;
    a->gated_mlp = (flags & GATED) != 0;
    a->qkv_bias = (flags & QKV) != 0;
    a->attention_bias = (flags & OUT) != 0;
    a->mlp_bias = (flags & MLP) != 0;
    a->head_bias = (flags & GPUCOST__HEAD_BIAS) != 0;
    a->attention_sinks = (flags & SINKS) != 0;
    a->router_bias = a->experts && (flags & ROUTER);
    a->expert_bias = a->experts && (flags & EXPERT);
    a->shared_gate = a->shared_experts && (flags & GATE);
    a->pooler = (flags & POOLER) != 0;
    a->dropout = (flags & DROPOUT) != 0;
}
