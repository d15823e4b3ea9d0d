#include "price/price_sink.h"

#include <stdlib.h>
#include <string.h>

#include "base/name.h"
#include "base/utf8.h"
#include "gpucost/units.h"
#include "price/price_check.h"
#include "price/price_ids.h"
#include "price/price_side.h"

struct gpucost__price_sink {
    const char *provider;
    gpucost_import_options options;
    char observed[32];      /* options.observed_utc_s as text; "" when not given */
    gpucost_import *report; /* the caller's */
    gpucost__offers *offers;
    gpucost__ids *sources;
    gpucost__price_batch *batch;
    gpucost__side_tables *side;
    gpucost_store *store;
    gpucost__statement *insert_source, *select_source;
};

gpucost_status gpucost__price_sink_new(gpucost_store *store, int64_t import_id, const char *provider,
                                       const gpucost_import_options *options, gpucost_import *report,
                                       gpucost__periods *periods, gpucost__price_sink **sink, gpucost_error *err)
{
    gpucost__price_sink *made = calloc(1, sizeof *made);
    if (!made) return gpucost__fail_memory(err);
    made->provider = provider;
    made->store = store;
    made->options = *options;
    made->report = report;
    if (options->observed_utc_s) gpucost_instant_format(options->observed_utc_s, made->observed, sizeof made->observed);
    made->sources = gpucost__ids_new();
    gpucost_status status = made->sources ? gpucost__offers_new(store, &made->offers, err) : gpucost__fail_memory(err);
    if (status == GPUCOST_OK) status = gpucost__price_batch_new(store, import_id, report, periods, &made->batch, err);
    if (status == GPUCOST_OK) status = gpucost__side_tables_new(store, import_id, report, &made->side, err);
    if (status == GPUCOST_OK)
        status = gpucost__store_prepare(store, "INSERT INTO source (text) VALUES (?1)", &made->insert_source, err);
    if (status == GPUCOST_OK)
        status = gpucost__store_prepare(store, "SELECT id FROM source WHERE text = ?1", &made->select_source, err);
    if (status == GPUCOST_OK)
        *sink = made;
    else
        gpucost__price_sink_free(made);
    return status;
}

void gpucost__price_sink_free(gpucost__price_sink *sink)
{
    if (!sink) return;
    gpucost__statement_free(sink->insert_source);
    gpucost__statement_free(sink->select_source);
    gpucost__offers_free(sink->offers);
    gpucost__price_batch_free(sink->batch);
    gpucost__side_tables_free(sink->side);
    gpucost__ids_free(sink->sources);
    free(sink);
}

void gpucost__price_row_clear(gpucost__price_row *row)
{
    *row = (gpucost__price_row){0};
    for (int cell = 0; cell < GPUCOST__ROW_CELLS; cell++) row->name[cell] = row->text[cell] = "";
}

static void fill(const char **text, const char *otherwise)
{
    if (!**text) *text = otherwise;
}

/* The currency of a row that names none. AWS answers in yuan for its China regions without saying so
   (github.com/aws/karpenter-provider-aws/pull/4677); Tencent's answers name none and are its China site's. */
static const char *usual_currency(const char *provider, const char *region)
{
    bool yuan = (gpucost__name_equal(provider, "aws") && strncmp(region, "cn-", 3) == 0) ||
                gpucost__name_equal(provider, "tencent");
    return yuan ? "CNY" : "USD";
}

/* Fill in what the feed leaves to its reader. */
static void fill_defaults(const gpucost__price_sink *sink, gpucost__price_row *row)
{
    fill(&row->text[GPUCOST__ROW_PROVIDER], sink->provider);
    fill(&row->text[GPUCOST__ROW_REGION], sink->options.region);
    fill(&row->text[GPUCOST__ROW_INSTANCE], sink->options.instance);
    fill(&row->text[GPUCOST__ROW_PRODUCT], sink->options.product);
    fill(&row->text[GPUCOST__ROW_TERM], *sink->options.term ? sink->options.term : "on_demand");
    fill(&row->text[GPUCOST__ROW_OBSERVED], sink->observed);
    fill(&row->text[GPUCOST__ROW_CURRENCY], sink->options.currency);
    fill(&row->text[GPUCOST__ROW_CURRENCY],
         usual_currency(row->text[GPUCOST__ROW_PROVIDER], row->text[GPUCOST__ROW_REGION]));
}

static gpucost_status source_id(gpucost__price_sink *sink, const char *text, int64_t *id, gpucost_error *err)
{
    size_t bytes = strlen(text);
    *id = 0;
    if (bytes == 0 || gpucost__ids_find(sink->sources, text, bytes, id)) return GPUCOST_OK;
    for (size_t n, at = 0; at < bytes; at += n)
        if ((n = gpucost__utf8_printable(text + at)) == 0) return GPUCOST_OK; /* the import's own name stands for it */
    gpucost__bind_text(sink->select_source, 1, text);
    bool row;
    GPUCOST__TRY(gpucost__statement_step(sink->select_source, &row, err));
    if (row) {
        *id = gpucost__column_i64(sink->select_source, 0);
        gpucost__statement_reset(sink->select_source);
    } else {
        gpucost__bind_text(sink->insert_source, 1, text);
        GPUCOST__TRY(gpucost__statement_run(sink->insert_source, err));
        *id = gpucost__store_last_id(sink->store);
    }
    return gpucost__ids_add(sink->sources, text, bytes, *id) ? GPUCOST_OK : gpucost__fail_memory(err);
}

gpucost_status gpucost__price_sink_put(gpucost__price_sink *sink, const gpucost__price_row *given, gpucost_error *err)
{
    gpucost__price_row row = *given;
    gpucost__price_term term;
    gpucost__refusal refusal;
    gpucost__price read = {.line = row.line,
                           .hourly_name = row.name[GPUCOST__ROW_HOURLY],
                           .upfront_name = row.name[GPUCOST__ROW_UPFRONT],
                           .withdrawn = row.withdrawn};
    fill_defaults(sink, &row);
    bool carries = true;
    if (gpucost__check_price(&row, &term, &read, &refusal))
        GPUCOST__TRY(gpucost__offers_find(sink->offers, &row, &term, sink->options.accelerators_only, &read.offer_id,
                                          &carries, &refusal, err));
    if (!carries) {
        gpucost__price_sink_skip(sink);
        return GPUCOST_OK;
    }
    if (!read.offer_id)
        return gpucost__price_sink_refuse(sink, row.line, row.name[refusal.cell], row.text[refusal.cell],
                                          refusal.reason, err);
    GPUCOST__TRY(source_id(sink, row.text[GPUCOST__ROW_SOURCE], &read.source_id, err));
    return gpucost__price_batch_put(sink->batch, &read, err);
}

gpucost_status gpucost__price_sink_tariff(gpucost__price_sink *sink, const gpucost__tariff_row *given,
                                          gpucost_error *err)
{
    gpucost__tariff_row row = *given;
    fill(&row.provider, sink->provider);
    fill(&row.region, sink->options.region);
    fill(&row.observed, sink->observed);
    fill(&row.term, "on_demand");
    fill(&row.currency, sink->options.currency);
    fill(&row.currency, usual_currency(row.provider, row.region));
    return gpucost__side_tariff(sink->side, &row, err);
}

gpucost_status gpucost__price_sink_interruption(gpucost__price_sink *sink, const gpucost__interruption_row *given,
                                                gpucost_error *err)
{
    gpucost__interruption_row row = *given;
    fill(&row.provider, sink->provider);
    fill(&row.observed, sink->observed);
    return gpucost__side_interruption(sink->side, &row, err);
}

gpucost_status gpucost__price_sink_rate(gpucost__price_sink *sink, uint64_t line, const char *base, const char *quote,
                                        const char *observed, const char *rate, gpucost_error *err)
{
    fill(&observed, sink->observed);
    return gpucost__side_rate(sink->side, line, base, quote, observed, rate, err);
}

gpucost_status gpucost__price_sink_refuse(gpucost__price_sink *sink, uint64_t line, const char *field,
                                          const char *value, const char *reason, gpucost_error *err)
{
    return gpucost__report_reject(sink->report, line, field, value, reason) ? GPUCOST_OK : gpucost__fail_memory(err);
}

void gpucost__price_sink_skip(gpucost__price_sink *sink)
{
    sink->report->summary.skipped++;
}

gpucost_status gpucost__price_sink_finish(gpucost__price_sink *sink, gpucost_error *err)
{
    return gpucost__price_batch_write(sink->batch, err);
}
