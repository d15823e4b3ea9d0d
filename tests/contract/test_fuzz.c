/* Every reader of model and fact files on damaged copies of sound ones: an answer or a reason, never a crash. Seeded,
   so that a failure comes again. test_fuzz [ROUNDS [SEED]] */
#include "model/gguf_file.h"
#include "support/draw.h"
#include "support/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gpucost/accelerator.h"
#include "gpucost/compatibility.h"
#include "gpucost/model.h"

enum { ROOM = 1 << 17 };

static uint64_t rounds = 4000, seed = 1;

typedef struct {
    char *bytes; /* [ROOM] */
    size_t count;
} sample;

static sample sample_of(const void *bytes, size_t count)
{
    sample s = {calloc(1, ROOM + 1), count < ROOM ? count : ROOM};
    assert_non_null(s.bytes);
    memcpy(s.bytes, bytes, s.count);
    return s;
}

static sample sample_from(const char *path)
{
    static char text[ROOM];
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t count = fread(text, 1, sizeof text, file);
    fclose(file);
    return sample_of(text, count);
}

static void put_in(sample *s, size_t at, const char *bytes, size_t count)
{
    if (s->count + count > ROOM) return;
    memmove(s->bytes + at + count, s->bytes + at, s->count - at);
    memcpy(s->bytes + at, bytes, count);
    s->count += count;
}

static void take_out(sample *s, size_t at, size_t count)
{
    if (count > s->count - at) count = s->count - at;
    memmove(s->bytes + at, s->bytes + at + count, s->count - at - count);
    s->count -= count;
}

/* One change: a bit, a byte, a part lost, doubled or moved, a number made absurd, the end cut. */
static void damage(sample *s, uint64_t *state)
{
    static const char *const strange[] = {"18446744073709551616", "-1", "1e999", "\"12\"", "[[[[[[[[", "{\"a\":",
                                          "\xff\xfe", "\xc0\x80", "null", "0", "999999999999", ",", "\n", "\"", "NaN"};
    if (s->count == 0) return;
    size_t at = (size_t)(next_random(state) % s->count), span = 1 + (size_t)(next_random(state) % 64);
    char part[64];
    const char *word = strange[next_random(state) % (sizeof strange / sizeof *strange)];
    switch (next_random(state) % 8) {
    case 0: s->bytes[at] = (char)(s->bytes[at] ^ (1 << next_random(state) % 8)); break;
    case 1: s->bytes[at] = (char)next_random(state); break;
    case 2: take_out(s, at, span); break;
    case 3:
        if (span > s->count - at) span = s->count - at;
        memcpy(part, s->bytes + at, span);
        put_in(s, (size_t)(next_random(state) % s->count), part, span);
        break;
    case 4: put_in(s, at, word, strlen(word)); break;
    case 5:
        for (size_t i = at; i < s->count && i < at + 8; i++) s->bytes[i] = (char)0xff;
        break;
    case 6:
        while (at < s->count && (s->bytes[at] < '0' || s->bytes[at] > '9')) at++;
        for (; at < s->count && s->bytes[at] >= '0' && s->bytes[at] <= '9'; at++) s->bytes[at] = '9';
        break;
    default: s->count = at; break;
    }
    s->bytes[s->count] = '\0';
}

typedef void (*reader)(const sample *s);

/* Some thousands of copies with one to six changes each, and a cut at every byte of a short one. */
static void run(const sample *sound, reader read)
{
    sample s = sample_of(sound->bytes, sound->count);
    for (size_t n = 0; n <= sound->count && n < 4096; n++) {
        memcpy(s.bytes, sound->bytes, n);
        s.bytes[n] = '\0';
        s.count = n;
        read(&s);
    }
    for (uint64_t i = 0; i < rounds; i++) {
        uint64_t state = seed * UINT64_C(0x100000001) + i;
        memcpy(s.bytes, sound->bytes, sound->count + 1);
        s.count = sound->count;
        for (uint64_t k = 1 + next_random(&state) % 6; k > 0; k--) damage(&s, &state);
        read(&s);
    }
    free(s.bytes);
}

static void check(gpucost_status status, const void *made, const gpucost_error *err)
{
    if (status == GPUCOST_OK) return;
    assert_null(made);
    assert_int_equal(err->status, status);
    assert_true(err->text[0]);
}

static void read_config(const sample *s)
{
    gpucost_model *model = NULL;
    gpucost_error err;
    gpucost_status status = gpucost_model_from_config(s->bytes, "damaged", &model, &err);
    check(status, model, &err);
    uint64_t bytes;
    if (status == GPUCOST_OK) gpucost_model_weight_bytes(model, "q4_k_m", &bytes, NULL);
    gpucost_model_free(model);
}

/* In memory of its own size, so that a sanitizer sees a byte read too far. */
static void read_tensors(const sample *s)
{
    gpucost_tensors *tensors = NULL;
    gpucost_model *model = NULL;
    gpucost_error err;
    char *exact = malloc(s->count ? s->count : 1);
    assert_non_null(exact);
    memcpy(exact, s->bytes, s->count);
    gpucost_status status = gpucost_tensors_from_memory(exact, s->count, "damaged", &tensors, &err);
    free(exact);
    check(status, tensors, &err);
    if (status == GPUCOST_OK) check(gpucost_model_from_tensors(tensors, &model, &err), model, &err);
    gpucost_model_free(model);
    gpucost_tensors_free(tensors);
}

static void read_log(const sample *s)
{
    gpucost_fault_log *log = NULL;
    gpucost_error err;
    gpucost_status status = gpucost_fault_log_from_text(s->bytes, "damaged", &log, &err);
    check(status, log, &err);
    gpucost_fault_log_free(log);
}

static char overlay_path[64];

static void read_overlay(const sample *s)
{
    gpucost_catalogue *catalogue = NULL;
    gpucost_error err;
    FILE *file = fopen(overlay_path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(s->bytes, 1, s->count, file), s->count);
    fclose(file);
    gpucost_status status = gpucost_catalogue_from_csv(overlay_path, &catalogue, &err);
    check(status, catalogue, &err);
    gpucost_catalogue_free(catalogue);
}

static void fuzz__configs(void **state)
{
    (void)state;
    static const char *const names[] = {"llama", "deepseek_v3", "gemma3", "qwen2_vl", "mllama", "jamba", "nemotron_h",
                                        "zamba2", "internvl", "phi3_v", "dbrx", "whisper"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[128];
        snprintf(path, sizeof path, "model/configs/%s/config.json", names[i]);
        sample s = sample_from(test_path(path));
        run(&s, read_config);
        free(s.bytes);
    }
}

static void fuzz__gguf(void **state)
{
    (void)state;
    static gguf_file f;
    for (int version = 1; version <= 3; version++) {
        put_header(&f, version, 3, 7);
        put_string(&f, "general.architecture", "llama");
        put_u32(&f, "llama.block_count", 1);
        put_u32(&f, "llama.embedding_length", 256);
        put_u32(&f, "llama.feed_forward_length", 512);
        put_u32(&f, "llama.attention.head_count", 4);
        put_u32(&f, "llama.attention.head_count_kv", 2);
        put_u32(&f, "llama.context_length", 512);
        put_tensor(&f, "token_embd.weight", 256, 32, 0, 1);
        put_tensor(&f, "blk.0.attn_q.weight", 256, 256, 0, 12);
        put_tensor(&f, "blk.0.ffn_gate_exps.weight", 256, 512, 2, 14);
        sample s = sample_of(f.bytes, f.count);
        run(&s, read_tensors);
        free(s.bytes);
    }
}

static void fuzz__safetensors(void **state)
{
    (void)state;
    static const char header[] =
        "{\"__metadata__\":{\"format\":\"pt\"},\"model.embed_tokens.weight\":{\"dtype\":\"BF16\","
        "\"shape\":[32,16],\"data_offsets\":[0,1024]},\"model.norm.weight\":{\"dtype\":\"F32\","
        "\"shape\":[16],\"data_offsets\":[1024,1088]}}";
    static const char map[] = "{\"metadata\":{\"total_size\":1088},\"weight_map\":{\"a.weight\":\"model-00001-of-00002."
                              "safetensors\",\"b.weight\":\"model-00002-of-00002.safetensors\"}}";
    char file[sizeof header + 8];
    for (size_t i = 0; i < 8; i++) file[i] = (char)((sizeof header - 1) >> (8 * i) & 0xff);
    memcpy(file + 8, header, sizeof header);
    sample s = sample_of(file, sizeof header + 7);
    run(&s, read_tensors);
    free(s.bytes);
    s = sample_of(map, sizeof map - 1);
    run(&s, read_tensors);
    free(s.bytes);
}

static void fuzz__kernel_logs(void **state)
{
    (void)state;
    static const char text[] =
        "[ 1000.5] NVRM: Xid (PCI:0000:3b:00): 79, pid='<unknown>', GPU has fallen off the bus.\n"
        "Feb 29 12:00:00 node7 kernel: NVRM: Xid (0000:5e:00): 31, Ch 00000001, engmask 00000101\n"
        "2026-03-01T00:00:00Z host kernel: NVRM: Xid (PCI:0000:3B:00.0): 48, pid=7\r\n"
        "[  77.000001] amdgpu 0000:c1:00.0: amdgpu: GPU reset begin!\n"
        "[  78.000001] amdgpu 0000:c1:00.0: amdgpu: ring gfx timeout, signaled seq=1, emitted seq=3\n";
    sample s = sample_of(text, sizeof text - 1);
    run(&s, read_log);
    free(s.bytes);
}

static void fuzz__overlays(void **state)
{
    (void)state;
    uint64_t all = rounds;
    rounds = rounds / 4 + 1; /* each goes through a file and lays itself over the catalogue */
    sample s = sample_from(test_path("accelerator/overlay/adds_and_replaces.csv"));
    snprintf(overlay_path, sizeof overlay_path, "/tmp/gpucost_fuzz_XXXXXX");
    int file = mkstemp(overlay_path);
    assert_true(file >= 0);
    close(file);
    run(&s, read_overlay);
    remove(overlay_path);
    free(s.bytes);
    rounds = all;
}

int main(int argc, char **argv)
{
    if (argc > 1) rounds = strtoull(argv[1], NULL, 10);
    if (argc > 2) seed = strtoull(argv[2], NULL, 10);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fuzz__configs),     cmocka_unit_test(fuzz__gguf),     cmocka_unit_test(fuzz__safetensors),
        cmocka_unit_test(fuzz__kernel_logs), cmocka_unit_test(fuzz__overlays),
    };
    return RUN_TESTS("fuzz", tests);
}
