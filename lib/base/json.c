#include "base/json.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/field.h"
#include "base/input.h"

/* When jansson's lexer is refused memory it reads on with part of a word, and its number conversion clears errno. So it
   gets one byte at a time, and malloc's ENOMEM is seen before the next. */
typedef struct feed {
    const char *at, *end;
    bool refused;
} feed;

static size_t next_byte(void *buffer, size_t room, void *data)
{
    (void)room;
    feed *from = data;
    from->refused = from->refused || errno == ENOMEM;
    if (from->refused) return (size_t)-1;
    if (from->at == from->end) return 0;
    *(char *)buffer = *from->at++;
    return 1;
}

gpucost_status gpucost__json_text(const char *text, size_t bytes, const char *source, json_t **json,
                                  gpucost_error *err)
{
    if (bytes > GPUCOST__JSON_MOST_BYTES) {
        gpucost__fail(err, GPUCOST_E_RANGE, "the document exceeds %d MiB; use a CSV feed",
                      GPUCOST__JSON_MOST_BYTES / 1024 / 1024);
        gpucost__error_at(err, source, 0, 0);
        return GPUCOST_E_RANGE;
    }
    json_error_t where;
    errno = 0;
    bool marked = bytes >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0; /* UTF-8 byte order mark */
    feed from = {text + (marked ? 3 : 0), text + bytes, false};
    json_t *value = json_load_callback(next_byte, &from, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &where);
    if (from.refused || errno == ENOMEM) {
        json_decref(value);
        return gpucost__fail_memory(err);
    }
    if (!value) {
        gpucost_status status = bytes == 0 ? GPUCOST_E_EMPTY : GPUCOST_E_SYNTAX;
        gpucost__fail(err, status, "%s", bytes == 0 ? "the text is empty" : where.text);
        gpucost__error_at(err, source, where.line > 0 ? where.line : 0, where.column > 0 ? where.column : 0);
        return status;
    }
    *json = value;
    return GPUCOST_OK;
}

gpucost_status gpucost__json_file(const char *path, json_t **json, gpucost_error *err)
{
    char *text;
    size_t bytes;
    GPUCOST__TRY(gpucost__input_all(path, GPUCOST__JSON_MOST_BYTES, &text, &bytes, err));
    gpucost_status status = gpucost__json_text(text, bytes, path, json, err);
    free(text);
    return status;
}

gpucost_status gpucost__json_dump(json_t *json, char **text, gpucost_error *err)
{
    errno = 0;
    char *dumped = json_dumps(json, JSON_INDENT(2) | JSON_ENCODE_ANY);
    if (!dumped || errno == ENOMEM) { /* a key that found no memory is left out without a word */
        free(dumped);
        return gpucost__fail_memory(err);
    }
    *text = dumped;
    return GPUCOST_OK;
}

gpucost_status gpucost_struct_from_json(const gpucost_struct *type, const char *json, const char *source, void *value,
                                        gpucost_error *err)
{
    gpucost__clear(err);
    json_t *object;
    GPUCOST__TRY(gpucost__json_text(json, strlen(json), source, &object, err));
    char *copy = malloc((size_t)type->size);
    gpucost_status status = copy ? GPUCOST_OK : gpucost__fail_memory(err);
    if (copy) {
        memcpy(copy, value, (size_t)type->size);
        status = gpucost__struct_from_json(type, object, copy, err);
        if (status == GPUCOST_OK)
            memcpy(value, copy, (size_t)type->size);
        else
            gpucost__error_at(err, source, 0, 0);
    }
    free(copy);
    json_decref(object);
    return status;
}

gpucost_status gpucost_struct_to_json(const gpucost_struct *type, const void *value, char **text, gpucost_error *err)
{
    gpucost__clear(err);
    json_t *object = gpucost__struct_to_json(type, value);
    if (!object) return gpucost__fail_memory(err);
    gpucost_status status = gpucost__json_dump(object, text, err);
    json_decref(object);
    return status;
}
