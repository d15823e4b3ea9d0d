#include "model/model_reader.h"

#include <stdio.h>
#include <string.h>

#include "base/decimal.h"

enum { KEY_BYTES = 64 };

/* Text of a value for an error, cut to a few words. */
static void value_text(json_t *value, char text[GPUCOST__DOUBLE_TEXT])
{
    if (json_is_integer(value))
        snprintf(text, GPUCOST__DOUBLE_TEXT, "%lld", (long long)json_integer_value(value));
    else if (json_is_real(value))
        gpucost__double_text(json_real_value(value), text);
    else if (json_is_string(value))
        snprintf(text, GPUCOST__DOUBLE_TEXT, "%.28s", json_string_value(value));
    else if (json_is_boolean(value))
        snprintf(text, GPUCOST__DOUBLE_TEXT, "%s", json_is_true(value) ? "true" : "false");
    else
        snprintf(text, GPUCOST__DOUBLE_TEXT, "%s", json_is_array(value) ? "a list" : "an object");
}

static void fail(gpucost__reader *r, gpucost_status status, const char *pointer, json_t *value, const char *allowed)
{
    char text[GPUCOST__DOUBLE_TEXT];
    if (r->status != GPUCOST_OK) return;
    value_text(value, text);
    r->status = gpucost__fail_field(r->err, status, pointer, text, "%s is not allowed; expected %s", text, allowed);
}

static json_t *at_path(json_t *object, const char *path)
{
    char key[KEY_BYTES];
    for (;;) {
        size_t n = strcspn(path, "/");
        snprintf(key, sizeof key, "%.*s", (int)n, path);
        object = json_object_get(object, key);
        if (!path[n]) return json_is_null(object) ? NULL : object;
        path += n + 1;
    }
}

/* prefix/key, cut to the room */
static void join(const gpucost__reader *r, const char *key, size_t n, char pointer[GPUCOST__POINTER_BYTES])
{
    size_t used = strlen(r->prefix), room = GPUCOST__POINTER_BYTES - 2 - used;
    if (n > room) n = room;
    memcpy(pointer, r->prefix, used);
    pointer[used] = '/';
    memcpy(pointer + used + 1, key, n);
    pointer[used + 1 + n] = '\0';
}

json_t *gpucost__config_find(gpucost__reader *r, const char *keys, char pointer[GPUCOST__POINTER_BYTES])
{
    for (const char *p = keys; *p;) {
        size_t n = strcspn(p, ";");
        char path[KEY_BYTES];
        snprintf(path, sizeof path, "%.*s", (int)n, p);
        json_t *value = at_path(r->object, path);
        if (value) {
            join(r, path, strlen(path), pointer);
            return value;
        }
        p += n + (p[n] == ';');
    }
    return NULL;
}

bool gpucost__config_has(gpucost__reader *r, const char *keys)
{
    char pointer[GPUCOST__POINTER_BYTES];
    return gpucost__config_find(r, keys, pointer) != NULL;
}

static void remember(gpucost__reader *r, const char *field, const char *pointer)
{
    if (!field || r->place_count == GPUCOST__READER_PLACES) return;
    r->places[r->place_count].field = field;
    snprintf(r->places[r->place_count++].pointer, GPUCOST__POINTER_BYTES, "%s", pointer);
}

uint64_t gpucost__config_count(gpucost__reader *r, const char *field, const char *keys, uint64_t least, uint64_t most,
                               uint64_t fallback)
{
    char pointer[GPUCOST__POINTER_BYTES], allowed[64];
    json_t *value = gpucost__config_find(r, keys, pointer);
    if (!value || r->status != GPUCOST_OK) return fallback;
    snprintf(allowed, sizeof allowed, "a whole number in %llu..%llu", (unsigned long long)least,
             (unsigned long long)most);
    /* a few published files write 4096.0 */
    bool whole = json_is_real(value) && json_real_value(value) >= 0 && json_real_value(value) <= 9007199254740992.0 &&
                 (double)(uint64_t)json_real_value(value) == json_real_value(value);
    if (!json_is_integer(value) && !whole) {
        fail(r, json_is_real(value) ? GPUCOST_E_RANGE : GPUCOST_E_FIELD, pointer, value, allowed);
        return fallback;
    }
    json_int_t number = whole ? (json_int_t)json_real_value(value) : json_integer_value(value);
    if (number < 0 || (uint64_t)number < least || (uint64_t)number > most) {
        fail(r, GPUCOST_E_RANGE, pointer, value, allowed);
        return fallback;
    }
    remember(r, field, pointer);
    return (uint64_t)number;
}

uint64_t gpucost__config_need(gpucost__reader *r, const char *field, const char *keys, uint64_t most)
{
    if (r->status == GPUCOST_OK && !gpucost__config_has(r, keys)) {
        char pointer[GPUCOST__POINTER_BYTES];
        join(r, keys, strcspn(keys, ";"), pointer);
        r->status = gpucost__fail_field(r->err, GPUCOST_E_MISSING, pointer, NULL,
                                        "the model's %s is missing, and nothing tells it", field);
    }
    return gpucost__config_count(r, field, keys, 1, most, 1);
}

bool gpucost__config_flag(gpucost__reader *r, const char *keys, bool fallback)
{
    char pointer[GPUCOST__POINTER_BYTES];
    json_t *value = gpucost__config_find(r, keys, pointer);
    if (!value || r->status != GPUCOST_OK) return fallback;
    if (json_is_boolean(value)) return json_is_true(value);
    if (json_is_integer(value) && (json_integer_value(value) == 0 || json_integer_value(value) == 1))
        return json_integer_value(value) == 1;
    fail(r, GPUCOST_E_FIELD, pointer, value, "true or false");
    return fallback;
}

const char *gpucost__config_text(gpucost__reader *r, const char *keys, const char *fallback)
{
    char pointer[GPUCOST__POINTER_BYTES];
    json_t *value = gpucost__config_find(r, keys, pointer);
    if (!value || r->status != GPUCOST_OK) return fallback;
    if (json_is_string(value)) return json_string_value(value);
    fail(r, GPUCOST_E_FIELD, pointer, value, "text");
    return fallback;
}

json_t *gpucost__config_list(gpucost__reader *r, const char *keys, char pointer[GPUCOST__POINTER_BYTES])
{
    json_t *value = gpucost__config_find(r, keys, pointer);
    if (!value || r->status != GPUCOST_OK) return NULL;
    if (json_is_array(value)) return value;
    fail(r, GPUCOST_E_FIELD, pointer, value, "a list");
    return NULL;
}

bool gpucost__config_any_positive(gpucost__reader *r, const char *keys, bool *found)
{
    bool positive = false;
    *found = false;
    for (const char *p = keys; *p;) {
        size_t n = strcspn(p, ";");
        char key[KEY_BYTES];
        snprintf(key, sizeof key, "%.*s", (int)n, p);
        json_t *value = json_object_get(r->object, key);
        *found = *found || json_is_number(value);
        positive = positive || json_number_value(value) > 0;
        p += n + (p[n] == ';');
    }
    return positive;
}

void gpucost__config_explain(gpucost__reader *r)
{
    if (!r->err) return;
    for (size_t i = 0; i < r->place_count; i++)
        if (strcmp(r->places[i].field, r->err->field) == 0) {
            snprintf(r->err->field, sizeof r->err->field, "%s", r->places[i].pointer);
            return;
        }
    if (r->err->field[0] && r->err->field[0] != '/') gpucost__error_under(r->err, "/");
}
