/* Tensor types of GGUF files: how many weights a block has and what it takes. */
#ifndef GPUCOST_MODEL_GGUF_TYPE_H
#define GPUCOST_MODEL_GGUF_TYPE_H

#include <stdbool.h>
#include <stdint.h>

/* The numbers that files store; gaps are types that were removed. */
enum {
    GGUF_F32 = 0, GGUF_F16 = 1, GGUF_Q4_0 = 2, GGUF_Q4_1 = 3, GGUF_Q5_0 = 6, GGUF_Q5_1 = 7, GGUF_Q8_0 = 8,
    GGUF_Q8_1 = 9, GGUF_Q2_K = 10, GGUF_Q3_K = 11, GGUF_Q4_K = 12, GGUF_Q5_K = 13, GGUF_Q6_K = 14, GGUF_Q8_K = 15,
    GGUF_IQ2_XXS = 16, GGUF_IQ2_XS = 17, GGUF_IQ3_XXS = 18, GGUF_IQ1_S = 19, GGUF_IQ4_NL = 20, GGUF_IQ3_S = 21,
    GGUF_IQ2_S = 22, GGUF_IQ4_XS = 23, GGUF_I8 = 24, GGUF_I16 = 25, GGUF_I32 = 26, GGUF_I64 = 27, GGUF_F64 = 28,
    GGUF_IQ1_M = 29, GGUF_BF16 = 30, GGUF_TQ1_0 = 34, GGUF_TQ2_0 = 35, GGUF_MXFP4 = 39, GGUF_NVFP4 = 40,
    GGUF_Q1_0 = 41, GGUF_TYPES
};

typedef struct {
    const char *name;
    uint16_t block_weights, block_bytes;
    uint8_t instead; /* what llama.cpp takes for rows that no block divides; 0 for none */
} gpucost__gguf_type;

/* NULL for a number that is no type. */
const gpucost__gguf_type *gpucost__gguf_type_at(uint32_t number);

/* Bytes of a matrix with rows of `columns` weights, of this type or of what is taken instead of it. */
uint64_t gpucost__gguf_matrix_bytes(uint32_t number, uint64_t columns, uint64_t weights);

#endif
