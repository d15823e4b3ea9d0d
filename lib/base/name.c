#include "base/name.h"

#include <stdio.h>
#include <string.h>

enum { KEY_MOST = 64 };

static bool equal_range(gpucost__name_cursor a, gpucost__name_cursor b)
{
    for (;;) {
        char x = gpucost__name_letter(&a), y = gpucost__name_letter(&b);
        if (x != y) return false;
        if (!x) return true;
    }
}

bool gpucost__name_equal(const char *a, const char *b)
{
    return equal_range(gpucost__name_range(a, a + strlen(a)), gpucost__name_range(b, b + strlen(b)));
}

static bool starts_with(gpucost__name_cursor name, gpucost__name_cursor prefix)
{
    for (;;) {
        char y = gpucost__name_letter(&prefix);
        if (!y) return true;
        if (gpucost__name_letter(&name) != y) return false;
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
        gpucost__name_cursor whole = gpucost__name_range(name, name + strlen(name));
        bool any_rest = last[-1] == '*';
        gpucost__name_cursor listed = gpucost__name_range(p, any_rest ? last - 1 : last);
        if (any_rest ? starts_with(whole, listed) : equal_range(listed, whole)) return true;
    }
    return false;
}

static int key_of(const char *text, const char *end, char key[KEY_MOST])
{
    int n = 0;
    gpucost__name_cursor name = gpucost__name_range(text, end);
    for (char c; n < KEY_MOST && (c = gpucost__name_letter(&name)) != '\0';) key[n++] = c;
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
