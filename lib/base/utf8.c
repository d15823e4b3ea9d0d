#include "base/utf8.h"

#include <stdint.h>
#include <string.h>

/* The shortest form only, no surrogates, nothing past U+10FFFF [rfc3629]. */
size_t gpucost__utf8_width(const char *text, size_t bytes)
{
    const unsigned char *p = (const unsigned char *)text;
    size_t width = p[0] < 0x80 ? 1 : p[0] >= 0xC2 && p[0] < 0xE0 ? 2 : (p[0] & 0xF0) == 0xE0 ? 3
                                     : p[0] >= 0xF0 && p[0] < 0xF5 ? 4
                                                                   : 0;
    if (width == 0 || width > bytes) return 0;
    uint32_t code = width == 1 ? p[0] : p[0] & (0x7Fu >> width);
    for (size_t i = 1; i < width; i++) {
        if ((p[i] & 0xC0) != 0x80) return 0;
        code = code << 6 | (p[i] & 0x3Fu);
    }
    if ((width == 3 && (code < 0x800 || (code >= 0xD800 && code < 0xE000))) ||
        (width == 4 && (code < 0x10000 || code > 0x10FFFF)))
        return 0;
    return width;
}

bool gpucost__utf8_is_valid(const char *text, size_t bytes)
{
    for (size_t at = 0; at < bytes;) {
        size_t width = gpucost__utf8_width(text + at, bytes - at);
        if (width == 0) return false;
        at += width;
    }
    return true;
}

static bool is_control(const char *text)
{
    const unsigned char *p = (const unsigned char *)text;
    return p[0] < 0x20 || p[0] == 0x7F || (p[0] == 0xC2 && p[1] < 0xA0); /* C0, DEL, C1 */
}

size_t gpucost__utf8_printable(const char *text)
{
    size_t width = gpucost__utf8_width(text, strnlen(text, 4));
    return width && !is_control(text) ? width : 0;
}

void gpucost__utf8_copy(char *to, size_t capacity, const char *text, size_t bytes)
{
    size_t used = 0, left = strnlen(text, bytes);
    while (left > 0) {
        if (*text >= 0x20 && *text < 0x7F && used + 1 < capacity) { /* most text */
            to[used++] = *text++;
            left--;
            continue;
        }
        size_t width = gpucost__utf8_width(text, left), taken = width ? width : 1;
        if (used + taken >= capacity) break;
        if (width && !is_control(text))
            memcpy(to + used, text, width);
        else
            memset(to + used, *text == '\n' || *text == '\t' ? ' ' : '?', taken = 1);
        used += taken;
        text += width ? width : 1;
        left -= width ? width : 1;
    }
    to[used] = '\0';
}
