/* Which feed is it? Told from its first bytes. */
#include <string.h>
#include <strings.h>

#include "price/price_import.h"

/* Does the header line name this column? Quotes, blanks and case do not matter. */
static bool has_column(const char *line, size_t bytes, const char *name)
{
    const char *end = line + bytes;
    for (const char *p = line; p < end;) {
        const char *comma = memchr(p, ',', (size_t)(end - p)), *stop = comma ? comma : end;
        const char *first = p, *last = stop;
        while (first < last && strchr(" \"", *first)) first++;
        while (last > first && strchr(" \"", last[-1])) last--;
        if ((size_t)(last - first) == strlen(name) && strncasecmp(first, name, strlen(name)) == 0) return true;
        p = stop + 1;
    }
    return false;
}

static bool starts(const char *line, size_t bytes, const char *word)
{
    return bytes >= strlen(word) && memcmp(line, word, strlen(word)) == 0;
}

int32_t gpucost__price_detect(const char *head, size_t bytes)
{
    if (starts(head, bytes, "\xEF\xBB\xBF")) {
        head += 3;
        bytes -= 3;
    }
    while (bytes > 0 && strchr(" \t\r\n", *head) && *head) {
        head++;
        bytes--;
    }
    if (bytes == 0) return GPUCOST_FEED_AUTO;
    if (*head == '{' || *head == '[') return GPUCOST_FEED_AWS_SPOT_JSON;
    if (starts(head, bytes, "SPOTPRICEHISTORY\t") || starts(head, bytes, "NEXTTOKEN\t"))
        return GPUCOST_FEED_AWS_SPOT_TEXT;
    size_t line = 0;
    while (line < bytes && head[line] != '\n' && head[line] != '\r') line++;
    if (has_column(head, line, "on_demand") && has_column(head, line, "spot")) return GPUCOST_FEED_AWS_SPOT_CSV;
    return has_column(head, line, "hourly") ? GPUCOST_FEED_CSV : GPUCOST_FEED_AUTO;
}
