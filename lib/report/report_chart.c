/* A price history as a step chart: one SVG element that needs nothing else. */
#include <math.h>
#include <stdio.h>

#include "base/decimal.h"
#include "gpucost/report.h"
#include "price/price_table.h"
#include "report/report_markup.h"

/* The picture, in its own units; a column is a quarter of one, finer than a screen shows. */
enum { WIDTH = 760, HEIGHT = 280, LEFT = 78, RIGHT = 16, TOP = 46, BOTTOM = 44, COLUMNS = (WIDTH - LEFT - RIGHT) * 4 };

typedef struct {
    gpucost__buffer *out;
    int64_t from, to; /* time axis, UTC [s] */
    double low, high; /* price axis [currency/h] */
    int decimals;     /* of its labels */
} chart;

static void number(gpucost__buffer *out, double value, int decimals)
{
    char text[GPUCOST__DOUBLE_TEXT];
    gpucost__double_fixed(value, decimals, text);
    gpucost__buffer_add(out, "%s", text);
}

static double across(const chart *c, int64_t utc_s)
{
    return LEFT + (double)(utc_s - c->from) / (double)(c->to - c->from) * (WIDTH - LEFT - RIGHT);
}

static double down(const chart *c, double price)
{
    return TOP + (c->high - price) / (c->high - c->low) * (HEIGHT - TOP - BOTTOM);
}

/* 1, 2 or 5 times a power of ten, about a quarter of the range. */
static double tick_of(double range)
{
    double power = pow(10, floor(log10(range / 4))), mantissa = range / 4 / power;
    return power * (mantissa < 1.5 ? 1 : mantissa < 3.5 ? 2 : mantissa < 7.5 ? 5 : 10);
}

/* A price that never changes gets an axis from 0; others one that shows the change. */
static double scale(chart *c, int64_t least, int64_t most)
{
    double low = (double)least / 1e9, high = (double)most / 1e9, tick;
    if (least == most || high - low >= 0.5 * high) low = 0;
    tick = tick_of(high - low);
    c->low = floor(low / tick + 1e-9) * tick;
    c->high = ceil(high / tick - 1e-9) * tick;
    if (!(c->high > c->low)) c->high = c->low + tick;
    c->decimals = tick >= 1 ? 0 : (int)ceil(-log10(tick) - 1e-9);
    if (c->decimals > 9) c->decimals = 9;
    return tick;
}

static void line(gpucost__buffer *out, double x1, double y1, double x2, double y2)
{
    gpucost__buffer_add(out, "<line x1=\"");
    number(out, x1, 1);
    gpucost__buffer_add(out, "\" y1=\"");
    number(out, y1, 1);
    gpucost__buffer_add(out, "\" x2=\"");
    number(out, x2, 1);
    gpucost__buffer_add(out, "\" y2=\"");
    number(out, y2, 1);
    gpucost__buffer_add(out, "\"/>\n");
}

static void label(gpucost__buffer *out, double x, double y, const char *anchor, const char *text)
{
    gpucost__buffer_add(out, "<text x=\"");
    number(out, x, 1);
    gpucost__buffer_add(out, "\" y=\"");
    number(out, y, 1);
    gpucost__buffer_add(out, "\" text-anchor=\"%s\">", anchor);
    gpucost__markup_add(out, text);
    gpucost__buffer_add(out, "</text>\n");
}

static void axes(const chart *c, double tick)
{
    enum { DATES = 5 };
    char text[GPUCOST__DOUBLE_TEXT], date[32];
    gpucost__buffer_add(c->out, "<g stroke=\"#ccc\">\n");
    int ticks = (int)lround((c->high - c->low) / tick);
    for (int i = 0; i <= ticks; i++) {
        double y = down(c, c->low + i * tick);
        line(c->out, LEFT, y, WIDTH - RIGHT, y);
    }
    gpucost__buffer_add(c->out, "</g>\n");
    for (int i = 0; i <= ticks; i++) {
        gpucost__double_fixed(c->low + i * tick, c->decimals, text);
        label(c->out, LEFT - 6, down(c, c->low + i * tick) + 4, "end", text);
    }
    bool days = c->to - c->from >= (int64_t)DATES * 86400;
    for (int i = 0; i < DATES; i++) {
        int64_t utc_s = c->from + (c->to - c->from) / (DATES - 1) * i;
        if (i == DATES - 1) utc_s = c->to;
        gpucost_instant_format(utc_s, date, sizeof date);
        if (!days) date[10] = ' ';
        date[days ? 10 : 16] = '\0';
        double x = across(c, utc_s);
        gpucost__buffer_add(c->out, "<g stroke=\"#666\">");
        line(c->out, x, HEIGHT - BOTTOM, x, HEIGHT - BOTTOM + 5);
        gpucost__buffer_add(c->out, "</g>\n");
        label(c->out, x, HEIGHT - BOTTOM + 19, i == 0 ? "start" : i == DATES - 1 ? "end" : "middle", date);
    }
    label(c->out, LEFT, HEIGHT - 6, "start", "time, UTC");
}

/* What one column of the picture holds, so that a long history is no longer than the picture is wide. */
typedef struct {
    int column;
    double x;
    bool begins; /* the line begins here */
    int64_t first, least, most, last;
} cell;

static void draw_cell(const chart *c, const cell *now)
{
    if (now->begins && now->least == now->most) return;
    gpucost__buffer_add(c->out, " H");
    number(c->out, now->x, 2);
    const int64_t stops[] = {now->first, now->least, now->most, now->last};
    int64_t before = -1;
    for (int i = now->least == now->most ? 3 : 0; i < 4; i++) {
        if (stops[i] == before) continue;
        gpucost__buffer_add(c->out, " V");
        number(c->out, down(c, (double)stops[i] / 1e9), 2);
        before = stops[i];
    }
}

static void path(const chart *c, const gpucost_history *steps)
{
    gpucost_history_step step = GPUCOST_INIT(gpucost_history_step);
    cell now = {0};
    int64_t end = 0;
    gpucost__buffer_add(c->out, "<path fill=\"none\" stroke=\"#1459a8\" stroke-width=\"1.6\" d=\"");
    for (uint64_t i = 0, count = gpucost_history_count(steps); i <= count; i++) {
        bool more = i < count;
        if (more) gpucost_history_at(steps, i, &step, NULL);
        int column = more ? (int)((double)(step.from_utc_s - c->from) / (double)(c->to - c->from) * COLUMNS) : 0;
        bool gap = !more || (i > 0 && step.from_utc_s > end);
        int64_t price = step.effective_nanos;
        if (i > 0 && (gap || column != now.column)) draw_cell(c, &now);
        if (i > 0 && gap) { /* to the end of the last price; then begin anew after time without one */
            gpucost__buffer_add(c->out, " H");
            number(c->out, across(c, end), 2);
        }
        if (!more) break;
        if (i == 0 || gap) {
            gpucost__buffer_add(c->out, "%sM", i ? " " : "");
            number(c->out, across(c, step.from_utc_s), 2);
            gpucost__buffer_add(c->out, " ");
            number(c->out, down(c, (double)price / 1e9), 2);
        }
        if (i == 0 || gap || column != now.column)
            now = (cell){column, across(c, step.from_utc_s), i == 0 || gap, price, price, price, price};
        if (price < now.least) now.least = price;
        if (price > now.most) now.most = price;
        now.last = price;
        end = step.to_utc_s;
    }
    gpucost__buffer_add(c->out, "\"/>\n");
}

static void names(const gpucost_quote *quote, char what[256], char unit[96])
{
    snprintf(what, 256, "%s %s, %s%s%s%s%s", quote->provider, quote->instance, quote->region, *quote->zone ? " " : "",
             quote->zone, *quote->product ? ", " : "", quote->product);
    snprintf(unit, 96, "%s an hour of one instance", quote->currency);
}

/* Title and description: what a screen reader says instead of the picture. */
static void describe(const chart *c, const gpucost_history *steps, const gpucost_quote *quote, int64_t least,
                     int64_t most)
{
    static const char *const terms[] = {"on demand",    "on spot",       "reserved",      "savings plan",
                                        "subscription", "committed use", "capacity block"};
    char what[256], unit[96], date[32], text[GPUCOST__DOUBLE_TEXT], heading[400];
    names(quote, what, unit);
    bool known = quote->term >= 0 && quote->term <= GPUCOST_TERM_CAPACITY_BLOCK;
    snprintf(heading, sizeof heading, "%s: price %s", what, known ? terms[quote->term] : "");
    gpucost__buffer_add(c->out, "<title>");
    gpucost__markup_add(c->out, heading);
    gpucost__buffer_add(c->out, "</title>\n<desc>");
    uint64_t count = gpucost_history_count(steps);
    gpucost_instant_format(c->from, date, sizeof date);
    gpucost__buffer_add(c->out, "%llu price%s from %.10s", (unsigned long long)count, count == 1 ? "" : "s", date);
    gpucost_instant_format(c->to, date, sizeof date);
    gpucost__double_text((double)least / 1e9, text);
    gpucost__buffer_add(c->out, " to %.10s, least %s", date, text);
    gpucost__double_text((double)most / 1e9, text);
    gpucost__buffer_add(c->out, ", most %s ", text);
    gpucost__markup_add(c->out, unit);
    gpucost__buffer_add(c->out, "</desc>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n");
    gpucost__buffer_add(c->out, "<g font-weight=\"bold\">");
    label(c->out, LEFT, 17, "start", heading);
    gpucost__buffer_add(c->out, "</g>\n");
    gpucost_instant_format(quote->observed_utc_s, date, sizeof date);
    snprintf(heading, sizeof heading, "%s; last seen %.10s, %lld days old", unit, date,
             (long long)(quote->age_s > 0 ? quote->age_s / 86400 : 0));
    label(c->out, LEFT, 34, "start", heading);
}

void gpucost__chart_add(gpucost__buffer *out, const gpucost_history *steps, const gpucost_quote *quote)
{
    gpucost_history_step step = GPUCOST_INIT(gpucost_history_step);
    uint64_t count = gpucost_history_count(steps);
    int64_t least = INT64_MAX, most = 0;
    chart c = {.out = out};
    for (uint64_t i = 0; i < count; i++) {
        gpucost_history_at(steps, i, &step, NULL);
        if (i == 0) c.from = step.from_utc_s;
        c.to = step.to_utc_s;
        if (step.effective_nanos < least) least = step.effective_nanos;
        if (step.effective_nanos > most) most = step.effective_nanos;
    }
    gpucost__buffer_add(out,
                        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" "
                        "font-family=\"sans-serif\" font-size=\"12\" fill=\"#222\">\n",
                        WIDTH, HEIGHT);
    if (count == 0) {
        char what[256], unit[96];
        names(quote, what, unit);
        gpucost__buffer_add(out, "<title>");
        gpucost__markup_add(out, what);
        gpucost__buffer_add(out, "</title>\n");
        label(out, LEFT, HEIGHT / 2.0, "start", "no price in this time");
    } else {
        double tick = scale(&c, least, most);
        describe(&c, steps, quote, least, most);
        axes(&c, tick);
        path(&c, steps);
    }
    gpucost__buffer_add(out, "</svg>\n");
}

gpucost_status gpucost_report_history_svg(const gpucost_history *steps, const gpucost_quote *quote, char **text,
                                          gpucost_error *err)
{
    gpucost__clear(err);
    gpucost_quote own;
    GPUCOST__TRY(gpucost__struct_in(&gpucost__quote_table, quote, &own, err));
    gpucost__buffer out = {0};
    gpucost__chart_add(&out, steps, &own);
    return gpucost__buffer_take(&out, text, err);
}
