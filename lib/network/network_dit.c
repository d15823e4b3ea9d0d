/* Diffusion transformers: DiT, and the video transformer Wan 2.1. */
#include "network/network_transformer.h"

uint32_t gpucost__embed_vector(gpucost__build *b, uint64_t inputs, uint64_t outputs)
{
    uint32_t x = gpucost__add_linear(b, gpucost__add_input(b, inputs, 1, 1), outputs, true);
    return gpucost__add_linear(b, gpucost__add_function(b, x, GPUCOST_FUNCTION_SILU), outputs, true);
}

uint32_t gpucost__add_modulation(gpucost__build *b, uint32_t vector, uint64_t outputs)
{
    return gpucost__add_linear(b, gpucost__add_function(b, vector, GPUCOST_FUNCTION_SILU), outputs, true);
}

uint32_t gpucost__add_modulated(gpucost__build *b, uint32_t x, uint32_t modulation)
{
    uint64_t width = gpucost__count_of(b, x)->channels;
    x = gpucost__add_norm(b, x, GPUCOST_LAYER_LAYER_NORM, true);
    x = gpucost__add_two(b, x, gpucost__add_slice(b, modulation, width), GPUCOST_LAYER_MULTIPLY);
    return gpucost__add_two(b, x, gpucost__add_slice(b, modulation, width), GPUCOST_LAYER_ADD);
}

uint32_t gpucost__add_gated(gpucost__build *b, uint32_t branch, uint32_t modulation, uint32_t x)
{
    uint32_t gate = gpucost__add_slice(b, modulation, gpucost__count_of(b, x)->channels);
    return gpucost__add_two(b, gpucost__add_two(b, branch, gate, GPUCOST_LAYER_MULTIPLY), x, GPUCOST_LAYER_ADD);
}

uint32_t gpucost__add_widened(gpucost__build *b, uint32_t x, uint64_t ffn)
{
    uint64_t width = gpucost__count_of(b, x)->channels;
    x = gpucost__add_function(b, gpucost__add_linear(b, x, ffn, true), GPUCOST_FUNCTION_GELU);
    return gpucost__add_linear(b, x, width, true);
}

uint32_t gpucost__add_patches(gpucost__build *b, const gpucost__network_row *row, uint64_t frames)
{
    uint64_t step = row->reduction * row->patch, elements = row->channels * row->patch * row->patch;
    uint32_t x = gpucost__add_input(b, elements, frames * (row->height / step), row->width / step);
    return gpucost__add_linear(b, x, row->hidden, true);
}

/* peebles2023, section 3.2: adaLN-Zero blocks; the table of positions is fixed, but counted by its authors. */
void gpucost__build_dit(gpucost__build *b, const gpucost__network_row *row)
{
    uint64_t depth, heads, width = row->hidden;
    gpucost__numbers_of(row->depths, &depth, 1);
    gpucost__numbers_of(row->heads, &heads, 1);
    uint32_t x = gpucost__add_patches(b, row, 1);
    const gpucost_layer_count *c = gpucost__count_of(b, x);
    gpucost_layer places = {.kind = GPUCOST_LAYER_ADD, .parameters = c->height * c->width * width};
    x = gpucost__build_add(b, &places, &x, 1);
    gpucost_layer label = {.kind = GPUCOST_LAYER_EMBEDDING, .outputs = width, .rows = row->classes + 1};
    uint32_t none = gpucost__add_input(b, 1, 1, 1), vector = gpucost__build_add(b, &label, &none, 1);
    vector = gpucost__add_two(b, gpucost__embed_vector(b, 256, width), vector, GPUCOST_LAYER_ADD);
    for (uint64_t i = 0; i < depth; i++) {
        b->block++;
        uint32_t m = gpucost__add_modulation(b, vector, 6 * width);
        uint32_t y = gpucost__add_linear(b, gpucost__add_modulated(b, x, m), 3 * width, true);
        gpucost_layer scores = {.kind = GPUCOST_LAYER_ATTENTION, .heads = heads};
        y = gpucost__add_linear(b, gpucost__build_add(b, &scores, &y, 1), width, true);
        x = gpucost__add_gated(b, y, m, x);
        x = gpucost__add_gated(b, gpucost__add_widened(b, gpucost__add_modulated(b, x, m), row->ffn), m, x);
    }
    b->block = 0;
    uint32_t m = gpucost__add_modulation(b, vector, 2 * width);
    gpucost__add_linear(b, gpucost__add_modulated(b, x, m), 2 * row->channels * row->patch * row->patch, true);
}

/* Queries and keys have norms of full width; no layer of the text beyond its own two products. */
static uint32_t attend(gpucost__build *b, uint32_t x, uint32_t from, uint64_t heads)
{
    uint64_t width = gpucost__count_of(b, x)->channels;
    uint32_t q = gpucost__add_norm(b, gpucost__add_linear(b, x, width, true), GPUCOST_LAYER_RMS_NORM, false);
    uint32_t k = gpucost__add_norm(b, gpucost__add_linear(b, from, width, true), GPUCOST_LAYER_RMS_NORM, false);
    uint32_t v = gpucost__add_linear(b, from, width, true);
    return gpucost__add_linear(b, gpucost__add_attention(b, q, k, v, heads), width, true);
}

/* wan2025, section 4.1 and figure 10: one table of modulations shared by all blocks, each with offsets of its own. A
   latent holds the first frame, and four in each of the others. */
void gpucost__build_wan(gpucost__build *b, const gpucost__network_row *row)
{
    uint64_t depth, heads, width = row->hidden;
    gpucost__numbers_of(row->depths, &depth, 1);
    gpucost__numbers_of(row->heads, &heads, 1);
    uint32_t x = gpucost__add_patches(b, row, (row->frames + 3) / 4);
    uint32_t text = gpucost__add_input(b, row->context_dim, row->context_tokens, 1);
    text = gpucost__add_function(b, gpucost__add_linear(b, text, width, true), GPUCOST_FUNCTION_GELU);
    text = gpucost__add_linear(b, text, width, true);
    uint32_t time = gpucost__embed_vector(b, 256, width), all = gpucost__add_modulation(b, time, 6 * width);
    for (uint64_t i = 0; i < depth; i++) {
        b->block++;
        gpucost_layer offsets = {.kind = GPUCOST_LAYER_ADD, .parameters = 6 * width};
        uint32_t m = gpucost__build_add(b, &offsets, &all, 1), y = gpucost__add_modulated(b, x, m);
        x = gpucost__add_gated(b, attend(b, y, y, heads), m, x);
        y = gpucost__add_norm(b, x, GPUCOST_LAYER_LAYER_NORM, false);
        x = gpucost__add_two(b, attend(b, y, text, heads), x, GPUCOST_LAYER_ADD);
        x = gpucost__add_gated(b, gpucost__add_widened(b, gpucost__add_modulated(b, x, m), row->ffn), m, x);
    }
    b->block = 0;
    gpucost_layer offsets = {.kind = GPUCOST_LAYER_ADD, .parameters = 2 * width};
    uint32_t both[2] = {gpucost__add_norm(b, x, GPUCOST_LAYER_LAYER_NORM, true), time};
    x = gpucost__build_add(b, &offsets, both, 2);
    gpucost__add_linear(b, x, row->channels * row->patch * row->patch, true);
}
