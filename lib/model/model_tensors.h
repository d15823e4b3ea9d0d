/* Tensors of model files while they are read. */
#ifndef GPUCOST_MODEL_TENSORS_H
#define GPUCOST_MODEL_TENSORS_H

#include "base/checked.h"
#include "base/input.h"
#include "base/json_scan.h"
#include "model/model_handle.h"

extern const gpucost_struct gpucost__tensor_table;
extern const gpucost_struct gpucost__tensor_totals_table;

enum { GPUCOST__HEADER_MOST_BYTES = 100000000 }; /* of safetensors: what its own library reads at most */

typedef struct {
    uint64_t name_at; /* in the names */
    uint32_t name_bytes;
    uint32_t reserved;
    const char *type; /* static */
    uint64_t columns, elements, bytes;
} gpucost__tensor_row;

/* Sizes that GGUF metadata state; 0 for those that are not there. */
typedef struct {
    uint64_t layers, hidden, heads, kv_heads, key_length, value_length, key_length_mla, value_length_mla, ffn, context,
        experts, experts_per_token, shared_experts, expert_ffn, shared_ffn, dense_layers, expert_interval, q_lora,
        kv_lora, rope, window, gating, splits;
} gpucost__gguf_sizes;

struct gpucost_tensors {
    char *names;
    uint64_t names_bytes, names_room;
    gpucost__tensor_row *rows; /* [count] */
    uint64_t count, room;
    gpucost_tensor_totals totals;
    gpucost__gguf_sizes gguf;
    char source[256];
};

/* Names are copied. Elements and bytes are summed with checks. */
gpucost_status gpucost__tensors_add(gpucost_tensors *tensors, gpucost__span name, const gpucost__tensor_row *row,
                                    gpucost_error *err);

/* Row by name, or NULL. */
const gpucost__tensor_row *gpucost__tensors_find(const gpucost_tensors *tensors, const char *name);

/* No name twice; the type of most bytes; the totals are complete. */
gpucost_status gpucost__tensors_finish(gpucost_tensors *tensors, gpucost_error *err);

/* Each reads what follows `head`, the first bytes of the input, already read. */
enum { GPUCOST__HEAD_BYTES = 8 };
gpucost_status gpucost__gguf_read(gpucost__input *input, const unsigned char head[GPUCOST__HEAD_BYTES],
                                  gpucost_tensors *tensors, gpucost_error *err);
gpucost_status gpucost__safetensors_read(gpucost__input *input, const unsigned char head[GPUCOST__HEAD_BYTES],
                                         gpucost_tensors *tensors, gpucost_error *err);

/* The files an index names, each once. */
typedef struct {
    char (*names)[128]; /* [count] */
    uint64_t count, room;
} gpucost__file_list;

/* An index: its totals into `tensors`, its files into `files`; `files` is the caller's to free, on failure too. */
gpucost_status gpucost__safetensors_index(gpucost__input *input, const unsigned char *head, size_t head_bytes,
                                          gpucost_tensors *tensors, gpucost__file_list *files, gpucost_error *err);

#endif
