#include "layerwise/layerwise_profile.h"

#include <string.h>

#include "accelerator/accelerator_row.h"

/*
 * Fitted to published runs: docs/network.md says on which, and with what error on sources that were left out. Chips
 * that no run measured take the last row of their kind of memory, or the last.
 */
typedef struct {
    const char *architecture;
    bool graphics;            /* graphics memory; such boards multiply in 16 bits at a part of the data centre's rate */
    double wide, half, eight; /* large products in 32, 16 and 8 bits, of their peaks */
    double attention;         /* fused attention, of the 16-bit peak */
} generation;

static const generation generations[] = {
    {"Volta", false, 0.95, 0.95, 0.45, 0.40},     {"Turing", true, 0.64, 0.22, 0.45, 0.40},
    {"Ampere", false, 0.32, 0.53, 0.45, 0.40},    {"Ampere", true, 0.64, 0.95, 0.80, 0.40},
    {"Ada", true, 0.55, 0.95, 0.80, 0.40},        {"Hopper", false, 0.24, 0.48, 0.45, 0.40},
    {"Blackwell", false, 0.11, 0.48, 0.45, 0.40}, {"Blackwell Ultra", false, 0.11, 0.48, 0.45, 0.40},
    {"", true, 0.55, 0.60, 0.50, 0.40},           {"", false, 0.24, 0.45, 0.40, 0.30},
};

static const double STACKED = 0.56, GRAPHIC = 0.69; /* of the bandwidth */
static const double UNHIDDEN = 0.36, GROUP_CHANNELS = 132, DEPTHWISE = 3.5, REORDERED = 1.42;
static const double TRAFFIC = 0.64, ENGINE_TRAFFIC = 0.22; /* caches hold the rest */
static const double LAUNCH_S = 48e-6, ENGINE_LAUNCH_S = 1e-6, KERNEL_S = 2.9e-6, STEP_OVERHEAD_S = 1e-3,
                    STRAGGLER = 1.05;

/* Links as transformers attain them: docs/training.md. */
static const double SCALE_UP = 0.79, FABRIC = 0.91;

static const generation *generation_of(const gpucost_accelerator *accelerator)
{
    bool graphics = strncmp(accelerator->memory_type, "HBM", 3) != 0;
    const generation *g = generations;
    while ((g->architecture[0] && strcmp(g->architecture, accelerator->architecture) != 0) || g->graphics != graphics)
        g++;
    return g;
}

static void fill(double *field, double value)
{
    if (*field <= 0) *field = value;
}

void gpucost__layerwise_profile_of(const gpucost_accelerator *accelerator, bool trains,
                                   const gpucost_layerwise_profile *profile, gpucost_layerwise_profile *resolved)
{
    const generation *g = generation_of(accelerator);
    gpucost_layerwise_profile p = *profile;
    p.size = sizeof p;
    if (p.fusion == GPUCOST_FUSION_AUTO) p.fusion = GPUCOST_FUSION_EAGER;
    if (p.fusion == GPUCOST_FUSION_ENGINE && trains) p.fusion = GPUCOST_FUSION_NORMS;
    if (p.images == GPUCOST_IMAGES_AUTO)
        p.images = p.fusion == GPUCOST_FUSION_EAGER ? GPUCOST_IMAGES_CHANNELS_FIRST : GPUCOST_IMAGES_CHANNELS_LAST;
    fill(&p.products_32, g->wide);
    fill(&p.products_16, g->half);
    fill(&p.products_8, g->eight);
    fill(&p.fused_attention, g->attention);
    fill(&p.memory, g->graphics ? GRAPHIC : STACKED);
    fill(&p.unhidden, UNHIDDEN);
    fill(&p.group_channels, GROUP_CHANNELS);
    fill(&p.depthwise, DEPTHWISE);
    fill(&p.reordered, REORDERED);
    bool engine = p.fusion == GPUCOST_FUSION_ENGINE;
    fill(&p.traffic, engine ? ENGINE_TRAFFIC : TRAFFIC);
    fill(&p.launch_s, engine ? ENGINE_LAUNCH_S : LAUNCH_S);
    fill(&p.kernel_s, KERNEL_S);
    fill(&p.step_overhead_s, STEP_OVERHEAD_S);
    fill(&p.straggler, STRAGGLER);
    fill(&p.scale_up, SCALE_UP);
    fill(&p.fabric, FABRIC);
    fill(&p.evaluations, 1);
    if (p.split == 0) p.split = 1;
    *resolved = p;
}

gpucost_status gpucost_layerwise_profile_resolve(const gpucost_catalogue *catalogue, const char *accelerator,
                                                 const gpucost_layerwise_profile *profile,
                                                 gpucost_layerwise_profile *resolved, gpucost_error *err)
{
    gpucost__clear(err);
    gpucost_layerwise_profile ours, filled;
    const gpucost_accelerator *row;
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__layerwise_profile_table, resolved, err));
    GPUCOST__TRY(gpucost__struct_in(&gpucost__layerwise_profile_table, profile, &ours, err));
    GPUCOST__TRY(gpucost__accelerator_need(catalogue, accelerator, &row, err));
    gpucost__layerwise_profile_of(row, true, &ours, &filled);
    gpucost__struct_out(&gpucost__layerwise_profile_table, &filled, resolved);
    return GPUCOST_OK;
}
