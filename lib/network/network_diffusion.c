/* The U-Nets of latent diffusion (rombach2022, appendix E; podell2023, table 1), as diffusers lays them out. */
#include "network/network_preset.h"

enum { STAGES = 8, SKIPS = 64 };

typedef struct {
    gpucost__build *b;
    uint32_t time, text;                          /* nodes of the embeddings */
    uint64_t widths[STAGES], depths[STAGES], heads[STAGES];
    uint32_t stages;
    uint32_t skips[SKIPS], held;
} unet;

static uint32_t residual(unet *u, uint32_t from, uint64_t outputs)
{
    gpucost__build *b = u->b;
    b->block++;
    uint32_t x =
        gpucost__add_function(b, gpucost__add_norm(b, from, GPUCOST_LAYER_GROUP_NORM, false), GPUCOST_FUNCTION_SILU);
    x = gpucost__add_conv(b, x, outputs, 3, 1, 1, true);
    uint32_t t = gpucost__add_linear(b, gpucost__add_function(b, u->time, GPUCOST_FUNCTION_SILU), outputs, true);
    x = gpucost__add_two(b, x, t, GPUCOST_LAYER_ADD);
    x = gpucost__add_function(b, gpucost__add_norm(b, x, GPUCOST_LAYER_GROUP_NORM, false), GPUCOST_FUNCTION_SILU);
    x = gpucost__add_conv(b, x, outputs, 3, 1, 1, true);
    bool project = gpucost__count_of(b, from)->channels != outputs;
    uint32_t shortcut = project ? gpucost__add_conv(b, from, outputs, 1, 1, 1, true) : from;
    return gpucost__add_two(b, x, shortcut, GPUCOST_LAYER_ADD);
}

static uint32_t attend(unet *u, uint32_t x, uint32_t others, uint64_t heads)
{
    gpucost__build *b = u->b;
    uint64_t width = gpucost__count_of(b, x)->channels;
    uint32_t y = gpucost__add_norm(b, x, GPUCOST_LAYER_LAYER_NORM, false), from = others ? others : y;
    uint32_t q = gpucost__add_linear(b, y, width, false), k = gpucost__add_linear(b, from, width, false),
             v = gpucost__add_linear(b, from, width, false);
    y = gpucost__add_linear(b, gpucost__add_attention(b, q, k, v, heads), width, true);
    return gpucost__add_two(b, y, x, GPUCOST_LAYER_ADD);
}

static uint32_t transformer(unet *u, uint32_t from, uint64_t depth, uint64_t heads)
{
    gpucost__build *b = u->b;
    uint64_t width = gpucost__count_of(b, from)->channels;
    uint32_t x = gpucost__add_norm(b, from, GPUCOST_LAYER_GROUP_NORM, false);
    x = gpucost__add_linear(b, x, width, true);
    for (uint64_t i = 0; i < depth; i++) {
        b->block++;
        x = attend(u, x, 0, heads);
        x = attend(u, x, u->text, heads);
        uint32_t y = gpucost__add_norm(b, x, GPUCOST_LAYER_LAYER_NORM, false);
        y = gpucost__add_linear(b, y, 8 * width, true); /* values and gates */
        uint32_t gates = gpucost__add_function(b, gpucost__add_slice(b, y, 4 * width), GPUCOST_FUNCTION_GELU);
        y = gpucost__add_two(b, gpucost__add_slice(b, y, 4 * width), gates, GPUCOST_LAYER_MULTIPLY);
        x = gpucost__add_two(b, gpucost__add_linear(b, y, width, true), x, GPUCOST_LAYER_ADD);
    }
    return gpucost__add_two(b, gpucost__add_linear(b, x, width, true), from, GPUCOST_LAYER_ADD);
}

/* A vector through two products. */
static uint32_t embed(gpucost__build *b, uint64_t inputs, uint64_t outputs)
{
    uint32_t x = gpucost__add_linear(b, gpucost__add_input(b, inputs, 1, 1), outputs, true);
    return gpucost__add_linear(b, gpucost__add_function(b, x, GPUCOST_FUNCTION_SILU), outputs, true);
}

static uint32_t down(unet *u, uint32_t x)
{
    for (uint32_t s = 0; s < u->stages; s++) {
        for (int i = 0; i < 2; i++) {
            x = residual(u, x, u->widths[s]);
            if (u->depths[s]) x = transformer(u, x, u->depths[s], u->heads[s]);
            u->skips[u->held++] = x;
        }
        if (s + 1 == u->stages) break;
        x = gpucost__add_conv(u->b, x, u->widths[s], 3, 2, 1, true);
        u->skips[u->held++] = x;
    }
    return x;
}

static uint32_t up(unet *u, uint32_t x)
{
    for (uint32_t s = u->stages; s-- > 0;) {
        for (int i = 0; i < 3; i++) {
            x = gpucost__add_two(u->b, x, u->skips[--u->held], GPUCOST_LAYER_CONCAT);
            x = residual(u, x, u->widths[s]);
            if (u->depths[s]) x = transformer(u, x, u->depths[s], u->heads[s]);
        }
        if (s > 0)
            x = gpucost__add_conv(u->b, gpucost__add_one(u->b, x, GPUCOST_LAYER_UPSAMPLE), u->widths[s], 3, 1, 1, true);
    }
    return x;
}

void gpucost__build_diffusion_unet(gpucost__build *b, const gpucost__network_row *row)
{
    unet u = {.b = b};
    u.stages = gpucost__numbers_of(row->widths, u.widths, STAGES);
    gpucost__numbers_of(row->depths, u.depths, STAGES);
    gpucost__numbers_of(row->heads, u.heads, STAGES);
    uint64_t deepest = 0, last = u.stages - 1;
    for (uint32_t s = 0; s < u.stages; s++)
        if (u.depths[s] > deepest) deepest = u.depths[s];
    uint32_t sample = gpucost__add_input(b, row->channels, row->height / row->reduction, row->width / row->reduction);
    u.text = gpucost__add_input(b, row->context_dim, row->context_tokens, 1);
    u.time = embed(b, u.widths[0], 4 * u.widths[0]);
    if (row->pooled_dim)
        u.time = gpucost__add_two(b, u.time, embed(b, row->pooled_dim, 4 * u.widths[0]), GPUCOST_LAYER_ADD);
    uint32_t x = gpucost__add_conv(b, sample, u.widths[0], 3, 1, 1, true);
    u.skips[u.held++] = x;
    x = residual(&u, down(&u, x), u.widths[last]);
    x = residual(&u, transformer(&u, x, deepest, u.heads[last]), u.widths[last]);
    x = up(&u, x);
    b->block = 0;
    x = gpucost__add_function(b, gpucost__add_norm(b, x, GPUCOST_LAYER_GROUP_NORM, false), GPUCOST_FUNCTION_SILU);
    gpucost__add_conv(b, x, row->channels, 3, 1, 1, true);
}
