/* Which tensor gets which type in the mixes of GGUF files. */
#ifndef GPUCOST_MODEL_GGUF_MIX_H
#define GPUCOST_MODEL_GGUF_MIX_H

#include "base/checked.h"
#include "model/model_handle.h"

/* A type for every place of a tensor; 0 is the base type. */
typedef struct {
    const char *name;
    uint8_t base;
    uint8_t head;         /* output head, and the embedding when it is tied */
    uint8_t embedding;    /* when it is not tied */
    uint8_t query, key;
    uint8_t value;        /* in every layer that no field below names */
    uint8_t value_shared; /* where four or more heads share it */
    uint8_t value_first, value_first_layers;
    uint8_t value_more;   /* in the favoured layers */
    uint8_t fused;        /* query, key and value in one tensor */
    uint8_t output;       /* of attention */
    uint8_t output_of_8;  /* with eight experts */
    uint8_t down;
    uint8_t down_early;   /* in the first eighth of the layers */
    uint8_t down_more;    /* in the favoured layers */
    uint8_t down_more_of_8; /* the same, only with eight experts */
    uint8_t up_middle;    /* gate and up, between the first and the last eighth */
    bool least;           /* below three bits: values of mixtures are raised, those of 70B models are not */
} gpucost__gguf_mix;

/* NULL when the name is no mix. */
const gpucost__gguf_mix *gpucost__gguf_mix_named(const char *name);

/* Bytes of every tensor of the model in this mix. */
gpucost__int128 gpucost__gguf_mix_bytes(const gpucost__gguf_mix *mix, const gpucost_model *model);

#endif
