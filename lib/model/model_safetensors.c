/*
 * safetensors: eight bytes with the length of a JSON object, little end first; the object names tensors with dtype,
 * shape and data_offsets; then the data. An index is a JSON file with a weight_map from tensors to such files.
 * @source{safetensors2023, Format}
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "model/model_tensors.h"

enum { CHUNK = 65536, DIMENSIONS_MOST = 32, NAME_MOST = 65535 };

static const struct {
    const char *name;
    uint64_t bits;
} types[] = {{"BF16", 16}, {"F16", 16},    {"F32", 32},     {"F64", 64},     {"F8_E4M3", 8}, {"F8_E5M2", 8},
             {"F8_E8M0", 8}, {"F6_E2M3", 6}, {"F6_E3M2", 6}, {"F4", 4},       {"I8", 8},      {"U8", 8},
             {"BOOL", 8},    {"I16", 16},    {"U16", 16},    {"I32", 32},     {"U32", 32},    {"I64", 64},
             {"U64", 64},    {"C64", 64}};

/* At most `most` further bytes after `head`, as text; *text is the caller's to free, on failure too. */
static gpucost_status read_text(gpucost__input *input, const unsigned char *head, size_t head_bytes, uint64_t most,
                                char **text, uint64_t *bytes, gpucost_error *err)
{
    size_t room = head_bytes + CHUNK, got = 1;
    *bytes = head_bytes;
    *text = malloc(room);
    if (!*text) return gpucost__fail_memory(err);
    if (head_bytes) memcpy(*text, head, head_bytes);
    while (got > 0 && *bytes - head_bytes < most) {
        if (*bytes == room) {
            room = 2 * room;
            char *grown = realloc(*text, room);
            if (!grown) return gpucost__fail_memory(err);
            *text = grown;
        }
        uint64_t left = most - (*bytes - head_bytes), space = room - *bytes;
        GPUCOST__TRY(gpucost__input_read(input, *text + *bytes, (size_t)(left < space ? left : space), &got, err));
        *bytes += got;
    }
    return GPUCOST_OK;
}

static gpucost_status fail_tensor(gpucost__span name, gpucost_error *err, gpucost_status status, const char *what)
{
    char text[96];
    snprintf(text, sizeof text, "%.*s", (int)(name.bytes < 95 ? name.bytes : 95), name.text);
    return gpucost__fail_field(err, status, text, NULL, "%s", what);
}

static gpucost_status read_shape(gpucost__scan *scan, gpucost__tensor_row *row, gpucost__span name, gpucost_error *err)
{
    bool more;
    int count = 0;
    row->elements = row->columns = 1;
    GPUCOST__TRY(gpucost__scan_array(scan));
    for (;;) {
        GPUCOST__TRY(gpucost__scan_item(scan, count == 0, &more));
        if (!more) return GPUCOST_OK;
        GPUCOST__TRY(gpucost__scan_u64(scan, &row->columns));
        if (++count > DIMENSIONS_MOST || gpucost__mul_u64(row->elements, row->columns, &row->elements))
            return fail_tensor(name, err, GPUCOST_E_RANGE, "its shape exceeds 64 bits or 32 dimensions");
    }
}

static gpucost_status read_offsets(gpucost__scan *scan, gpucost__tensor_row *row, gpucost__span name,
                                   gpucost_error *err)
{
    uint64_t at[2] = {0, 0};
    bool more;
    GPUCOST__TRY(gpucost__scan_array(scan));
    for (int i = 0; i < 2; i++) {
        GPUCOST__TRY(gpucost__scan_item(scan, i == 0, &more));
        if (!more) return fail_tensor(name, err, GPUCOST_E_FIELD, "data_offsets needs two numbers");
        GPUCOST__TRY(gpucost__scan_u64(scan, &at[i]));
    }
    GPUCOST__TRY(gpucost__scan_item(scan, false, &more));
    if (more || at[1] < at[0]) return fail_tensor(name, err, GPUCOST_E_FIELD, "data_offsets needs a start and an end");
    row->bytes = at[1] - at[0];
    return GPUCOST_OK;
}

static gpucost_status check_tensor(const gpucost__tensor_row *row, gpucost__span dtype, int seen, gpucost__span name,
                                   uint64_t bits, gpucost_error *err)
{
    if (seen != 7) return fail_tensor(name, err, GPUCOST_E_SYNTAX, "needs dtype, shape and data_offsets, each once");
    if (!bits) {
        fail_tensor(name, err, GPUCOST_E_UNKNOWN_FACT, "its dtype is not known");
        if (err) gpucost__utf8_copy(err->value, sizeof err->value, dtype.text, dtype.bytes);
        return GPUCOST_E_UNKNOWN_FACT;
    }
    if ((gpucost__int128)row->elements * (gpucost__int128)bits != (gpucost__int128)row->bytes * 8)
        return fail_tensor(name, err, GPUCOST_E_FIELD, "its dtype and shape do not make its data_offsets");
    return GPUCOST_OK;
}

static gpucost_status read_tensor(gpucost__scan *scan, gpucost__span name, gpucost_tensors *tensors, gpucost_error *err)
{
    gpucost__tensor_row row = {.type = NULL};
    gpucost__span key, dtype = {"", 0};
    uint64_t bits = 0;
    int seen = 0;
    bool more;
    if (name.bytes > NAME_MOST) return fail_tensor(name, err, GPUCOST_E_RANGE, "its name is over 65535 bytes long");
    GPUCOST__TRY(gpucost__scan_object(scan));
    for (bool first = true;; first = false) {
        GPUCOST__TRY(gpucost__scan_key(scan, first, &key, &more));
        if (!more) break;
        int bit = gpucost__span_is(key, "dtype") ? 1 : gpucost__span_is(key, "shape") ? 2
                : gpucost__span_is(key, "data_offsets") ? 4 : 0;
        if (bit & seen)
            return fail_tensor(name, err, GPUCOST_E_SYNTAX, "needs dtype, shape and data_offsets, each once");
        seen |= bit;
        if (bit == 1)
            GPUCOST__TRY(gpucost__scan_string(scan, &dtype));
        else if (bit == 2)
            GPUCOST__TRY(read_shape(scan, &row, name, err));
        else if (bit == 4)
            GPUCOST__TRY(read_offsets(scan, &row, name, err));
        else
            GPUCOST__TRY(gpucost__scan_skip(scan));
    }
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (gpucost__span_is(dtype, types[i].name)) {
            row.type = types[i].name;
            bits = types[i].bits;
        }
    GPUCOST__TRY(check_tensor(&row, dtype, seen, name, bits, err));
    return gpucost__tensors_add(tensors, name, &row, err);
}

static gpucost_status read_header(const char *text, uint64_t bytes, gpucost_tensors *tensors, gpucost_error *err)
{
    gpucost__scan scan;
    gpucost__span key;
    bool more;
    GPUCOST__TRY(gpucost__scan_open(&scan, text, (size_t)bytes, tensors->source, err));
    GPUCOST__TRY(gpucost__scan_object(&scan));
    for (bool first = true;; first = false) {
        GPUCOST__TRY(gpucost__scan_key(&scan, first, &key, &more));
        if (!more) return gpucost__scan_end(&scan);
        GPUCOST__TRY(gpucost__span_is(key, "__metadata__") ? gpucost__scan_skip(&scan)
                                                          : read_tensor(&scan, key, tensors, err));
    }
}

gpucost_status gpucost__safetensors_read(gpucost__input *input, const unsigned char head[GPUCOST__HEAD_BYTES],
                                         gpucost_tensors *tensors, gpucost_error *err)
{
    uint64_t length = 0, bytes = 0;
    char *text = NULL;
    for (int i = GPUCOST__HEAD_BYTES; i-- > 0;) length = length << 8 | head[i];
    if (length < 2 || length > GPUCOST__HEADER_MOST_BYTES)
        return gpucost__fail(err, GPUCOST_E_SYNTAX,
                             "neither GGUF nor safetensors: a header of %llu bytes; 2..100000000 are allowed",
                             (unsigned long long)length);
    gpucost_status status = read_text(input, NULL, 0, length, &text, &bytes, err);
    if (status == GPUCOST_OK && bytes < length)
        status = gpucost__fail(err, GPUCOST_E_SYNTAX, "the header has %llu bytes, and the file ends after %llu of them",
                               (unsigned long long)length, (unsigned long long)bytes);
    if (status == GPUCOST_OK) status = read_header(text, bytes, tensors, err);
    free(text);
    snprintf(tensors->totals.format, sizeof tensors->totals.format, "safetensors");
    tensors->totals.header_bytes += length + GPUCOST__HEAD_BYTES;
    tensors->totals.files++;
    return status;
}

static gpucost_status add_file(gpucost__file_list *files, gpucost__span name, gpucost_error *err)
{
    for (uint64_t i = files->count; i-- > 0;) /* tensors of one file mostly stand together */
        if (gpucost__span_is(name, files->names[i])) return GPUCOST_OK;
    bool plain = name.bytes > 0 && name.bytes < sizeof files->names[0];
    for (size_t i = 0; plain && i < name.bytes; i++) plain = !strchr("/\\", name.text[i]);
    if (!plain) return fail_tensor(name, err, GPUCOST_E_FIELD, "not the name of a file beside the index");
    if (files->count == files->room) {
        uint64_t room = files->room ? 2 * files->room : 16;
        char(*grown)[128] = realloc(files->names, (size_t)room * sizeof *grown);
        if (!grown) return gpucost__fail_memory(err);
        files->names = grown;
        files->room = room;
    }
    snprintf(files->names[files->count++], sizeof files->names[0], "%.*s", (int)name.bytes, name.text);
    return GPUCOST_OK;
}

/* Totals are whole numbers; a file that writes them otherwise does not tell them. */
static gpucost_status read_metadata(gpucost__scan *scan, gpucost_tensor_totals *totals)
{
    gpucost__span key;
    bool more;
    if (gpucost__scan_peek(scan) != '{') return gpucost__scan_skip(scan);
    GPUCOST__TRY(gpucost__scan_object(scan));
    for (bool first = true;; first = false) {
        GPUCOST__TRY(gpucost__scan_key(scan, first, &key, &more));
        if (!more) return GPUCOST_OK;
        const char *at = scan->at;
        gpucost_error *err = scan->err;
        uint64_t value = 0;
        scan->err = NULL; /* a number of another form is no error */
        gpucost_status status = gpucost__scan_u64(scan, &value);
        scan->err = err;
        if (status != GPUCOST_OK) {
            scan->at = at;
            value = 0;
            GPUCOST__TRY(gpucost__scan_skip(scan));
        }
        if (gpucost__span_is(key, "total_size")) totals->bytes = value;
        if (gpucost__span_is(key, "total_parameters")) totals->elements = value;
    }
}

static gpucost_status read_map(gpucost__scan *scan, gpucost_tensors *names, gpucost__file_list *files)
{
    const gpucost__tensor_row none = {.type = NULL};
    gpucost__span key, file;
    bool more;
    GPUCOST__TRY(gpucost__scan_object(scan));
    for (bool first = true;; first = false) {
        GPUCOST__TRY(gpucost__scan_key(scan, first, &key, &more));
        if (!more) return GPUCOST_OK;
        GPUCOST__TRY(gpucost__scan_string(scan, &file));
        if (key.bytes > NAME_MOST)
            return fail_tensor(key, scan->err, GPUCOST_E_RANGE, "its name is over 65535 bytes long");
        GPUCOST__TRY(gpucost__tensors_add(names, key, &none, scan->err));
        GPUCOST__TRY(add_file(files, file, scan->err));
    }
}

static gpucost_status read_index(const char *text, uint64_t bytes, gpucost_tensors *tensors, gpucost_tensors *names,
                                 gpucost__file_list *files, gpucost_error *err)
{
    gpucost__scan scan;
    gpucost__span key;
    bool more, map = false;
    GPUCOST__TRY(gpucost__scan_open(&scan, text, (size_t)bytes, tensors->source, err));
    GPUCOST__TRY(gpucost__scan_object(&scan));
    for (bool first = true;; first = false) {
        GPUCOST__TRY(gpucost__scan_key(&scan, first, &key, &more));
        if (!more) break;
        bool is_map = gpucost__span_is(key, "weight_map");
        if (is_map && map) return gpucost__fail_field(err, GPUCOST_E_FIELD, "weight_map", NULL, "it is there twice");
        map = map || is_map;
        GPUCOST__TRY(is_map ? read_map(&scan, names, files)
                     : gpucost__span_is(key, "metadata") ? read_metadata(&scan, &tensors->totals)
                                                         : gpucost__scan_skip(&scan));
    }
    GPUCOST__TRY(gpucost__scan_end(&scan));
    if (!map || !files->count)
        return gpucost__fail_field(err, GPUCOST_E_MISSING, "weight_map", NULL,
                                   "neither GGUF nor safetensors, nor an index with a weight_map");
    tensors->totals.tensors = names->count;
    tensors->totals.files = files->count;
    return gpucost__tensors_finish(names, err);
}

gpucost_status gpucost__safetensors_index(gpucost__input *input, const unsigned char *head, size_t head_bytes,
                                          gpucost_tensors *tensors, gpucost__file_list *files, gpucost_error *err)
{
    char *text = NULL;
    uint64_t bytes = 0;
    gpucost_tensors *names = calloc(1, sizeof *names); /* of the map, to see one that is there twice */
    gpucost_status status = names ? read_text(input, head, head_bytes, GPUCOST__HEADER_MOST_BYTES, &text, &bytes, err)
                                  : gpucost__fail_memory(err);
    if (status == GPUCOST_OK) status = read_index(text, bytes, tensors, names, files, err);
    free(text);
    gpucost_tensors_free(names);
    snprintf(tensors->totals.format, sizeof tensors->totals.format, "index");
    tensors->totals.header_bytes = bytes;
    return status;
}
