#include "model/model_handle.h"

#define U64 GPUCOST_FIELD_U64
#define FLAG GPUCOST_FIELD_FLAG
#define A(member, type, ...) FIELD(gpucost_architecture, member, type, __VA_ARGS__)

static const gpucost_field architecture_fields[] = {
    FIELD_SIZE(gpucost_architecture),
    A(name, GPUCOST_FIELD_TEXT, .fallback = "model_type", .doc = "preset name, or the file it was read from"),
    A(model_type, GPUCOST_FIELD_TEXT, .fallback = "custom", .doc = "Hugging Face model_type"),
    A(kind, GPUCOST_FIELD_CHOICE, .choices = "decoder|encoder|encoder_decoder", .doc = "halves of the transformer"),
    A(norm, GPUCOST_FIELD_CHOICE, .choices = "rms|layer|bare", .doc = "what a normalisation layer holds"),
    A(layers, U64, .least = "1", .most = "10000", .doc = "transformer layers, of the decoder if there are two stacks"),
    A(encoder_layers, U64, .least = "1", .most = "10000", .doc = "encoder layers of an encoder-decoder model"),
    A(hidden, U64, .least = "1", .most = "1000000", .doc = "width of the residual stream"),
    A(heads, U64, .least = "1", .most = "1000000", .doc = "query heads"),
    A(kv_heads, U64, .fallback = "heads", .least = "1", .most = "1000000", .doc = "key and value heads"),
    A(head_dim, U64, .fallback = "hidden / heads", .least = "1", .most = "1000000", .doc = "channels of one head"),
    A(ffn, U64, .least = "1", .most = "10000000", .doc = "width of the dense feed-forward layer"),
    A(vocabulary, U64, .least = "1", .most = "1000000000", .doc = "rows of the embedding table as stored"),
    A(context_length, U64, .unit = "tokens", .fallback = "2048", .least = "1", .most = "1000000000000",
      .doc = "longest sequence it was made for"),
    A(learned_positions, U64, .least = "1", .most = "1000000000", .doc = "rows of learned position tables"),
    A(token_types, U64, .least = "1", .most = "1000000", .doc = "rows of a token-type table"),
    A(embedding_dim, U64, .fallback = "hidden", .least = "1", .most = "1000000", .doc = "width of the embedding table"),
    A(layer_norms, U64, .fallback = "2", .least = "1", .most = "16", .doc = "norms of full width in a layer"),
    A(outer_norms, U64, .least = "1", .most = "16", .doc = "norms of full width outside the layers"),
    A(query_key_norm, U64, .least = "1", .most = "10000000", .doc = "parameters of query and key norms in a layer"),
    A(experts, U64, .least = "1", .most = "100000", .doc = "routed experts of a layer; 0 for a dense model"),
    A(experts_per_token, U64, .least = "1", .most = "100000", .doc = "routed experts that a token visits"),
    A(shared_experts, U64, .least = "1", .most = "100000", .doc = "experts that every token visits"),
    A(expert_ffn, U64, .fallback = "ffn", .least = "1", .most = "10000000", .doc = "width of one routed expert"),
    A(shared_ffn, U64, .fallback = "shared_experts x expert_ffn", .least = "1", .most = "10000000",
      .doc = "width of all shared experts together"),
    A(dense_layers, U64, .least = "1", .most = "10000", .doc = "first layers that are dense, without experts"),
    A(expert_interval, U64, .fallback = "1", .least = "1", .most = "10000", .doc = "one layer in so many has experts"),
    A(q_lora_rank, U64, .least = "1", .most = "1000000", .doc = "latent attention: rank of the query"),
    A(kv_lora_rank, U64, .least = "1", .most = "1000000", .doc = "latent attention: rank of key and value"),
    A(qk_rope_dim, U64, .least = "1", .most = "1000000", .doc = "latent attention: rotary channels of a head"),
    A(qk_nope_dim, U64, .least = "1", .most = "1000000", .doc = "latent attention: other channels of a key head"),
    A(v_head_dim, U64, .least = "1", .most = "1000000", .doc = "latent attention: channels of a value head"),
    A(sliding_window, U64, .unit = "tokens", .least = "1", .most = "1000000000000", .doc = "attention window"),
    A(sliding_layers, U64, .least = "1", .most = "10000", .doc = "layers that use the window"),
    A(extra_parameters, U64, .least = "1", .most = "10000000000000000",
      .doc = "parameters that no other field explains"),
    A(tied_embeddings, FLAG, .doc = "the output head is the embedding table"),
    A(output_head, FLAG, .doc = "there is a language-model head"),
    A(gated_mlp, FLAG, .doc = "the feed-forward layer has a gate matrix"),
    A(qkv_bias, FLAG, .doc = "query, key and value have biases"),
    A(attention_bias, FLAG, .doc = "the attention output has a bias"),
    A(mlp_bias, FLAG, .doc = "the feed-forward layer has biases"),
    A(head_bias, FLAG, .doc = "the output head has a bias"),
    A(attention_sinks, FLAG, .doc = "each head learns a sink"),
    A(router_bias, FLAG, .doc = "the router has a bias per expert"),
    A(expert_bias, FLAG, .doc = "experts have biases"),
    A(shared_gate, FLAG, .doc = "shared experts sit behind a learned gate"),
    A(pooler, FLAG, .doc = "an encoder ends in a dense pooler"),
    A(dropout, FLAG, .doc = "training stores dropout masks"),
    A(generic, FLAG, .doc = "the model_type was not known and read by common names"),
    A(attention_free_layers, U64, .least = "1", .most = "10000", .doc = "layers without attention"),
    A(ffn_free_layers, U64, .least = "1", .most = "10000", .doc = "layers without a feed-forward layer"),
    A(attention_reused, U64, .least = "1", .most = "10000",
      .doc = "attention layers that use the weights of an earlier one"),
    A(recurrent_layers, U64, .least = "1", .most = "10000",
      .doc = "layers with a mixer that keeps a state instead of a cache"),
    A(recurrent_parameters, U64, .least = "1", .most = "1000000000000", .doc = "parameters of one such mixer"),
    A(recurrent_state, U64, .least = "1", .most = "1000000000000", .doc = "numbers that it keeps of a sequence"),
    A(tower_parameters, U64, .least = "1", .most = "10000000000000000",
      .doc = "vision and audio towers and what joins them to the decoder"),
    A(attention_gate, FLAG, .doc = "the attention output passes a gate as wide as the heads"),
    A(reserved, GPUCOST_FIELD_RESERVED, .doc = "zero"),
};

const gpucost_struct gpucost__architecture_table =
    STRUCT_TABLE(gpucost_architecture, architecture_fields, "shape of a transformer");

#define P(member, text) FIELD(gpucost_parameters, member, U64, .doc = text)

static const gpucost_field parameters_fields[] = {
    FIELD_SIZE(gpucost_parameters),
    P(embedding, "token, position and token-type tables"),
    P(attention, "query, key, value, output and their norms, all layers"),
    P(mlp, "dense and shared feed-forward layers, all layers"),
    P(experts, "routed experts, all layers"),
    P(router, "routers and gates of shared experts, all layers"),
    P(norms, "norms of full width"),
    P(head, "output head when it is not tied, and pooler"),
    P(extra, "what no other part explains"),
    P(total, "sum of the parts, recurrent and tower among them"),
    P(active, "parameters that one token of text visits, embedding table included"),
    P(layer_largest, "parameters of the largest layer"),
    P(recurrent, "recurrent mixers, all layers"),
    P(tower, "vision and audio towers and what joins them to the decoder"),
};

const gpucost_struct gpucost__parameters_table =
    STRUCT_TABLE(gpucost_parameters, parameters_fields, "parameters of a model by block");
