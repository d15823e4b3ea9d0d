#include "base/json_scan.h"

#include <string.h>

#include "base/utf8.h"

static gpucost_status fail_here(gpucost__scan *scan, const char *what)
{
    int32_t line = 1;
    const char *start = scan->text;
    for (const char *p = scan->text; p < scan->at; p++)
        if (*p == '\n') {
            line++;
            start = p + 1;
        }
    ptrdiff_t column = scan->at - start + 1;
    gpucost__fail(scan->err, GPUCOST_E_SYNTAX, "%s", what);
    gpucost__error_at(scan->err, scan->source, line, column < INT32_MAX ? (int32_t)column : INT32_MAX);
    return GPUCOST_E_SYNTAX;
}

gpucost_status gpucost__scan_open(gpucost__scan *scan, const char *text, size_t bytes, const char *source,
                                  gpucost_error *err)
{
    *scan = (gpucost__scan){.text = text, .end = text + bytes, .at = text, .source = source, .err = err};
    for (size_t width; scan->at < scan->end; scan->at += width) {
        width = gpucost__utf8_width(scan->at, (size_t)(scan->end - scan->at));
        if (!width) return fail_here(scan, "the text is not UTF-8");
    }
    scan->at = text;
    return GPUCOST_OK;
}

static void skip_blanks(gpucost__scan *scan)
{
    while (scan->at < scan->end && (*scan->at == ' ' || *scan->at == '\n' || *scan->at == '\r' || *scan->at == '\t'))
        scan->at++;
}

char gpucost__scan_peek(gpucost__scan *scan)
{
    skip_blanks(scan);
    return scan->at < scan->end ? *scan->at : '\0';
}

static gpucost_status take(gpucost__scan *scan, char c, const char *otherwise)
{
    if (gpucost__scan_peek(scan) != c || scan->at == scan->end)
        return fail_here(scan, scan->at < scan->end ? otherwise : "the document ends too early");
    scan->at++;
    return GPUCOST_OK;
}

gpucost_status gpucost__scan_object(gpucost__scan *scan)
{
    return take(scan, '{', "expected an object");
}

gpucost_status gpucost__scan_array(gpucost__scan *scan)
{
    return take(scan, '[', "expected an array");
}

gpucost_status gpucost__scan_string(gpucost__scan *scan, gpucost__span *string)
{
    GPUCOST__TRY(take(scan, '"', "expected a string"));
    const char *start = scan->at;
    for (; scan->at < scan->end && *scan->at != '"'; scan->at++) {
        if ((unsigned char)*scan->at < 0x20) return fail_here(scan, "a control character stands in a string");
        if (*scan->at == '\\' && scan->at + 1 < scan->end) scan->at++;
    }
    if (scan->at >= scan->end) {
        scan->at = scan->end;
        return fail_here(scan, "a string is not closed");
    }
    *string = (gpucost__span){start, (size_t)(scan->at - start)};
    scan->at++;
    return GPUCOST_OK;
}

gpucost_status gpucost__scan_u64(gpucost__scan *scan, uint64_t *value)
{
    uint64_t number = 0;
    skip_blanks(scan);
    const char *start = scan->at;
    for (; scan->at < scan->end && *scan->at >= '0' && *scan->at <= '9'; scan->at++) {
        unsigned digit = (unsigned)(*scan->at - '0');
        if (number > (UINT64_MAX - digit) / 10) return fail_here(scan, "the number exceeds 64 bits");
        number = number * 10 + digit;
    }
    if (scan->at == start)
        return fail_here(scan, start < scan->end ? "expected a whole number" : "the document ends too early");
    if (scan->at < scan->end && strchr(".eE+-", *scan->at)) return fail_here(scan, "expected a whole number");
    *value = number;
    return GPUCOST_OK;
}

gpucost_status gpucost__scan_item(gpucost__scan *scan, bool first, bool *more)
{
    *more = false;
    if (gpucost__scan_peek(scan) == ']') {
        scan->at++;
        return GPUCOST_OK;
    }
    *more = true;
    if (first) return scan->at < scan->end ? GPUCOST_OK : fail_here(scan, "the document ends too early");
    GPUCOST__TRY(take(scan, ',', "expected ',' or ']'"));
    return gpucost__scan_peek(scan) == ']' ? fail_here(scan, "a value is missing after ','") : GPUCOST_OK;
}

gpucost_status gpucost__scan_key(gpucost__scan *scan, bool first, gpucost__span *key, bool *more)
{
    *more = false;
    if (gpucost__scan_peek(scan) == '}') {
        scan->at++;
        return GPUCOST_OK;
    }
    if (!first) GPUCOST__TRY(take(scan, ',', "expected ',' or '}'"));
    GPUCOST__TRY(gpucost__scan_string(scan, key));
    GPUCOST__TRY(take(scan, ':', "expected ':'"));
    *more = true;
    return GPUCOST_OK;
}

/* Numbers, true, false and null: a run of the letters they are written with is enough where the value is not used. */
static gpucost_status skip_plain(gpucost__scan *scan)
{
    const char *start = scan->at;
    while (scan->at < scan->end && ((*scan->at >= 'a' && *scan->at <= 'z') || (*scan->at >= '0' && *scan->at <= '9') ||
                                    (*scan->at != '\0' && strchr("+-.E", *scan->at))))
        scan->at++;
    if (scan->at > start) return GPUCOST_OK;
    return fail_here(scan, start < scan->end ? "expected a value" : "the document ends too early");
}

gpucost_status gpucost__scan_skip(gpucost__scan *scan)
{
    char open[GPUCOST__SCAN_DEPTH_MOST];
    int depth = 0;
    bool first = false;
    for (;;) {
        char c = gpucost__scan_peek(scan);
        gpucost__span span;
        bool more = false;
        if (c == '{' || c == '[') {
            if (depth == GPUCOST__SCAN_DEPTH_MOST) return fail_here(scan, "nested deeper than 64");
            open[depth++] = c;
            scan->at++;
            first = true;
        } else {
            GPUCOST__TRY(c == '"' ? gpucost__scan_string(scan, &span) : skip_plain(scan));
            first = false;
        }
        while (depth > 0 && !more) { /* to the next value, through the ends of what is full */
            GPUCOST__TRY(open[depth - 1] == '{' ? gpucost__scan_key(scan, first, &span, &more)
                                                : gpucost__scan_item(scan, first, &more));
            if (!more) depth--;
            first = false;
        }
        if (!more) return GPUCOST_OK;
    }
}

gpucost_status gpucost__scan_end(gpucost__scan *scan)
{
    skip_blanks(scan);
    return scan->at == scan->end ? GPUCOST_OK : fail_here(scan, "more follows after the document");
}

bool gpucost__span_is(gpucost__span span, const char *text)
{
    return span.bytes == strlen(text) && memcmp(span.text, text, span.bytes) == 0;
}
