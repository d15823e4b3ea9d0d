/* Small GGUF files, written by the format's description (docs/gguf.md of ggml) and not by the reader. */
#ifndef TESTS_MODEL_GGUF_FILE_H
#define TESTS_MODEL_GGUF_FILE_H

#include <stdint.h>
#include <string.h>

typedef struct {
    unsigned char bytes[65536];
    uint64_t count;
    int version;
} gguf_file;

static inline void put_number(gguf_file *f, uint64_t value, int width)
{
    for (int i = 0; i < width; i++) f->bytes[f->count++] = (unsigned char)(value >> (8 * i));
}

static inline void put_length(gguf_file *f, uint64_t value)
{
    put_number(f, value, f->version > 1 ? 8 : 4);
}

static inline void put_text(gguf_file *f, const char *text)
{
    put_length(f, strlen(text));
    memcpy(f->bytes + f->count, text, strlen(text));
    f->count += strlen(text);
}

static inline void put_header(gguf_file *f, int version, uint64_t tensors, uint64_t pairs)
{
    f->count = 0;
    f->version = version;
    memcpy(f->bytes, "GGUF", 4);
    f->count = 4;
    put_number(f, (uint64_t)version, 4);
    put_length(f, tensors);
    put_length(f, pairs);
}

static inline void put_u32(gguf_file *f, const char *key, uint32_t value)
{
    put_text(f, key);
    put_number(f, 4, 4);
    put_number(f, value, 4);
}

static inline void put_string(gguf_file *f, const char *key, const char *value)
{
    put_text(f, key);
    put_number(f, 8, 4);
    put_text(f, value);
}

/* Dimensions innermost first; 0 ends them. */
static inline void put_tensor(gguf_file *f, const char *name, uint64_t columns, uint64_t rows, uint64_t depth,
                              uint32_t type)
{
    put_text(f, name);
    put_number(f, depth ? 3 : rows ? 2 : 1, 4);
    put_length(f, columns);
    if (rows) put_length(f, rows);
    if (depth) put_length(f, depth);
    put_number(f, type, 4);
    put_number(f, 0, 8);
}

#endif
