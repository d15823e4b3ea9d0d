#include "base/dotted.h"

#include <string.h>

#include "base/name.h"

bool gpucost__dotted_read(const char *text, gpucost__dotted *version)
{
    memset(version, 0, sizeof *version);
    while (*text && !gpucost__is_digit(*text)) {
        if (!(*text == ' ' || (*text >= 'a' && *text <= 'z') || (*text >= 'A' && *text <= 'Z'))) return false;
        text++;
    }
    while (gpucost__is_digit(*text) && version->count < GPUCOST__DOTTED_MOST) {
        uint32_t part = 0;
        for (; gpucost__is_digit(*text); text++) {
            if (part > 99999999) return false;
            part = part * 10 + (uint32_t)(*text - '0');
        }
        version->part[version->count++] = part;
        if (*text != '.') break;
        text++;
    }
    return version->count > 0;
}

gpucost__dotted gpucost__dotted_of(const char *text)
{
    gpucost__dotted version;
    gpucost__dotted_read(text, &version);
    return version;
}

int gpucost__dotted_compare_parts(const gpucost__dotted *a, const gpucost__dotted *b, int parts)
{
    for (int i = 0; i < parts && i < GPUCOST__DOTTED_MOST; i++)
        if (a->part[i] != b->part[i]) return a->part[i] < b->part[i] ? -1 : 1;
    return 0;
}

int gpucost__dotted_compare(const gpucost__dotted *a, const gpucost__dotted *b)
{
    return gpucost__dotted_compare_parts(a, b, GPUCOST__DOTTED_MOST);
}

int gpucost__dotted_compare_common(const gpucost__dotted *a, const gpucost__dotted *b)
{
    return gpucost__dotted_compare_parts(a, b, a->count < b->count ? a->count : b->count);
}
