/* Bytes from a path (plain or gzip), standard input or memory, line by line, with a fingerprint of all that was
   read. */
#ifndef GPUCOST_BASE_INPUT_H
#define GPUCOST_BASE_INPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

enum { GPUCOST__LINE_MOST_BYTES = 16 * 1024 * 1024 }; /* a longer line is not a text feed */

typedef struct gpucost__input gpucost__input;

/* path "-" is standard input. */
gpucost_status gpucost__input_open(const char *path, gpucost__input **input, gpucost_error *err);

/* Borrowed bytes, under a name for errors. */
gpucost_status gpucost__input_memory(const char *text, size_t bytes, const char *name, gpucost__input **input,
                                     gpucost_error *err);

/* The next line with its line end, NUL after it; *line is NULL at the end. Borrowed until the next call. */
gpucost_status gpucost__input_line(gpucost__input *input, char **line, size_t *bytes, gpucost_error *err);

/* At most `bytes` raw bytes; *got is less only at the end. Not to be mixed with lines, not part of the fingerprint. */
gpucost_status gpucost__input_read(gpucost__input *input, void *to, size_t bytes, size_t *got, gpucost_error *err);

const char *gpucost__input_name(const gpucost__input *input);
int32_t gpucost__input_line_number(const gpucost__input *input); /* of the line last given, from 1 */

/* "crc32-adler32-length" of what was read so far: tells two feeds apart, proves nothing against malice. */
void gpucost__input_fingerprint(const gpucost__input *input, char text[64]);

void gpucost__input_close(gpucost__input *input);

/* A whole file as text with NUL after it; free() it. */
gpucost_status gpucost__input_all(const char *path, size_t most_bytes, char **text, size_t *bytes, gpucost_error *err);

#endif
