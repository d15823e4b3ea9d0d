/* A plan as one page: no script, nothing from the network. */
#include <stdlib.h>

#include "gpucost/report.h"
#include "report/report_markup.h"
#include "report/report_plan.h"

enum { CHARTS_MOST = 5, CHART_DAYS = 365 };

static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<style>\nbody{font-family:system-ui,\"Noto Sans CJK SC\",\"Microsoft "
    "YaHei\",sans-serif;max-width:70rem;margin:2rem auto;"
    "padding:0 1rem;color:#222;background:#fff;line-height:1.45}\n"
    "table{border-collapse:collapse;font-size:.9rem}caption{text-align:left;padding:.3rem 0}\n"
    "th,td{padding:.25rem .6rem;border-bottom:1px solid #ccc;text-align:right}th.t,td.t{text-align:left}\n"
    "pre{overflow-x:auto;background:#f5f5f5;padding:.8rem}.scroll{overflow-x:auto}svg{width:100%;height:auto}\n"
    "figure{margin:1rem 0}\n</style>\n<title>";

/* A piece of the text report, escaped, inside an element. */
static void piece(gpucost__buffer *out, const char *element, void (*add)(gpucost__buffer *, const gpucost_plan *),
                  const gpucost_plan *plan)
{
    gpucost__buffer part = {0};
    add(&part, plan);
    if (part.text && part.used) {
        if (element) gpucost__buffer_add(out, "<%s>", element);
        gpucost__markup_add(out, part.text);
        if (element) gpucost__buffer_add(out, "</%s>\n", element);
    }
    out->failed |= part.failed;
    free(part.text);
}

static void cell(gpucost__buffer *out, const char *tag, int column, const char *text)
{
    gpucost__buffer_add(out, "<%s%s>", tag, gpucost__ranking_is_text(column) ? " class=\"t\"" : "");
    gpucost__markup_add(out, text);
    gpucost__buffer_add(out, "</%.2s>", tag);
}

static void ranking(gpucost__buffer *out, const gpucost_plan *plan)
{
    gpucost_plan_option option = GPUCOST_INIT(gpucost_plan_option);
    gpucost__ranking_row row;
    uint64_t count = gpucost_plan_option_count(plan);
    if (count == 0) return;
    gpucost_plan_option_at(plan, 0, &option, NULL);
    gpucost__buffer_add(
        out,
        "<h2>Options</h2>\n<div class=\"scroll\">\n<table>\n<caption>Cost in %s; od/h, best/h, spot/h: an "
        "instance on demand, under its best commitment, on spot; age of the price</caption>\n<thead><tr>",
        option.cost.currency);
    for (int c = 0; c < GPUCOST__RANKING_COLUMNS; c++) cell(out, "th scope=\"col\"", c, gpucost__ranking_names[c]);
    gpucost__buffer_add(out, "</tr></thead>\n<tbody>\n");
    for (uint64_t i = 0; i < count; i++) {
        gpucost_plan_option_at(plan, i, &option, NULL);
        gpucost__ranking_cells(&option, row);
        gpucost__buffer_add(out, "<tr>");
        for (int c = 0; c < GPUCOST__RANKING_COLUMNS; c++) cell(out, c == 0 ? "th scope=\"row\"" : "td", c, row[c]);
        gpucost__buffer_add(out, "</tr>\n");
    }
    gpucost__buffer_add(out, "</tbody>\n</table>\n</div>\n");
}

/* The year of prices before the plan's instant, of the offers of the first options that have more than one. */
static gpucost_status charts(gpucost__buffer *out, const gpucost_plan *plan, gpucost_store *store, gpucost_error *err)
{
    gpucost_plan_options options = GPUCOST_INIT(gpucost_plan_options);
    gpucost_job_parts(gpucost_plan_job(plan), NULL, NULL, NULL, &options, NULL);
    int64_t at = options.at_utc_s;
    if (!at) GPUCOST__TRY(gpucost_price_last(store, &at, err));
    for (uint64_t i = 0, drawn = 0; i < gpucost_plan_option_count(plan) && drawn < CHARTS_MOST; i++) {
        gpucost_plan_option option = GPUCOST_INIT(gpucost_plan_option);
        gpucost_quote quote = GPUCOST_INIT(gpucost_quote);
        gpucost_history *steps;
        gpucost_plan_option_at(plan, i, &option, NULL);
        gpucost_status status = gpucost_price_as_of(store, option.offer_id, at, &quote, err);
        if (status == GPUCOST_E_UNKNOWN_NAME || status == GPUCOST_E_UNKNOWN_FACT) continue; /* of another store */
        if (status != GPUCOST_OK) return status;
        if (options.now_utc_s > at) quote.age_s += options.now_utc_s - at;
        GPUCOST__TRY(
            gpucost_history_new(store, option.offer_id, at - (int64_t)CHART_DAYS * 86400, at + 1, &steps, err));
        if (gpucost_history_count(steps) > 1) {
            if (!drawn) gpucost__buffer_add(out, "<h2>Price histories</h2>\n");
            gpucost__buffer_add(out, "<figure>\n");
            gpucost__chart_add(out, steps, &quote);
            gpucost__buffer_add(out, "</figure>\n");
            drawn++;
        }
        gpucost_history_free(steps);
    }
    gpucost__clear(err);
    return GPUCOST_OK;
}

static void lists(gpucost__buffer *out, const gpucost_plan *plan)
{
    uint64_t dropped = gpucost_plan_dropped_count(plan), notes = gpucost_plan_note_count(plan);
    if (dropped) gpucost__buffer_add(out, "<h2>Left out</h2>\n<ul>\n");
    for (uint64_t i = 0; i < dropped; i++) {
        gpucost_plan_dropped row = GPUCOST_INIT(gpucost_plan_dropped);
        gpucost_plan_dropped_at(plan, i, &row, NULL);
        gpucost__buffer_add(out, "<li>");
        gpucost__markup_add(out, row.what);
        gpucost__buffer_add(out, " (%llu): ", (unsigned long long)row.candidates);
        gpucost__markup_add(out, row.reason);
        gpucost__buffer_add(out, "</li>\n");
    }
    if (dropped) gpucost__buffer_add(out, "</ul>\n");
    if (notes) gpucost__buffer_add(out, "<h2>Notes</h2>\n<ul>\n");
    for (uint64_t i = 0; i < notes; i++) {
        gpucost__buffer_add(out, "<li>");
        gpucost__markup_add(out, gpucost_plan_note_at(plan, i));
        gpucost__buffer_add(out, "</li>\n");
    }
    if (notes) gpucost__buffer_add(out, "</ul>\n");
}

gpucost_status gpucost_report_plan_html(const gpucost_plan *plan, gpucost_store *store, char **text, gpucost_error *err)
{
    gpucost__clear(err);
    gpucost__buffer out = {0};
    gpucost__buffer_add(&out, "%s", head);
    piece(&out, NULL, gpucost__report_title, plan);
    gpucost__buffer_add(&out, "</title>\n</head>\n<body>\n<main>\n");
    piece(&out, "h1", gpucost__report_title, plan);
    piece(&out, "pre", gpucost__report_recommendation, plan);
    ranking(&out, plan);
    gpucost_status status = store ? charts(&out, plan, store, err) : GPUCOST_OK;
    piece(&out, "pre", gpucost__report_details, plan);
    lists(&out, plan);
    gpucost__buffer_add(&out, "</main>\n</body>\n</html>\n");
    if (status == GPUCOST_OK) return gpucost__buffer_take(&out, text, err);
    free(out.text);
    return status;
}
