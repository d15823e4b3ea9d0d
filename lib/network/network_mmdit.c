/* Multimodal diffusion transformers: text and image have weights of their own and attend to each other. */
#include <string.h>

#include "network/network_transformer.h"

/* Queries, keys and values of a stream; `norm` channels of a head have norms. */
typedef struct {
    uint32_t q, k, v;
} stream;

static uint32_t head_norm(gpucost__build *b, uint32_t x, uint64_t channels)
{
    if (!channels) return x;
    gpucost_layer l = {.kind = GPUCOST_LAYER_RMS_NORM, .plain = 1, .parameters = channels}; /* shared by the heads */
    return gpucost__build_add(b, &l, &x, 1);
}

static stream project(gpucost__build *b, uint32_t x, uint64_t norm)
{
    uint64_t width = gpucost__count_of(b, x)->channels;
    return (stream){.q = head_norm(b, gpucost__add_linear(b, x, width, true), norm),
                    .k = head_norm(b, gpucost__add_linear(b, x, width, true), norm),
                    .v = gpucost__add_linear(b, x, width, true)};
}

static uint32_t joined(gpucost__build *b, uint32_t text, uint32_t image)
{
    gpucost_layer l = {.kind = GPUCOST_LAYER_CONCAT, .positions = 1};
    uint32_t both[2] = {text, image};
    return gpucost__build_add(b, &l, both, 2);
}

/* esser2024, section 4: one attention over both; `last` drops what the text would do after it. */
static void double_block(gpucost__build *b, uint32_t *image, uint32_t *text, uint32_t vector, uint64_t heads,
                         uint64_t norm, uint64_t ffn, bool last)
{
    const gpucost_layer_count *i = gpucost__count_of(b, *image), *t = gpucost__count_of(b, *text);
    uint64_t width = i->channels, images = i->height * i->width, texts = t->height * t->width;
    b->block++;
    uint32_t mi = gpucost__add_modulation(b, vector, 6 * width),
             mt = gpucost__add_modulation(b, vector, (last ? 2 : 6) * width);
    stream si = project(b, gpucost__add_modulated(b, *image, mi), norm),
           st = project(b, gpucost__add_modulated(b, *text, mt), norm);
    uint32_t y = gpucost__add_attention(b, joined(b, st.q, si.q), joined(b, st.k, si.k), joined(b, st.v, si.v), heads);
    uint32_t x = gpucost__add_linear(b, gpucost__add_positions(b, y, images), width, true);
    *image = gpucost__add_gated(b, x, mi, *image);
    *image = gpucost__add_gated(b, gpucost__add_widened(b, gpucost__add_modulated(b, *image, mi), ffn), mi, *image);
    if (last) return;
    x = gpucost__add_linear(b, gpucost__add_positions(b, y, texts), width, true);
    *text = gpucost__add_gated(b, x, mt, *text);
    *text = gpucost__add_gated(b, gpucost__add_widened(b, gpucost__add_modulated(b, *text, mt), ffn), mt, *text);
}

void gpucost__build_mmdit(gpucost__build *b, const gpucost__network_row *row)
{
    uint64_t depth, heads, width = row->hidden;
    gpucost__numbers_of(row->depths, &depth, 1);
    gpucost__numbers_of(row->heads, &heads, 1);
    uint64_t norm = strcmp(row->variant, "qk-norm") == 0 ? width / heads : 0;
    uint32_t image = gpucost__add_patches(b, row, 1);
    uint32_t text =
        gpucost__add_linear(b, gpucost__add_input(b, row->context_dim, row->context_tokens, 1), width, true);
    uint32_t vector = gpucost__add_two(b, gpucost__embed_vector(b, 256, width),
                                       gpucost__embed_vector(b, row->pooled_dim, width), GPUCOST_LAYER_ADD);
    for (uint64_t i = 0; i < depth; i++)
        double_block(b, &image, &text, vector, heads, norm, row->ffn, i + 1 == depth);
    b->block = 0;
    uint32_t m = gpucost__add_modulation(b, vector, 2 * width);
    gpucost__add_linear(b, gpucost__add_modulated(b, image, m), row->channels * row->patch * row->patch, true);
}

/* Attention and the wide product side by side, over text and image as one (flux2024, src/flux/modules/layers.py). */
static uint32_t single_block(gpucost__build *b, uint32_t x, uint32_t vector, uint64_t heads, uint64_t norm,
                             uint64_t ffn)
{
    uint64_t width = gpucost__count_of(b, x)->channels;
    b->block++;
    uint32_t m = gpucost__add_modulation(b, vector, 3 * width);
    uint32_t y = gpucost__add_linear(b, gpucost__add_modulated(b, x, m), 3 * width + ffn, true);
    uint32_t q = head_norm(b, gpucost__add_slice(b, y, width), norm),
             k = head_norm(b, gpucost__add_slice(b, y, width), norm);
    uint32_t a = gpucost__add_attention(b, q, k, gpucost__add_slice(b, y, width), heads);
    uint32_t f = gpucost__add_function(b, gpucost__add_slice(b, y, ffn), GPUCOST_FUNCTION_GELU);
    y = gpucost__add_linear(b, gpucost__add_two(b, a, f, GPUCOST_LAYER_CONCAT), width, true);
    return gpucost__add_gated(b, y, m, x);
}

void gpucost__build_flux(gpucost__build *b, const gpucost__network_row *row)
{
    uint64_t depths[2], heads, width = row->hidden;
    gpucost__numbers_of(row->depths, depths, 2);
    gpucost__numbers_of(row->heads, &heads, 1);
    uint64_t norm = width / heads;
    uint32_t image = gpucost__add_patches(b, row, 1);
    const gpucost_layer_count *c = gpucost__count_of(b, image);
    uint64_t images = c->height * c->width;
    uint32_t text =
        gpucost__add_linear(b, gpucost__add_input(b, row->context_dim, row->context_tokens, 1), width, true);
    uint32_t vector = gpucost__add_two(b, gpucost__embed_vector(b, 256, width),
                                       gpucost__embed_vector(b, row->pooled_dim, width), GPUCOST_LAYER_ADD);
    if (strcmp(row->variant, "guided") == 0)
        vector = gpucost__add_two(b, vector, gpucost__embed_vector(b, 256, width), GPUCOST_LAYER_ADD);
    for (uint64_t i = 0; i < depths[0]; i++) double_block(b, &image, &text, vector, heads, norm, row->ffn, false);
    uint32_t x = joined(b, text, image);
    for (uint64_t i = 0; i < depths[1]; i++) x = single_block(b, x, vector, heads, norm, row->ffn);
    b->block = 0;
    uint32_t m = gpucost__add_modulation(b, vector, 2 * width);
    x = gpucost__add_modulated(b, gpucost__add_positions(b, x, images), m);
    gpucost__add_linear(b, x, row->channels * row->patch * row->patch, true);
}
