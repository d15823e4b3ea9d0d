/* Which files to read: one file, the files of an index, the parts of a split GGUF file. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "model/model_tensors.h"

enum { PATH_MOST = 4096 };

static bool starts(const unsigned char *head, size_t bytes, const char *with)
{
    size_t length = strlen(with);
    return bytes >= length && memcmp(head, with, length) == 0;
}

/* One file or text; an index leaves the files it names in `files`. */
static gpucost_status read_one(gpucost__input *input, gpucost_tensors *tensors, gpucost__file_list *files,
                               gpucost_error *err)
{
    unsigned char head[GPUCOST__HEAD_BYTES];
    size_t got;
    GPUCOST__TRY(gpucost__input_read(input, head, sizeof head, &got, err));
    if (got == 0) return gpucost__fail(err, GPUCOST_E_EMPTY, "there is nothing to read");
    size_t blank = 0;
    while (blank < got && head[blank] && strchr(" \t\r\n", head[blank])) blank++;
    /* the length of a safetensors header ends in a zero byte, text does not */
    if (blank < got && head[blank] == '{' && (got < sizeof head || head[7] != 0))
        return gpucost__safetensors_index(input, head, got, tensors, files, err);
    if (got < sizeof head)
        return gpucost__fail(err, GPUCOST_E_SYNTAX, "the header is cut: the file ends after %zu bytes", got);
    if (starts(head, got, "GGUF")) return gpucost__gguf_read(input, head, tensors, err);
    return gpucost__safetensors_read(input, head, tensors, err);
}

static gpucost_status read_path(const char *path, gpucost_tensors *tensors, gpucost__file_list *files,
                                gpucost_error *err)
{
    gpucost__input *input;
    snprintf(tensors->source, sizeof tensors->source, "%.*s", (int)sizeof tensors->source - 1, path);
    GPUCOST__TRY(gpucost__input_open(path, &input, err));
    gpucost_status status = read_one(input, tensors, files, err);
    if (status != GPUCOST_OK) gpucost__error_at(err, gpucost__input_name(input), 0, 0);
    gpucost__input_close(input);
    return status;
}

static bool is_there(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0;
}

/* `name` in the folder of `path`; false when it does not fit. */
static bool beside(const char *path, const char *name, char text[PATH_MOST])
{
    const char *slash = strrchr(path, '/');
    int folder = slash ? (int)(slash - path) + 1 : 0;
    return snprintf(text, PATH_MOST, "%.*s%s", folder, path, name) < PATH_MOST;
}

static gpucost_status read_files(const char *index, gpucost_tensors *tensors, const gpucost__file_list *files,
                                 gpucost_error *err)
{
    char path[PATH_MOST];
    uint64_t there = 0;
    for (uint64_t i = 0; i < files->count; i++) there += beside(index, files->names[i], path) && is_there(path);
    if (!there) return GPUCOST_OK; /* the index stands alone */
    uint64_t header_bytes = tensors->totals.header_bytes;
    tensors->totals = GPUCOST_INIT(gpucost_tensor_totals);
    tensors->totals.header_bytes = header_bytes;
    for (uint64_t i = 0; i < files->count; i++) {
        gpucost__file_list none = {0};
        beside(index, files->names[i], path);
        gpucost_status status = read_path(path, tensors, &none, err);
        uint64_t nested = none.count;
        free(none.names);
        GPUCOST__TRY(status);
        if (nested) return gpucost__fail_field(err, GPUCOST_E_FIELD, files->names[i], NULL, "an index names an index");
    }
    return GPUCOST_OK;
}

/* "-00001-of-00003.gguf" at the end of the first of several files. */
static gpucost_status read_splits(const char *first, gpucost_tensors *tensors, gpucost_error *err)
{
    char path[PATH_MOST];
    size_t length = strlen(first), tail = strlen("-00001-of-00003.gguf");
    uint64_t count = tensors->gguf.splits;
    if (count < 2 || count > 99999 || length < tail || length >= sizeof path) return GPUCOST_OK;
    snprintf(path, sizeof path, "%.*s-00001-of-%05u.gguf", (int)(length - tail), first, (unsigned)count);
    if (strcmp(path, first) != 0) return GPUCOST_OK; /* a part that is named otherwise is read alone */
    gpucost__gguf_sizes sizes = tensors->gguf;
    gpucost_tensor_totals totals = tensors->totals;
    for (uint64_t i = 2; i <= count; i++) {
        gpucost__file_list none = {0};
        snprintf(path, sizeof path, "%.*s-%05u-of-%05u.gguf", (int)(length - tail), first, (unsigned)i,
                 (unsigned)count);
        gpucost_status status = read_path(path, tensors, &none, err);
        free(none.names);
        GPUCOST__TRY(status);
    }
    tensors->gguf = sizes; /* only the first part tells them */
    memcpy(tensors->totals.architecture, totals.architecture, sizeof totals.architecture);
    return GPUCOST_OK;
}

static gpucost_status read_any(const char *path, gpucost_tensors *tensors, gpucost_error *err)
{
    gpucost__file_list files = {0};
    gpucost_status status = read_path(path, tensors, &files, err);
    if (status == GPUCOST_OK && files.count) status = read_files(path, tensors, &files, err);
    if (status == GPUCOST_OK && !files.count) status = read_splits(path, tensors, err);
    free(files.names);
    return status;
}

/* The file of a folder that tells most. */
static gpucost_status in_folder(const char *folder, char path[PATH_MOST], gpucost_error *err)
{
    static const char *const names[] = {"model.safetensors.index.json", "model.safetensors", "consolidated.safetensors",
                                        "diffusion_pytorch_model.safetensors.index.json",
                                        "diffusion_pytorch_model.safetensors", "pytorch_model.bin.index.json"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (snprintf(path, PATH_MOST, "%s/%s", folder, names[i]) >= PATH_MOST) break;
        if (is_there(path)) return GPUCOST_OK;
    }
    gpucost__fail(err, GPUCOST_E_IO, "the folder has no safetensors file and no index of one; name the file");
    gpucost__error_at(err, folder, 0, 0);
    return GPUCOST_E_IO;
}

static gpucost_status finish(gpucost_status status, gpucost_tensors *made, gpucost_tensors **tensors,
                             gpucost_error *err)
{
    if (status == GPUCOST_OK) status = gpucost__tensors_finish(made, err);
    if (status != GPUCOST_OK) {
        if (status != GPUCOST_E_MEMORY) gpucost__error_at(err, made->source, 0, 0);
        gpucost_tensors_free(made);
        return status;
    }
    made->totals.size = sizeof made->totals;
    *tensors = made;
    return GPUCOST_OK;
}

gpucost_status gpucost_tensors_from_file(const char *path, gpucost_tensors **tensors, gpucost_error *err)
{
    char found[PATH_MOST];
    struct stat about;
    gpucost__clear(err);
    if (stat(path, &about) == 0 && S_ISDIR(about.st_mode)) {
        GPUCOST__TRY(in_folder(path, found, err));
        path = found;
    }
    gpucost_tensors *made = calloc(1, sizeof *made);
    if (!made) return gpucost__fail_memory(err);
    return finish(read_any(path, made, err), made, tensors, err);
}

gpucost_status gpucost_tensors_from_memory(const void *data, uint64_t bytes, const char *source,
                                           gpucost_tensors **tensors, gpucost_error *err)
{
    gpucost__clear(err);
    gpucost_tensors *made = calloc(1, sizeof *made);
    if (!made) return gpucost__fail_memory(err);
    gpucost__input *input = NULL;
    gpucost__file_list files = {0};
    snprintf(made->source, sizeof made->source, "%s", source);
    gpucost_status status = gpucost__input_memory(data, (size_t)bytes, source, &input, err);
    if (status == GPUCOST_OK) status = read_one(input, made, &files, err);
    if (input) gpucost__input_close(input);
    free(files.names);
    return finish(status, made, tensors, err);
}
