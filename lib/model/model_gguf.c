/*
 * GGUF: "GGUF", a version, counts of tensors and of metadata pairs; the pairs; name, dimensions (innermost first), type
 * and offset of each tensor; then the data. Numbers are stored with the little end first; lengths have 32 bits in
 * version 1 and 64 after it. @source{gguf2024, docs/gguf.md}
 */
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "model/model_gguf_type.h"
#include "model/model_tensors.h"

enum { BUFFER = 16384, TEXT_MOST = 255, DIMENSIONS_MOST = 8, NESTED_MOST = 4 };
enum { U8, I8, U16, I16, U32, I32, F32, BOOL, STRING, ARRAY, U64, I64, F64, VALUE_TYPES };

static const uint64_t width_of[VALUE_TYPES] = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};

typedef struct {
    gpucost__input *input;
    gpucost_error *err;
    unsigned char buffer[BUFFER];
    size_t at, filled;
    uint64_t taken; /* bytes of the file before `at` */
    bool wide;      /* lengths of 64 bits */
} cursor;

static gpucost_status take(cursor *c, void *to, uint64_t bytes)
{
    while (bytes > 0) {
        if (c->at == c->filled) {
            c->at = 0;
            GPUCOST__TRY(gpucost__input_read(c->input, c->buffer, BUFFER, &c->filled, c->err));
            if (c->filled == 0)
                return gpucost__fail(c->err, GPUCOST_E_SYNTAX, "the header is cut: the file ends after %llu bytes",
                                     (unsigned long long)c->taken);
        }
        uint64_t have = c->filled - c->at, now = have < bytes ? have : bytes;
        if (to) {
            memcpy(to, c->buffer + c->at, (size_t)now);
            to = (char *)to + now;
        }
        c->at += (size_t)now;
        c->taken += now;
        bytes -= now;
    }
    return GPUCOST_OK;
}

static gpucost_status take_number(cursor *c, uint64_t width, uint64_t *value)
{
    unsigned char bytes[8] = {0};
    GPUCOST__TRY(take(c, bytes, width));
    *value = 0;
    for (uint64_t i = width; i-- > 0;) *value = *value << 8 | bytes[i];
    return GPUCOST_OK;
}

static gpucost_status take_length(cursor *c, uint64_t *value)
{
    return take_number(c, c->wide ? 8 : 4, value);
}

/* A key or a name; control characters would not be one. */
static gpucost_status take_name(cursor *c, char text[TEXT_MOST + 1], uint64_t *bytes)
{
    GPUCOST__TRY(take_length(c, bytes));
    if (*bytes == 0 || *bytes > TEXT_MOST)
        return gpucost__fail(c->err, GPUCOST_E_RANGE, "a name of %llu bytes at byte %llu; 1..255 are allowed",
                             (unsigned long long)*bytes, (unsigned long long)c->taken);
    GPUCOST__TRY(take(c, text, *bytes));
    text[*bytes] = '\0';
    for (uint64_t i = 0; i < *bytes; i++)
        if ((unsigned char)text[i] < 0x20 || text[i] == 0x7f)
            return gpucost__fail(c->err, GPUCOST_E_SYNTAX, "a name before byte %llu holds a control character",
                                 (unsigned long long)c->taken);
    if (gpucost__utf8_is_valid(text, (size_t)*bytes)) return GPUCOST_OK;
    return gpucost__fail(c->err, GPUCOST_E_SYNTAX, "a name before byte %llu is not UTF-8",
                         (unsigned long long)c->taken);
}

static gpucost_status skip_value(cursor *c, uint64_t type, int depth)
{
    uint64_t length, element;
    if (type >= VALUE_TYPES)
        return gpucost__fail(c->err, GPUCOST_E_SYNTAX, "metadata of type %llu at byte %llu; 0..12 are known",
                             (unsigned long long)type, (unsigned long long)c->taken);
    if (type == STRING) {
        GPUCOST__TRY(take_length(c, &length));
        return take(c, NULL, length);
    }
    if (type != ARRAY) return take(c, NULL, width_of[type]);
    if (depth == NESTED_MOST)
        return gpucost__fail(c->err, GPUCOST_E_RANGE, "arrays nested deeper than 4 at byte %llu",
                             (unsigned long long)c->taken);
    GPUCOST__TRY(take_number(c, 4, &element));
    GPUCOST__TRY(take_length(c, &length));
    if (element < VALUE_TYPES && width_of[element]) {
        uint64_t bytes;
        if (gpucost__mul_u64(length, width_of[element], &bytes))
            return gpucost__fail(c->err, GPUCOST_E_RANGE, "an array of %llu values exceeds 64 bits",
                                 (unsigned long long)length);
        return take(c, NULL, bytes);
    }
    for (uint64_t i = 0; i < length; i++) GPUCOST__TRY(skip_value(c, element, depth + 1)); /* each takes bytes */
    return GPUCOST_OK;
}

/* Sizes by the rest of the key after the name of the architecture. */
static uint64_t *size_named(gpucost__gguf_sizes *s, const char *key)
{
    const struct {
        const char *key;
        uint64_t *size;
    } sizes[] = {
        {"block_count", &s->layers},
        {"embedding_length", &s->hidden},
        {"attention.head_count", &s->heads},
        {"attention.head_count_kv", &s->kv_heads},
        {"attention.key_length", &s->key_length},
        {"attention.value_length", &s->value_length},
        {"attention.key_length_mla", &s->key_length_mla},
        {"attention.value_length_mla", &s->value_length_mla},
        {"feed_forward_length", &s->ffn},
        {"context_length", &s->context},
        {"expert_count", &s->experts},
        {"expert_used_count", &s->experts_per_token},
        {"expert_shared_count", &s->shared_experts},
        {"expert_feed_forward_length", &s->expert_ffn},
        {"expert_shared_feed_forward_length", &s->shared_ffn},
        {"leading_dense_block_count", &s->dense_layers},
        {"interleave_moe_layer_step", &s->expert_interval},
        {"attention.q_lora_rank", &s->q_lora},
        {"attention.kv_lora_rank", &s->kv_lora},
        {"rope.dimension_count", &s->rope},
        {"attention.sliding_window", &s->window},
        {"expert_gating_func", &s->gating},
    };
    if (strcmp(key, "split.count") == 0) return &s->splits;
    const char *rest = strchr(key, '.');
    if (!rest || strncmp(key, "general.", 8) == 0 || strncmp(key, "tokenizer.", 10) == 0) return NULL;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (strcmp(rest + 1, sizes[i].key) == 0) return sizes[i].size;
    return NULL;
}

static bool is_whole(uint64_t type)
{
    return type <= I32 || type == U64 || type == I64;
}

/* A size, or the largest of an array with one for each layer. */
static gpucost_status take_size(cursor *c, uint64_t type, uint64_t *size)
{
    uint64_t count = 1, element = type, value;
    *size = 0;
    if (type == ARRAY) {
        GPUCOST__TRY(take_number(c, 4, &element));
        GPUCOST__TRY(take_length(c, &count));
        if (!is_whole(element))
            return gpucost__fail(c->err, GPUCOST_E_FIELD, "an array of whole numbers is expected before byte %llu",
                                 (unsigned long long)c->taken);
    }
    for (uint64_t i = 0; i < count; i++) {
        GPUCOST__TRY(take_number(c, width_of[element], &value));
        if (value > *size) *size = value;
    }
    return GPUCOST_OK;
}

static gpucost_status take_pair(cursor *c, gpucost_tensors *tensors)
{
    char key[TEXT_MOST + 1];
    uint64_t bytes, type;
    GPUCOST__TRY(take_name(c, key, &bytes));
    GPUCOST__TRY(take_number(c, 4, &type));
    uint64_t *size = size_named(&tensors->gguf, key);
    if (size && (is_whole(type) || type == ARRAY)) return take_size(c, type, size);
    if (strcmp(key, "general.architecture") != 0 || type != STRING) return skip_value(c, type, 0);
    GPUCOST__TRY(take_name(c, key, &bytes));
    snprintf(tensors->totals.architecture, sizeof tensors->totals.architecture, "%.31s", key);
    return GPUCOST_OK;
}

static gpucost_status take_tensor(cursor *c, gpucost_tensors *tensors)
{
    char name[TEXT_MOST + 1];
    uint64_t bytes, dimensions, number, offset, dimension;
    gpucost__tensor_row row = {.columns = 1, .elements = 1};
    GPUCOST__TRY(take_name(c, name, &bytes));
    GPUCOST__TRY(take_number(c, 4, &dimensions));
    if (dimensions > DIMENSIONS_MOST)
        return gpucost__fail_field(c->err, GPUCOST_E_RANGE, name, NULL, "%llu dimensions; at most 8 are allowed",
                                   (unsigned long long)dimensions);
    for (uint64_t i = 0; i < dimensions; i++) {
        GPUCOST__TRY(take_length(c, &dimension));
        if (i == 0) row.columns = dimension;
        if (gpucost__mul_u64(row.elements, dimension, &row.elements))
            return gpucost__fail_field(c->err, GPUCOST_E_RANGE, name, NULL, "its dimensions exceed 64 bits");
    }
    GPUCOST__TRY(take_number(c, 4, &number));
    GPUCOST__TRY(take_number(c, 8, &offset));
    const gpucost__gguf_type *type = number <= UINT32_MAX ? gpucost__gguf_type_at((uint32_t)number) : NULL;
    if (!type)
        return gpucost__fail_field(c->err, GPUCOST_E_UNKNOWN_FACT, name, NULL, "tensor type %llu is not known",
                                   (unsigned long long)number);
    if (row.columns % type->block_weights)
        return gpucost__fail_field(c->err, GPUCOST_E_FIELD, name, NULL, "rows of %llu do not fill blocks of %s",
                                   (unsigned long long)row.columns, type->name);
    if (gpucost__mul_u64(row.elements / type->block_weights, type->block_bytes, &row.bytes))
        return gpucost__fail_field(c->err, GPUCOST_E_RANGE, name, NULL, "its bytes exceed 64 bits");
    row.type = type->name;
    return gpucost__tensors_add(tensors, (gpucost__span){name, (size_t)bytes}, &row, c->err);
}

gpucost_status gpucost__gguf_read(gpucost__input *input, const unsigned char head[GPUCOST__HEAD_BYTES],
                                  gpucost_tensors *tensors, gpucost_error *err)
{
    cursor c = {.input = input, .err = err, .taken = GPUCOST__HEAD_BYTES};
    uint64_t tensor_count, pair_count;
    unsigned version = head[4] | (unsigned)head[5] << 8 | (unsigned)head[6] << 16 | (unsigned)head[7] << 24;
    if (version < 1 || version > 3)
        return gpucost__fail(err, GPUCOST_E_SYNTAX, "GGUF version %u; 1 to 3 are known%s", version,
                             head[7] && !head[4] ? ", with the little end first" : "");
    c.wide = version > 1;
    GPUCOST__TRY(take_length(&c, &tensor_count));
    GPUCOST__TRY(take_length(&c, &pair_count));
    for (uint64_t i = 0; i < pair_count; i++) GPUCOST__TRY(take_pair(&c, tensors));
    for (uint64_t i = 0; i < tensor_count; i++) GPUCOST__TRY(take_tensor(&c, tensors));
    snprintf(tensors->totals.format, sizeof tensors->totals.format, "gguf");
    tensors->totals.header_bytes += c.taken;
    tensors->totals.files++;
    return GPUCOST_OK;
}
