#include "base/name.h"

#include <stdio.h>
#include <string.h>

enum { KEY_MOST = 64 };

/* The next letter or digit in lower case, or 0 at the end. */
static char next_letter(const char **at, const char *end)
{
    for (; *at < end; (*at)++) {
        char c = **at;
        if (c >= 'A' && c <= 'Z') c = (char)(c - 'A' + 'a');
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (unsigned char)c >= 0x80) {
            (*at)++;
            return c;
        }
    }
    return '\0';
}

static bool equal_range(const char *a, const char *a_end, const char *b, const char *b_end)
{
    for (;;) {
        char x = next_letter(&a, a_end), y = next_letter(&b, b_end);
        if (x != y) return false;
        if (!x) return true;
    }
}

bool gpucost__name_equal(const char *a, const char *b)
{
    return equal_range(a, a + strlen(a), b, b + strlen(b));
}

static bool starts_with(const char *name, const char *prefix, const char *prefix_end)
{
    const char *end = name + strlen(name);
    for (;;) {
        char y = next_letter(&prefix, prefix_end);
        if (!y) return true;
        if (next_letter(&name, end) != y) return false;
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
        if (last > p && last[-1] == '*' ? starts_with(name, p, last - 1)
                                        : last > p && equal_range(p, last, name, name + strlen(name)))
            return true;
    }
    return false;
}

static int key_of(const char *text, const char *end, char key[KEY_MOST])
{
    int n = 0;
    for (char c; n < KEY_MOST && (c = next_letter(&text, end)) != '\0';) key[n++] = c;
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
