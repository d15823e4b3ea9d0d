/* Networks of depthwise convolutions, and the U-Net of medical images. */
#include <string.h>

#include "network/network_preset.h"

enum { STAGES = 8 };

/* sandler2018: channels are multiples of 8, never below nine tenths of what was asked for. */
static uint64_t rounded(uint64_t hundredths)
{
    uint64_t eighth = (hundredths + 400) / 800 * 8;
    if (eighth < 8) eighth = 8;
    return eighth * 1000 < hundredths * 9 ? eighth + 8 : eighth;
}

typedef struct {
    uint64_t kernel, expanded, outputs, stride, squeezed;
    int32_t function, gate;
} inverted;

/* sandler2018, figure 4(d); tan2019 and howard2019 gate it. */
static uint32_t inverted_residual(gpucost__build *b, uint32_t from, const inverted *i)
{
    uint64_t inputs = gpucost__count_of(b, from)->channels;
    uint32_t x = from;
    b->block++;
    if (i->expanded != inputs) x = gpucost__add_unit(b, x, i->expanded, 1, 1, 1, i->function);
    x = gpucost__add_unit(b, x, i->expanded, i->kernel, i->stride, i->expanded, i->function);
    if (i->squeezed) x = gpucost__add_gate(b, x, i->squeezed, i->gate);
    x = gpucost__add_unit(b, x, i->outputs, 1, 1, 1, -1);
    return i->stride == 1 && i->outputs == inputs ? gpucost__add_two(b, x, from, GPUCOST_LAYER_ADD) : x;
}

static uint32_t classify(gpucost__build *b, uint32_t x, uint64_t classes)
{
    x = gpucost__add_one(b, x, GPUCOST_LAYER_DROPOUT);
    return gpucost__add_linear(b, x, classes, true);
}

/* tan2019, table 1 and section 4; widths and depths are scaled. */
void gpucost__build_efficientnet(gpucost__build *b, const gpucost__network_row *row)
{
    static const struct {
        uint64_t expansion, kernel, stride, outputs, depth;
    } stages[] = {{1, 3, 1, 16, 1},  {6, 3, 2, 24, 2},  {6, 5, 2, 40, 2}, {6, 3, 2, 80, 3},
                  {6, 5, 1, 112, 3}, {6, 5, 2, 192, 4}, {6, 3, 1, 320, 1}};
    uint32_t x = gpucost__add_input(b, row->channels, row->height, row->width);
    x = gpucost__add_unit(b, x, rounded(32 * row->width_percent), 3, 2, 1, GPUCOST_FUNCTION_SILU);
    for (size_t s = 0; s < sizeof stages / sizeof *stages; s++) {
        uint64_t depth = (stages[s].depth * row->depth_percent + 99) / 100;
        for (uint64_t i = 0; i < depth; i++) {
            uint64_t inputs = gpucost__count_of(b, x)->channels;
            inverted block = {.kernel = stages[s].kernel, .expanded = inputs * stages[s].expansion,
                              .outputs = rounded(stages[s].outputs * row->width_percent),
                              .stride = i == 0 ? stages[s].stride : 1, .squeezed = inputs / 4,
                              .function = GPUCOST_FUNCTION_SILU, .gate = GPUCOST_FUNCTION_SILU};
            x = inverted_residual(b, x, &block);
        }
    }
    x = gpucost__add_unit(b, x, 4 * gpucost__count_of(b, x)->channels, 1, 1, 1, GPUCOST_FUNCTION_SILU);
    classify(b, gpucost__add_one(b, x, GPUCOST_LAYER_GLOBAL_POOL), row->classes);
}

/* sandler2018, table 2 */
static void second(gpucost__build *b, const gpucost__network_row *row)
{
    static const uint64_t stages[][4] = {{1, 16, 1, 1}, {6, 24, 2, 2},  {6, 32, 3, 2}, {6, 64, 4, 2},
                                         {6, 96, 3, 1}, {6, 160, 3, 2}, {6, 320, 1, 1}}; /* t, c, n, s */
    uint32_t x = gpucost__add_input(b, row->channels, row->height, row->width);
    x = gpucost__add_unit(b, x, 32, 3, 2, 1, GPUCOST_FUNCTION_RELU);
    for (size_t s = 0; s < sizeof stages / sizeof *stages; s++)
        for (uint64_t i = 0; i < stages[s][2]; i++) {
            inverted block = {.kernel = 3, .expanded = gpucost__count_of(b, x)->channels * stages[s][0],
                              .outputs = stages[s][1], .stride = i == 0 ? stages[s][3] : 1,
                              .function = GPUCOST_FUNCTION_RELU};
            x = inverted_residual(b, x, &block);
        }
    x = gpucost__add_unit(b, x, 1280, 1, 1, 1, GPUCOST_FUNCTION_RELU);
    classify(b, gpucost__add_one(b, x, GPUCOST_LAYER_GLOBAL_POOL), row->classes);
}

/* howard2019, table 1 */
static void third(gpucost__build *b, const gpucost__network_row *row)
{
    static const uint64_t blocks[][6] = {
        {3, 16, 16, 0, 0, 1},   {3, 64, 24, 0, 0, 2},   {3, 72, 24, 0, 0, 1},   {5, 72, 40, 1, 0, 2},
        {5, 120, 40, 1, 0, 1},  {5, 120, 40, 1, 0, 1},  {3, 240, 80, 0, 1, 2},  {3, 200, 80, 0, 1, 1},
        {3, 184, 80, 0, 1, 1},  {3, 184, 80, 0, 1, 1},  {3, 480, 112, 1, 1, 1}, {3, 672, 112, 1, 1, 1},
        {5, 672, 160, 1, 1, 2}, {5, 960, 160, 1, 1, 1}, {5, 960, 160, 1, 1, 1}}; /* kernel, expanded, outputs, gated,
                                                                                    hardswish, stride */
    uint32_t x = gpucost__add_input(b, row->channels, row->height, row->width);
    x = gpucost__add_unit(b, x, 16, 3, 2, 1, GPUCOST_FUNCTION_HARDSWISH);
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        const uint64_t *r = blocks[i];
        inverted block = {.kernel = r[0], .expanded = r[1], .outputs = r[2], .stride = r[5],
                          .squeezed = r[3] ? rounded(25 * r[1]) : 0, .gate = GPUCOST_FUNCTION_RELU,
                          .function = r[4] ? GPUCOST_FUNCTION_HARDSWISH : GPUCOST_FUNCTION_RELU};
        x = inverted_residual(b, x, &block);
    }
    x = gpucost__add_unit(b, x, 960, 1, 1, 1, GPUCOST_FUNCTION_HARDSWISH);
    x = gpucost__add_linear(b, gpucost__add_one(b, x, GPUCOST_LAYER_GLOBAL_POOL), 1280, true);
    classify(b, gpucost__add_function(b, x, GPUCOST_FUNCTION_HARDSWISH), row->classes);
}

void gpucost__build_mobilenet(gpucost__build *b, const gpucost__network_row *row)
{
    if (strcmp(row->variant, "v3-large") == 0)
        third(b, row);
    else
        second(b, row);
}

/* liu2022, figure 4 and table 9 */
void gpucost__build_convnext(gpucost__build *b, const gpucost__network_row *row)
{
    uint64_t depths[STAGES], widths[STAGES];
    uint32_t stages = gpucost__numbers_of(row->depths, depths, STAGES);
    gpucost__numbers_of(row->widths, widths, STAGES);
    uint32_t x = gpucost__add_input(b, row->channels, row->height, row->width);
    for (uint32_t s = 0; s < stages; s++) {
        if (s > 0) x = gpucost__add_norm(b, x, GPUCOST_LAYER_LAYER_NORM, false);
        x = gpucost__add_conv(b, x, widths[s], s ? 2 : 4, s ? 2 : 4, 1, true);
        if (s == 0) x = gpucost__add_norm(b, x, GPUCOST_LAYER_LAYER_NORM, false);
        for (uint64_t i = 0; i < depths[s]; i++) {
            b->block++;
            uint32_t y = gpucost__add_conv(b, x, widths[s], 7, 1, widths[s], true);
            y = gpucost__add_norm(b, y, GPUCOST_LAYER_LAYER_NORM, false);
            y = gpucost__add_function(b, gpucost__add_linear(b, y, 4 * widths[s], true), GPUCOST_FUNCTION_GELU);
            y = gpucost__add_linear(b, y, widths[s], true);
            gpucost_layer scale = {.kind = GPUCOST_LAYER_MULTIPLY, .parameters = widths[s]};
            y = gpucost__build_add(b, &scale, &y, 1);
            x = gpucost__add_two(b, y, x, GPUCOST_LAYER_ADD);
        }
    }
    x = gpucost__add_norm(b, gpucost__add_one(b, x, GPUCOST_LAYER_GLOBAL_POOL), GPUCOST_LAYER_LAYER_NORM, false);
    gpucost__add_linear(b, x, row->classes, true);
}

static uint32_t twice(gpucost__build *b, uint32_t x, uint64_t channels)
{
    b->block++;
    x = gpucost__add_unit(b, x, channels, 3, 1, 1, GPUCOST_FUNCTION_RELU);
    return gpucost__add_unit(b, x, channels, 3, 1, 1, GPUCOST_FUNCTION_RELU);
}

/* ronneberger2015, figure 1, with padding and batch norms as in milesial/Pytorch-UNet. */
void gpucost__build_unet(gpucost__build *b, const gpucost__network_row *row)
{
    enum { LEVELS = 4 };
    uint32_t skips[LEVELS], x = gpucost__add_input(b, row->channels, row->height, row->width);
    for (int s = 0; s < LEVELS; s++) {
        skips[s] = twice(b, x, row->hidden << s);
        gpucost_layer half = {.kind = GPUCOST_LAYER_MAX_POOL, .kernel_height = 2};
        x = gpucost__build_add(b, &half, &skips[s], 1);
    }
    x = twice(b, x, row->hidden << LEVELS);
    for (int s = LEVELS; s-- > 0;) {
        gpucost_layer up = {
            .kind = GPUCOST_LAYER_TRANSPOSED, .outputs = row->hidden << s, .kernel_height = 2, .stride = 2, .bias = 1};
        x = gpucost__build_add(b, &up, &x, 1);
        x = twice(b, gpucost__add_two(b, skips[s], x, GPUCOST_LAYER_CONCAT), row->hidden << s);
    }
    gpucost__add_conv(b, x, row->classes, 1, 1, 1, true);
}
