#include "model/model_gguf_type.h"

#include <stddef.h>

/* @source{gguf2024, ggml_type and the block sizes of gguf-py; what is taken instead: src/llama-quant.cpp} */
static const gpucost__gguf_type types[GGUF_TYPES] = {
    [GGUF_F32] = {"f32", 1, 4, 0},          [GGUF_F16] = {"f16", 1, 2, 0},
    [GGUF_Q4_0] = {"q4_0", 32, 18, 0},      [GGUF_Q4_1] = {"q4_1", 32, 20, 0},
    [GGUF_Q5_0] = {"q5_0", 32, 22, 0},      [GGUF_Q5_1] = {"q5_1", 32, 24, 0},
    [GGUF_Q8_0] = {"q8_0", 32, 34, 0},      [GGUF_Q8_1] = {"q8_1", 32, 36, 0},
    [GGUF_Q2_K] = {"q2_k", 256, 84, GGUF_Q4_0}, [GGUF_Q3_K] = {"q3_k", 256, 110, GGUF_Q4_0},
    [GGUF_Q4_K] = {"q4_k", 256, 144, GGUF_Q5_0}, [GGUF_Q5_K] = {"q5_k", 256, 176, GGUF_Q5_1},
    [GGUF_Q6_K] = {"q6_k", 256, 210, GGUF_Q8_0}, [GGUF_Q8_K] = {"q8_k", 256, 292, 0},
    [GGUF_IQ2_XXS] = {"iq2_xxs", 256, 66, GGUF_IQ4_NL}, [GGUF_IQ2_XS] = {"iq2_xs", 256, 74, GGUF_IQ4_NL},
    [GGUF_IQ3_XXS] = {"iq3_xxs", 256, 98, GGUF_IQ4_NL}, [GGUF_IQ1_S] = {"iq1_s", 256, 50, GGUF_IQ4_NL},
    [GGUF_IQ4_NL] = {"iq4_nl", 32, 18, 0},  [GGUF_IQ3_S] = {"iq3_s", 256, 110, GGUF_IQ4_NL},
    [GGUF_IQ2_S] = {"iq2_s", 256, 82, GGUF_IQ4_NL}, [GGUF_IQ4_XS] = {"iq4_xs", 256, 136, GGUF_IQ4_NL},
    [GGUF_I8] = {"i8", 1, 1, 0},            [GGUF_I16] = {"i16", 1, 2, 0},
    [GGUF_I32] = {"i32", 1, 4, 0},          [GGUF_I64] = {"i64", 1, 8, 0},
    [GGUF_F64] = {"f64", 1, 8, 0},          [GGUF_IQ1_M] = {"iq1_m", 256, 56, GGUF_IQ4_NL},
    [GGUF_BF16] = {"bf16", 1, 2, 0},        [GGUF_TQ1_0] = {"tq1_0", 256, 54, GGUF_Q4_0},
    [GGUF_TQ2_0] = {"tq2_0", 256, 66, GGUF_Q4_0}, [GGUF_MXFP4] = {"mxfp4", 32, 17, 0},
    [GGUF_NVFP4] = {"nvfp4", 64, 36, 0},    [GGUF_Q1_0] = {"q1_0", 128, 18, 0},
};

const gpucost__gguf_type *gpucost__gguf_type_at(uint32_t number)
{
    return number < GGUF_TYPES && types[number].name ? &types[number] : NULL;
}

uint64_t gpucost__gguf_matrix_bytes(uint32_t number, uint64_t columns, uint64_t weights)
{
    const gpucost__gguf_type *type = &types[number];
    if (columns % type->block_weights && type->instead) type = &types[type->instead];
    if (columns % type->block_weights) type = &types[GGUF_F16];
    return weights / type->block_weights * type->block_bytes;
}
