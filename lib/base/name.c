#include "base/name.h"

#include <stdio.h>
#include <string.h>

enum { KEY_MOST = 64 };

/* A name being read: [start, end), at the next character. */
typedef struct {
    const char *start, *at, *end;
} cursor;

static cursor range(const char *start, const char *end)
{
    return (cursor){start, start, end};
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The next character that counts, in lower case, or 0 at the end. A point between two digits counts: opt-1.3b is not
   opt-13b. */
static char next_letter(cursor *name)
{
    while (name->at < name->end) {
        const char *p = name->at++;
        char c = *p;
        if (c >= 'A' && c <= 'Z') return (char)(c - 'A' + 'a');
        if ((c >= 'a' && c <= 'z') || is_digit(c) || (unsigned char)c >= 0x80) return c;
        if (c == '.' && p > name->start && is_digit(p[-1]) && p + 1 < name->end && is_digit(p[1])) return c;
    }
    return '\0';
}

static bool equal_range(cursor a, cursor b)
{
    for (;;) {
        char x = next_letter(&a), y = next_letter(&b);
        if (x != y) return false;
        if (!x) return true;
    }
}

bool gpucost__name_equal(const char *a, const char *b)
{
    return equal_range(range(a, a + strlen(a)), range(b, b + strlen(b)));
}

uint64_t gpucost__name_hash(const char *name)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325); /* FNV-1a */
    cursor at = range(name, name + strlen(name));
    for (char c; (c = next_letter(&at)) != '\0';) hash = (hash ^ (unsigned char)c) * UINT64_C(0x100000001b3);
    return hash;
}

const gpucost__name_slot *gpucost__name_slots(const gpucost__name_slot *slots, uint64_t count, uint64_t hash)
{
    uint64_t low = 0, high = count;
    while (low < high) {
        uint64_t middle = low + (high - low) / 2;
        if (slots[middle].hash < hash)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && slots[low].hash == hash ? &slots[low] : NULL;
}

static bool starts_with(cursor name, cursor prefix)
{
    for (;;) {
        char y = next_letter(&prefix);
        if (!y) return true;
        if (next_letter(&name) != y) return false;
    }
}

bool gpucost__name_listed(const char *list, char separator, const char *name)
{
    const char *end;
    for (const char *p = list; *p; p = *end ? end + 1 : end) {
        end = strchr(p, separator);
        if (!end) end = p + strlen(p);
        const char *last = end;
        while (last > p && last[-1] == ' ') last--;
        if (last == p) continue;
        cursor whole = range(name, name + strlen(name));
        if (last[-1] == '*' ? starts_with(whole, range(p, last - 1)) : equal_range(range(p, last), whole)) return true;
    }
    return false;
}

static int key_of(const char *text, const char *end, char key[KEY_MOST])
{
    int n = 0;
    cursor name = range(text, end);
    for (char c; n < KEY_MOST && (c = next_letter(&name)) != '\0';) key[n++] = c;
    return n;
}

/* Levenshtein distance, one row at a time. */
static int distance(const char *a, int n, const char *b, int m)
{
    int row[KEY_MOST + 1];
    for (int j = 0; j <= m; j++) row[j] = j;
    for (int i = 1; i <= n; i++) {
        int diagonal = row[0];
        row[0] = i;
        for (int j = 1; j <= m; j++) {
            int best = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            if (row[j] + 1 < best) best = row[j] + 1;
            if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
            row[j] = best;
        }
    }
    return row[m];
}

/* Least distance to any of the names joined by ';'. A name that contains the other is near. */
static int distance_to_any(const char *key, int n, const char *names)
{
    int best = 2 * KEY_MOST;
    const char *end;
    for (const char *p = names; *p; p = *end ? end + 1 : end) {
        end = strchr(p, ';');
        if (!end) end = p + strlen(p);
        char other[KEY_MOST];
        int m = key_of(p, end, other);
        int d = 2 * distance(key, n, other, m);
        for (int at = 0; n >= 2 && at + n <= m; at++)
            if (memcmp(other + at, key, (size_t)n) == 0) d = d / 2 < 3 ? d / 2 : 3;
        if (m > 0 && d < best) best = d;
    }
    return best;
}

gpucost_status gpucost__name_unknown(const char *what, const char *name, gpucost__name_at at, const void *context,
                                     uint64_t count, gpucost_error *err)
{
    char key[KEY_MOST];
    int n = key_of(name, name + strlen(name), key);
    const char *nearest[3] = {NULL};
    int score[3] = {0};
    for (uint64_t i = 0; i < count; i++) {
        const char *names = at(context, i);
        if (!*names) continue; /* left out by the caller */
        int d = distance_to_any(key, n, names);
        for (int place = 0; place < 3; place++) {
            if (nearest[place] && score[place] <= d) continue;
            for (int k = 2; k > place; k--) {
                nearest[k] = nearest[k - 1];
                score[k] = score[k - 1];
            }
            nearest[place] = names;
            score[place] = d;
            break;
        }
    }
    char guess[200] = "";
    for (int i = 0; i < 3 && nearest[i]; i++) {
        size_t used = strlen(guess);
        snprintf(guess + used, sizeof guess - used, "%s%.*s", i == 0 ? "; nearest: " : ", ",
                 (int)strcspn(nearest[i], ";"), nearest[i]);
    }
    return gpucost__fail_field(err, GPUCOST_E_UNKNOWN_NAME, NULL, name, "no %s \"%s\"%s", what, name, guess);
}
