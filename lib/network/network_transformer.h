/* What diffusion transformers share: vectors that scale, shift and gate the branches of a block. */
#ifndef GPUCOST_NETWORK_TRANSFORMER_H
#define GPUCOST_NETWORK_TRANSFORMER_H

#include "network/network_preset.h"

/* A vector of the sample through two products, such as its time. */
uint32_t gpucost__embed_vector(gpucost__build *b, uint64_t inputs, uint64_t outputs);

/* The vector's scales, shifts and gates of a block. */
uint32_t gpucost__add_modulation(gpucost__build *b, uint32_t vector, uint64_t outputs);

/* A norm without weights, scaled and shifted. */
uint32_t gpucost__add_modulated(gpucost__build *b, uint32_t x, uint32_t modulation);

/* x plus the gated branch. */
uint32_t gpucost__add_gated(gpucost__build *b, uint32_t branch, uint32_t modulation, uint32_t x);

/* Two products with a function between them. */
uint32_t gpucost__add_widened(gpucost__build *b, uint32_t x, uint64_t ffn);

/* Patches of a latent, each a position, through a product. */
uint32_t gpucost__add_patches(gpucost__build *b, const gpucost__network_row *row, uint64_t frames);

#endif
