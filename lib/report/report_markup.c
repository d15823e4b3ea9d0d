#include "report/report_markup.h"

#include <string.h>

#include "base/utf8.h"

static const char *entity(unsigned char c)
{
    switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    default: return c < 0x20 && c != '\t' && c != '\n' ? "\xEF\xBF\xBD" : NULL;
    }
}

void gpucost__markup_add(gpucost__buffer *out, const char *text)
{
    for (size_t left = strlen(text), bytes; left > 0; text += bytes, left -= bytes) {
        const char *instead = entity((unsigned char)*text);
        bytes = gpucost__utf8_width(text, left);
        bool none =
            bytes == 0 || (bytes == 3 && memcmp(text, "\xEF\xBF\xBE", 2) == 0 && (unsigned char)text[2] >= 0xBE);
        if (bytes == 0) bytes = 1;
        if (none)
            gpucost__buffer_add(out, "\xEF\xBF\xBD"); /* U+FFFE and U+FFFF are no characters of XML either */
        else if (instead)
            gpucost__buffer_add(out, "%s", instead);
        else
            gpucost__buffer_add(out, "%.*s", (int)bytes, text);
    }
}
