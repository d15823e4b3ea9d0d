#include "network/network_preset.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/name.h"

static const struct {
    const char *family;
    void (*build)(gpucost__build *b, const gpucost__network_row *row);
} families[] = {
    {"resnet", gpucost__build_resnet},       {"regnet", gpucost__build_regnet},
    {"vgg", gpucost__build_vgg},             {"densenet", gpucost__build_densenet},
    {"convnext", gpucost__build_convnext},   {"unet", gpucost__build_unet},
    {"mobilenet", gpucost__build_mobilenet}, {"efficientnet", gpucost__build_efficientnet},
    {"vit", gpucost__build_vit},             {"swin", gpucost__build_swin},
    {"diffusion-unet", gpucost__build_diffusion_unet},
    {"dit", gpucost__build_dit},             {"mmdit", gpucost__build_mmdit},
    {"flux", gpucost__build_flux},           {"wan", gpucost__build_wan},
};

uint32_t gpucost__numbers_of(const char *cell, uint64_t *numbers, uint32_t room)
{
    uint32_t count = 0;
    while (*cell && count < room) {
        char *end;
        numbers[count++] = strtoull(cell, &end, 10);
        cell = *end ? end + 1 : end;
    }
    return count;
}

uint64_t gpucost_network_preset_count(void)
{
    return gpucost__network_rows_count;
}

const char *gpucost_network_preset_at(uint64_t index)
{
    return index < gpucost__network_rows_count ? gpucost__network_rows[index].name : NULL;
}

static const char *name_at(const void *context, uint64_t index)
{
    const gpucost__network_row *rows = context;
    return rows[index].name;
}

static const gpucost__network_row *row_of(const char *name)
{
    for (uint64_t i = 0; i < gpucost__network_rows_count; i++)
        if (gpucost__name_equal(gpucost__network_rows[i].name, name)) return &gpucost__network_rows[i];
    for (uint64_t i = 0; i < gpucost__network_rows_count; i++)
        if (gpucost__name_listed(gpucost__network_rows[i].aliases, ';', name)) return &gpucost__network_rows[i];
    return NULL;
}

/* Sizes of the sample that were asked for. */
static gpucost_status take(const gpucost_network_options *o, gpucost__network_row *row, gpucost_error *err)
{
    if (o->height) {
        row->height = o->height;
        row->width = 0;
    }
    if (o->width) row->width = o->width;
    if (o->frames && !row->frames)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "frames", NULL, "%s is no model of videos", row->name);
    if (o->frames) row->frames = o->frames;
    if (o->context_tokens && !row->context_tokens)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "context_tokens", NULL, "%s reads no text", row->name);
    if (o->context_tokens) row->context_tokens = o->context_tokens;
    if (o->classes && !row->classes)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "classes", NULL, "%s is no classifier", row->name);
    if (o->classes) row->classes = o->classes;
    if (!row->width) row->width = row->height;
    uint64_t step = (row->reduction ? row->reduction : 1) * (row->patch ? row->patch : 1);
    if (row->height % step || row->width % step)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, row->height % step ? "height" : "width", NULL,
                                   "%s reads multiples of %llu pixels", row->name, (unsigned long long)step);
    return GPUCOST_OK;
}

gpucost_status gpucost_network_from_preset(const char *name, const gpucost_network_options *options,
                                           gpucost_network **network, gpucost_error *err)
{
    gpucost__clear(err);
    gpucost_network_options asked;
    const gpucost__network_row *found = row_of(name);
    if (!found)
        return gpucost__name_unknown("network", name, name_at, gpucost__network_rows, gpucost__network_rows_count, err);
    GPUCOST__TRY(gpucost__struct_in(&gpucost__network_options_table, options, &asked, err));
    gpucost__network_row row = *found;
    GPUCOST__TRY(take(&asked, &row, err));
    gpucost__build build = {0};
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (strcmp(families[i].family, row.family) == 0) families[i].build(&build, &row);
    gpucost_network_totals about = {.height = row.height, .width = row.width, .frames = row.frames,
                                    .context_tokens = row.context_tokens,
                                    .parameters_published = row.parameters_published};
    snprintf(about.name, sizeof about.name, "%s", row.name);
    snprintf(about.family, sizeof about.family, "%s", row.family);
    return gpucost__build_end(&build, &about, network, err);
}
