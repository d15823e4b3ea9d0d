/* Vision transformers: ViT, DeiT, BEiT and Swin. */
#include <string.h>

#include "network/network_preset.h"

enum { STAGES = 8 };

/* Norm, four times as wide or `ffn`, back, and the sum. `scale` further parameters weigh the branch. */
static uint32_t feed_forward(gpucost__build *b, uint32_t x, uint64_t ffn, uint64_t scale)
{
    uint64_t hidden = gpucost__count_of(b, x)->channels;
    uint32_t y = gpucost__add_norm(b, x, GPUCOST_LAYER_LAYER_NORM, false);
    y = gpucost__add_function(b, gpucost__add_linear(b, y, ffn, true), GPUCOST_FUNCTION_GELU);
    y = gpucost__add_linear(b, y, hidden, true);
    gpucost_layer weigh = {.kind = GPUCOST_LAYER_MULTIPLY, .parameters = scale};
    if (scale) y = gpucost__build_add(b, &weigh, &y, 1);
    return gpucost__add_two(b, y, x, GPUCOST_LAYER_ADD);
}

typedef struct {
    uint64_t heads, window, biases, scale;
    bool values_only; /* keys have no bias */
} block;

static uint32_t attend(gpucost__build *b, uint32_t x, const block *k)
{
    uint64_t hidden = gpucost__count_of(b, x)->channels;
    uint32_t y = gpucost__add_norm(b, x, GPUCOST_LAYER_LAYER_NORM, false);
    gpucost_layer qkv = {.kind = GPUCOST_LAYER_LINEAR, .outputs = 3 * hidden, .bias = !k->values_only,
                         .parameters = k->values_only ? 2 * hidden : 0};
    y = gpucost__build_add(b, &qkv, &y, 1);
    gpucost_layer scores = {
        .kind = GPUCOST_LAYER_ATTENTION, .heads = k->heads, .window = k->window, .parameters = k->biases};
    y = gpucost__build_add(b, &scores, &y, 1);
    y = gpucost__add_linear(b, y, hidden, true);
    gpucost_layer weigh = {.kind = GPUCOST_LAYER_MULTIPLY, .parameters = k->scale};
    if (k->scale) y = gpucost__build_add(b, &weigh, &y, 1);
    return gpucost__add_two(b, y, x, GPUCOST_LAYER_ADD);
}

/* dosovitskiy2021, section 3.1. BEiT (bao2022): biases of relative positions, scaled branches, the mean of the patches.
 */
void gpucost__build_vit(gpucost__build *b, const gpucost__network_row *row)
{
    uint64_t depth, heads, rows = row->height / row->patch, columns = row->width / row->patch;
    bool beit = strcmp(row->variant, "beit") == 0;
    gpucost__numbers_of(row->depths, &depth, 1);
    gpucost__numbers_of(row->heads, &heads, 1);
    uint64_t tokens = rows * columns + 1;
    uint32_t x = gpucost__add_input(b, row->channels, row->height, row->width);
    x = gpucost__add_conv(b, x, row->hidden, row->patch, row->patch, 1, true);
    uint32_t class_token = gpucost__add_input(b, row->hidden, 1, 1);
    gpucost_layer join = {.kind = GPUCOST_LAYER_CONCAT, .positions = 1, .parameters = row->hidden};
    uint32_t both[2] = {class_token, x};
    x = gpucost__build_add(b, &join, both, 2);
    gpucost_layer places = {.kind = GPUCOST_LAYER_ADD, .parameters = tokens * row->hidden};
    if (!beit) x = gpucost__build_add(b, &places, &x, 1);
    block k = {.heads = heads, .values_only = beit, .scale = beit ? row->hidden : 0,
               .biases = beit ? ((2 * rows - 1) * (2 * columns - 1) + 3) * heads : 0};
    for (uint64_t i = 0; i < depth; i++) {
        b->block++;
        x = feed_forward(b, attend(b, x, &k), row->ffn, k.scale);
    }
    b->block = 0;
    if (beit) {
        x = gpucost__add_norm(b, gpucost__add_one(b, x, GPUCOST_LAYER_GLOBAL_POOL), GPUCOST_LAYER_LAYER_NORM, false);
    } else {
        x = gpucost__add_positions(b, gpucost__add_norm(b, x, GPUCOST_LAYER_LAYER_NORM, false), 1);
    }
    gpucost__add_linear(b, x, row->classes, true);
}

/* liu2021, section 3.1: attention in windows, four neighbours merged between stages. */
void gpucost__build_swin(gpucost__build *b, const gpucost__network_row *row)
{
    uint64_t depths[STAGES], heads[STAGES], side = row->group_width, width = row->hidden;
    uint32_t stages = gpucost__numbers_of(row->depths, depths, STAGES);
    gpucost__numbers_of(row->heads, heads, STAGES);
    uint32_t x = gpucost__add_input(b, row->channels, row->height, row->width);
    x = gpucost__add_norm(b, gpucost__add_conv(b, x, width, row->patch, row->patch, 1, true), GPUCOST_LAYER_LAYER_NORM,
                          false);
    for (uint32_t s = 0; s < stages; s++) {
        if (s > 0) {
            const gpucost_layer_count *c = gpucost__count_of(b, x);
            x = gpucost__add_reshape(b, x, 4 * width, c->height / 2, c->width / 2);
            width *= 2;
            x = gpucost__add_linear(b, gpucost__add_norm(b, x, GPUCOST_LAYER_LAYER_NORM, false), width, false);
        }
        block k = {.heads = heads[s], .window = side * side, .biases = (2 * side - 1) * (2 * side - 1) * heads[s]};
        for (uint64_t i = 0; i < depths[s]; i++) {
            b->block++;
            x = feed_forward(b, attend(b, x, &k), 4 * width, 0);
        }
    }
    b->block = 0;
    x = gpucost__add_norm(b, x, GPUCOST_LAYER_LAYER_NORM, false);
    gpucost__add_linear(b, gpucost__add_one(b, x, GPUCOST_LAYER_GLOBAL_POOL), row->classes, true);
}
