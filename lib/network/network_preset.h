/* A row of data/networks.csv; the columns are these fields. Empty cells are zero. */
#ifndef GPUCOST_NETWORK_PRESET_H
#define GPUCOST_NETWORK_PRESET_H

#include "network/network_build.h"

typedef struct gpucost__network_row {
    uint64_t size;
    char name[64];
    char aliases[256]; /* joined by ';' */
    char family[32];
    char variant[32];
    char depths[64];  /* blocks of each stage, joined by ';' */
    char widths[64];  /* channels of each stage */
    char heads[64];   /* of each stage */
    uint64_t hidden;
    uint64_t ffn;
    uint64_t groups;
    uint64_t group_width;
    uint64_t expansion;
    uint64_t width_percent; /* of the family's first member */
    uint64_t depth_percent;
    uint64_t patch;
    uint64_t channels; /* of a sample */
    uint64_t height;   /* of a sample [pixels] */
    uint64_t width;    /* 0: as its height */
    uint64_t frames;
    uint64_t reduction; /* pixels of an image along one side of a latent element */
    uint64_t classes;
    uint64_t context_tokens;
    uint64_t context_dim;
    uint64_t pooled_dim;
    uint64_t parameters_published;
    uint64_t multiply_adds_published;
    char source[256];
} gpucost__network_row;

extern const gpucost__network_row gpucost__network_rows[];
extern const uint64_t gpucost__network_rows_count;

/* The numbers of a cell, at most `room`; how many. */
uint32_t gpucost__numbers_of(const char *cell, uint64_t *numbers, uint32_t room);

/* One rule a family; `row` has the sizes that were asked for. */
void gpucost__build_resnet(gpucost__build *b, const gpucost__network_row *row);
void gpucost__build_regnet(gpucost__build *b, const gpucost__network_row *row);
void gpucost__build_vgg(gpucost__build *b, const gpucost__network_row *row);
void gpucost__build_densenet(gpucost__build *b, const gpucost__network_row *row);
void gpucost__build_convnext(gpucost__build *b, const gpucost__network_row *row);
void gpucost__build_unet(gpucost__build *b, const gpucost__network_row *row);
void gpucost__build_mobilenet(gpucost__build *b, const gpucost__network_row *row);
void gpucost__build_efficientnet(gpucost__build *b, const gpucost__network_row *row);
void gpucost__build_vit(gpucost__build *b, const gpucost__network_row *row);
void gpucost__build_swin(gpucost__build *b, const gpucost__network_row *row);
void gpucost__build_diffusion_unet(gpucost__build *b, const gpucost__network_row *row);
void gpucost__build_dit(gpucost__build *b, const gpucost__network_row *row);
void gpucost__build_mmdit(gpucost__build *b, const gpucost__network_row *row);
void gpucost__build_flux(gpucost__build *b, const gpucost__network_row *row);
void gpucost__build_wan(gpucost__build *b, const gpucost__network_row *row);

#endif
