/* A header of ten megabytes is read in less than four times its size. This program counts what malloc hands out. */
#include "support/table.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpucost/model.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#endif

#ifdef SANITIZED
static size_t held, peak;
#else
extern void *__libc_malloc(size_t bytes);
extern void *__libc_calloc(size_t count, size_t bytes);
extern void *__libc_realloc(void *block, size_t bytes);
extern void __libc_free(void *block);

void *malloc(size_t bytes);
void *calloc(size_t count, size_t bytes);
void *realloc(void *block, size_t bytes);
void free(void *block);

static size_t held, peak;

static void *counted(void *block)
{
    held += block ? malloc_usable_size(block) : 0;
    if (held > peak) peak = held;
    return block;
}

void *malloc(size_t bytes)
{
    return counted(__libc_malloc(bytes));
}

void *calloc(size_t count, size_t bytes)
{
    return counted(__libc_calloc(count, bytes));
}

/* Old and new block may both be there while one is copied. */
void *realloc(void *block, size_t bytes)
{
    size_t before = block ? malloc_usable_size(block) : 0;
    void *moved = __libc_realloc(block, bytes);
    if (!moved) return NULL;
    if (moved != block && held + malloc_usable_size(moved) > peak) peak = held + malloc_usable_size(moved);
    held -= before;
    return counted(moved);
}

void free(void *block)
{
    if (block) held -= malloc_usable_size(block);
    __libc_free(block);
}

#endif

static double share(const char *file, size_t bytes, size_t header)
{
    gpucost_tensors *tensors = NULL;
    gpucost_error err;
    size_t before = held;
    peak = held;
    if (gpucost_tensors_from_memory(file, bytes, "large", &tensors, &err)) fail_msg("%s: %s", err.field, err.text);
    gpucost_tensors_free(tensors);
    assert_int_equal(held, before);
    return (double)(peak - before) / (double)header;
}

enum { TENSORS = 90000 };

static void safetensors__takes_less_than_four_times_its_header(void **state)
{
    (void)state;
    char *file = malloc(16 << 20), *p = file + 8;
    assert_non_null(file);
    *p++ = '{';
    for (uint64_t i = 0; i < TENSORS; i++)
        p += sprintf(p,
                     "%s\"model.layers.%d.mlp.experts.%d.w.weight\":{\"dtype\":\"BF16\",\"shape\":[64,64],\"data_"
                     "offsets\":[%llu,%llu]}",
                     i ? "," : "", (int)(i / 300), (int)(i % 300), (unsigned long long)(i * 8192),
                     (unsigned long long)(i * 8192 + 8192));
    *p++ = '}';
    size_t header = (size_t)(p - file) - 8;
    for (int i = 0; i < 8; i++) file[i] = (char)(header >> (8 * i));
    assert_true(header > 9000000);
    double times = share(file, header + 8, header);
    if (times >= 4) fail_msg("%g times its header", times);
    free(file);
}

static void index__takes_less_than_four_times_its_size(void **state)
{
    (void)state;
    char *file = malloc(16 << 20), *p = file;
    assert_non_null(file);
    p += sprintf(p, "{\"metadata\":{\"total_size\":1},\"weight_map\":{");
    for (int i = 0; i < TENSORS; i++)
        p += sprintf(p, "%s\"model.layers.%d.mlp.experts.%d.down_proj.weight\":\"model-%05d-of-00163.safetensors\"",
                     i ? "," : "", i / 300, i % 300, i / 600);
    p += sprintf(p, "}}");
    assert_true(p - file > 7000000);
    double times = share(file, (size_t)(p - file), (size_t)(p - file));
    if (times >= 4) fail_msg("%g times its size", times);
    free(file);
}

static void put(char **p, uint64_t value, int width)
{
    for (int i = 0; i < width; i++) *(*p)++ = (char)(value >> (8 * i));
}

static void gguf__takes_less_than_four_times_its_header(void **state)
{
    (void)state;
    char *file = malloc(16 << 20), *p = file;
    assert_non_null(file);
    memcpy(p, "GGUF", 4);
    p += 4;
    put(&p, 3, 4);
    put(&p, TENSORS, 8);
    put(&p, 0, 8);
    for (int i = 0; i < TENSORS; i++) {
        char name[64];
        int length = sprintf(name, "blk.%d.ffn_down.%d.weight", i / 300, i % 300);
        put(&p, (uint64_t)length, 8);
        memcpy(p, name, (size_t)length);
        p += length;
        put(&p, 2, 4);
        put(&p, 256, 8);
        put(&p, 64, 8);
        put(&p, 12, 4);
        put(&p, 0, 8);
    }
    size_t header = (size_t)(p - file);
    assert_true(header > 5000000);
    double times = share(file, header, header);
    if (times >= 4) fail_msg("%g times its header", times);
    free(file);
}

int main(void)
{
    void *volatile block = malloc(64);
    size_t seen = held;
    free(block);
    if (seen == 0 || getenv("LD_PRELOAD")) {
        puts("1..0 # SKIP the allocator is another one (sanitizer, valgrind)");
        return 0;
    }
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(safetensors__takes_less_than_four_times_its_header),
        cmocka_unit_test(index__takes_less_than_four_times_its_size),
        cmocka_unit_test(gguf__takes_less_than_four_times_its_header),
    };
    return RUN_TESTS("memory of model files", tests);
}
