/* Residual networks of convolutions: ResNet, ResNeXt, SE-ResNeXt, wide ResNet, RegNet-Y, DenseNet, VGG. */
#include <string.h>

#include "network/network_preset.h"

enum { STAGES = 8 };

static uint32_t classify(gpucost__build *b, uint32_t x, uint64_t classes)
{
    x = gpucost__add_one(b, x, GPUCOST_LAYER_GLOBAL_POOL);
    return gpucost__add_linear(b, x, classes, true);
}

static uint32_t pool(gpucost__build *b, uint32_t from, int32_t kind, uint64_t kernel, bool same)
{
    gpucost_layer l = {.kind = kind, .kernel_height = kernel, .stride = 2, .same = same};
    return gpucost__build_add(b, &l, &from, 1);
}

/* he2016, figure 5; with expansion 1 the basic block. In v1.5 the 3 x 3 convolution has the stride, in v1 the first. */
static uint32_t residual(gpucost__build *b, uint32_t from, const gpucost__network_row *row, uint64_t planes,
                         uint64_t stride, bool project)
{
    bool first = strcmp(row->variant, "v1") == 0, gated = strcmp(row->variant, "se") == 0;
    uint64_t groups = row->groups ? row->groups : 1,
             inner = planes * (row->group_width ? row->group_width : 64) / 64 * groups;
    uint64_t outputs = planes * row->expansion;
    uint32_t x;
    if (row->expansion == 1) {
        x = gpucost__add_unit(b, from, planes, 3, stride, 1, GPUCOST_FUNCTION_RELU);
        x = gpucost__add_unit(b, x, planes, 3, 1, 1, -1);
    } else {
        x = gpucost__add_unit(b, from, inner, 1, first ? stride : 1, 1, GPUCOST_FUNCTION_RELU);
        x = gpucost__add_unit(b, x, inner, 3, first ? 1 : stride, groups, GPUCOST_FUNCTION_RELU);
        x = gpucost__add_unit(b, x, outputs, 1, 1, 1, -1);
    }
    if (gated) x = gpucost__add_gate(b, x, outputs / 16, GPUCOST_FUNCTION_RELU);
    uint32_t shortcut = project ? gpucost__add_unit(b, from, outputs, 1, stride, 1, -1) : from;
    x = gpucost__add_two(b, x, shortcut, GPUCOST_LAYER_ADD);
    return gpucost__add_function(b, x, GPUCOST_FUNCTION_RELU);
}

void gpucost__build_resnet(gpucost__build *b, const gpucost__network_row *row)
{
    uint64_t depths[STAGES], planes = 64;
    uint32_t stages = gpucost__numbers_of(row->depths, depths, STAGES);
    uint32_t x = gpucost__add_input(b, row->channels, row->height, row->width);
    x = gpucost__add_unit(b, x, 64, 7, 2, 1, GPUCOST_FUNCTION_RELU);
    x = pool(b, x, GPUCOST_LAYER_MAX_POOL, 3, true);
    for (uint32_t s = 0; s < stages; s++, planes *= 2)
        for (uint64_t i = 0; i < depths[s]; i++) {
            b->block++;
            x = residual(b, x, row, planes, i == 0 && s > 0 ? 2 : 1, i == 0 && (s > 0 || row->expansion > 1));
        }
    classify(b, x, row->classes);
}

/* radosavovic2020, figure 4: bottlenecks as wide as their stage, grouped, gated by a quarter of the block's input. */
void gpucost__build_regnet(gpucost__build *b, const gpucost__network_row *row)
{
    uint64_t depths[STAGES], widths[STAGES];
    uint32_t stages = gpucost__numbers_of(row->depths, depths, STAGES);
    gpucost__numbers_of(row->widths, widths, STAGES);
    uint32_t x = gpucost__add_input(b, row->channels, row->height, row->width);
    x = gpucost__add_unit(b, x, 32, 3, 2, 1, GPUCOST_FUNCTION_RELU);
    for (uint32_t s = 0; s < stages; s++)
        for (uint64_t i = 0; i < depths[s]; i++) {
            uint64_t inputs = gpucost__count_of(b, x)->channels, stride = i == 0 ? 2 : 1;
            b->block++;
            uint32_t y = gpucost__add_unit(b, x, widths[s], 1, 1, 1, GPUCOST_FUNCTION_RELU);
            y = gpucost__add_unit(b, y, widths[s], 3, stride, widths[s] / row->group_width, GPUCOST_FUNCTION_RELU);
            y = gpucost__add_gate(b, y, (inputs + 2) / 4, GPUCOST_FUNCTION_RELU);
            y = gpucost__add_unit(b, y, widths[s], 1, 1, 1, -1);
            uint32_t shortcut = i == 0 ? gpucost__add_unit(b, x, widths[s], 1, stride, 1, -1) : x;
            x = gpucost__add_function(b, gpucost__add_two(b, y, shortcut, GPUCOST_LAYER_ADD), GPUCOST_FUNCTION_RELU);
        }
    classify(b, x, row->classes);
}

static uint32_t before(gpucost__build *b, uint32_t x) /* norm and function come before the convolution */
{
    return gpucost__add_function(b, gpucost__add_norm(b, x, GPUCOST_LAYER_BATCH_NORM, false), GPUCOST_FUNCTION_RELU);
}

/* huang2017, table 1: every layer reads all that came before it in its block. */
void gpucost__build_densenet(gpucost__build *b, const gpucost__network_row *row)
{
    uint64_t depths[STAGES], growth = row->group_width;
    uint32_t stages = gpucost__numbers_of(row->depths, depths, STAGES);
    uint32_t x = gpucost__add_input(b, row->channels, row->height, row->width);
    x = gpucost__add_unit(b, x, row->hidden, 7, 2, 1, GPUCOST_FUNCTION_RELU);
    x = pool(b, x, GPUCOST_LAYER_MAX_POOL, 3, true);
    for (uint32_t s = 0; s < stages; s++) {
        for (uint64_t i = 0; i < depths[s]; i++) {
            b->block++;
            uint32_t y = gpucost__add_conv(b, before(b, x), 4 * growth, 1, 1, 1, false);
            y = gpucost__add_conv(b, before(b, y), growth, 3, 1, 1, false);
            x = gpucost__add_two(b, x, y, GPUCOST_LAYER_CONCAT);
        }
        if (s + 1 == stages) break;
        x = gpucost__add_conv(b, before(b, x), gpucost__count_of(b, x)->channels / 2, 1, 1, 1, false);
        x = pool(b, x, GPUCOST_LAYER_AVERAGE_POOL, 2, false);
    }
    classify(b, before(b, x), row->classes);
}

/* simonyan2015, table 1; the head reads 7 x 7 positions. */
void gpucost__build_vgg(gpucost__build *b, const gpucost__network_row *row)
{
    uint64_t depths[STAGES], widths[STAGES];
    bool norms = strcmp(row->variant, "bn") == 0;
    uint32_t stages = gpucost__numbers_of(row->depths, depths, STAGES);
    gpucost__numbers_of(row->widths, widths, STAGES);
    uint32_t x = gpucost__add_input(b, row->channels, row->height, row->width);
    for (uint32_t s = 0; s < stages; s++) {
        for (uint64_t i = 0; i < depths[s]; i++) {
            x = gpucost__add_conv(b, x, widths[s], 3, 1, 1, true);
            if (norms) x = gpucost__add_norm(b, x, GPUCOST_LAYER_BATCH_NORM, false);
            x = gpucost__add_function(b, x, GPUCOST_FUNCTION_RELU);
        }
        x = pool(b, x, GPUCOST_LAYER_MAX_POOL, 2, false);
    }
    const gpucost_layer_count *c = gpucost__count_of(b, x);
    if (b->status == GPUCOST_OK && (c->height != 7 || c->width != 7))
        b->status =
            gpucost__fail_field(&b->error, GPUCOST_E_RANGE, "height", NULL, "%s reads 224 to 255 pixels", row->name);
    x = gpucost__add_reshape(b, x, 0, 1, 1);
    for (int i = 0; i < 2; i++) {
        x = gpucost__add_function(b, gpucost__add_linear(b, x, 4096, true), GPUCOST_FUNCTION_RELU);
        x = gpucost__add_one(b, x, GPUCOST_LAYER_DROPOUT);
    }
    gpucost__add_linear(b, x, row->classes, true);
}
