#include "base/input.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

struct gpucost__input {
    char name[256];
    gzFile file;        /* NULL when reading memory */
    const char *memory; /* what is left of it */
    size_t left;
    char *line;
    size_t room;
    int32_t number;
    uint32_t crc, adler;
    uint64_t bytes;
};

static gpucost_status fail_file(gpucost_error *err, const char *path, const char *what)
{
    gpucost__fail(err, GPUCOST_E_IO, "%s", what);
    gpucost__error_at(err, path, 0, 0);
    return GPUCOST_E_IO;
}

static gpucost_status make(const char *name, gpucost__input **input, gpucost_error *err)
{
    gpucost__input *made = calloc(1, sizeof *made);
    if (!made) return gpucost__fail_memory(err);
    snprintf(made->name, sizeof made->name, "%s", name);
    made->crc = (uint32_t)crc32(0, NULL, 0);
    made->adler = (uint32_t)adler32(0, NULL, 0);
    *input = made;
    return GPUCOST_OK;
}

gpucost_status gpucost__input_open(const char *path, gpucost__input **input, gpucost_error *err)
{
    bool standard = strcmp(path, "-") == 0;
    struct stat about;
    if (!standard) {
        if (stat(path, &about) != 0) return fail_file(err, path, strerror(errno));
        if (S_ISDIR(about.st_mode)) return fail_file(err, path, "is a folder, expected a file");
    }
    gpucost__input *made = NULL;
    GPUCOST__TRY(make(standard ? "<stdin>" : path, &made, err));
    errno = 0;
    made->file = standard ? gzdopen(dup(STDIN_FILENO), "rb") : gzopen(path, "rb");
    if (!made->file) { /* zlib leaves errno 0 when it ran out of memory */
        free(made);
        return errno && errno != ENOMEM ? fail_file(err, path, strerror(errno)) : gpucost__fail_memory(err);
    }
    *input = made;
    return GPUCOST_OK;
}

gpucost_status gpucost__input_memory(const char *text, size_t bytes, const char *name, gpucost__input **input,
                                     gpucost_error *err)
{
    GPUCOST__TRY(make(name, input, err));
    (*input)->memory = text;
    (*input)->left = bytes;
    return GPUCOST_OK;
}

static bool reserve_line(gpucost__input *input, size_t room)
{
    if (room <= input->room) return true;
    char *grown = realloc(input->line, room);
    if (!grown) return false;
    input->line = grown;
    input->room = room;
    return true;
}

/* Append to the line up to and with its '\n' or the end of input. */
static gpucost_status fill_from_file(gpucost__input *input, size_t *length, gpucost_error *err)
{
    for (;;) {
        if (input->room - *length < 2 && !reserve_line(input, input->room ? input->room * 2 : 4096))
            return gpucost__fail_memory(err);
        /* gzgets stops at a NUL's far side without saying so; text feeds hold none, and the length is checked below */
        char *got = gzgets(input->file, input->line + *length, (int)(input->room - *length));
        if (!got) {
            int code;
            const char *why = gzerror(input->file, &code);
            if (code == Z_MEM_ERROR) return gpucost__fail_memory(err);
            if (code != Z_OK && code != Z_STREAM_END)
                return fail_file(err, input->name, code == Z_ERRNO ? strerror(errno) : why);
            return GPUCOST_OK;
        }
        size_t more = strlen(got);
        if (more == 0) return fail_file(err, input->name, "holds a NUL byte, so it is not text");
        *length += more;
        if (input->line[*length - 1] == '\n') return GPUCOST_OK;
        if (*length > GPUCOST__LINE_MOST_BYTES) return fail_file(err, input->name, "has a line of over 16 MiB");
    }
}

static gpucost_status fill_from_memory(gpucost__input *input, size_t *length, gpucost_error *err)
{
    if (input->left == 0) return GPUCOST_OK;
    const char *end = memchr(input->memory, '\n', input->left);
    *length = end ? (size_t)(end - input->memory) + 1 : input->left;
    if (!reserve_line(input, *length + 1)) return gpucost__fail_memory(err);
    memcpy(input->line, input->memory, *length);
    input->memory += *length;
    input->left -= *length;
    return GPUCOST_OK;
}

gpucost_status gpucost__input_line(gpucost__input *input, char **line, size_t *bytes, gpucost_error *err)
{
    size_t length = 0;
    gpucost_status status =
        input->file ? fill_from_file(input, &length, err) : fill_from_memory(input, &length, err);
    if (status != GPUCOST_OK) {
        gpucost__error_at(err, input->name, input->number + 1, 0);
        return status;
    }
    if (length == 0) {
        *line = NULL;
        *bytes = 0;
        return GPUCOST_OK;
    }
    input->line[length] = '\0';
    input->number++;
    input->bytes += length;
    input->crc = (uint32_t)crc32(input->crc, (const unsigned char *)input->line, (unsigned)length);
    input->adler = (uint32_t)adler32(input->adler, (const unsigned char *)input->line, (unsigned)length);
    *line = input->line;
    *bytes = length;
    return GPUCOST_OK;
}

gpucost_status gpucost__input_read(gpucost__input *input, void *to, size_t bytes, size_t *got, gpucost_error *err)
{
    *got = 0;
    if (!input->file) {
        *got = bytes < input->left ? bytes : input->left;
        memcpy(to, input->memory, *got);
        input->memory += *got;
        input->left -= *got;
        return GPUCOST_OK;
    }
    while (*got < bytes) {
        size_t left = bytes - *got;
        int read = gzread(input->file, (char *)to + *got, left > 1 << 20 ? 1 << 20 : (unsigned)left);
        if (read == 0) return GPUCOST_OK;
        if (read < 0) {
            int code;
            const char *why = gzerror(input->file, &code);
            if (code == Z_MEM_ERROR) return gpucost__fail_memory(err);
            /* a file cut in the middle of a gzip stream ends there */
            return code == Z_BUF_ERROR ? GPUCOST_OK
                                       : fail_file(err, input->name, code == Z_ERRNO ? strerror(errno) : why);
        }
        *got += (size_t)read;
    }
    return GPUCOST_OK;
}

const char *gpucost__input_name(const gpucost__input *input)
{
    return input->name;
}

int32_t gpucost__input_line_number(const gpucost__input *input)
{
    return input->number;
}

void gpucost__input_fingerprint(const gpucost__input *input, char text[64])
{
    snprintf(text, 64, "%08x-%08x-%llu", input->crc, input->adler, (unsigned long long)input->bytes);
}

void gpucost__input_close(gpucost__input *input)
{
    if (!input) return;
    if (input->file) gzclose(input->file);
    free(input->line);
    free(input);
}

gpucost_status gpucost__input_all(const char *path, size_t most_bytes, char **text, size_t *bytes, gpucost_error *err)
{
    gpucost__input *input;
    GPUCOST__TRY(gpucost__input_open(path, &input, err));
    char *all = NULL;
    size_t used = 0, room = 0;
    gpucost_status status = GPUCOST_OK;
    for (;;) {
        if (room - used < 65536) {
            size_t wanted = room ? room * 2 : 131072;
            char *grown = realloc(all, wanted);
            if (!grown) {
                status = gpucost__fail_memory(err);
                break;
            }
            all = grown;
            room = wanted;
        }
        int got = gzread(input->file, all + used, (unsigned)(room - used - 1 > 1u << 30 ? 1u << 30 : room - used - 1));
        if (got < 0) {
            int code;
            gzerror(input->file, &code);
            status = code == Z_MEM_ERROR ? gpucost__fail_memory(err) : fail_file(err, path, "cannot be read");
        }
        if (got <= 0) break;
        used += (size_t)got;
        if (used > most_bytes) {
            status = gpucost__fail(err, GPUCOST_E_RANGE, "the file exceeds %llu bytes", (unsigned long long)most_bytes);
            gpucost__error_at(err, path, 0, 0);
            break;
        }
    }
    gpucost__input_close(input);
    if (status != GPUCOST_OK) {
        free(all);
        return status;
    }
    all[used] = '\0';
    *text = all;
    *bytes = used;
    return GPUCOST_OK;
}
