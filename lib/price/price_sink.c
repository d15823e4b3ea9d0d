#include "price/price_sink.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/name.h"
#include "gpucost/units.h"
#include "price/price_ids.h"
#include "price/price_offer.h"
#include "price/price_report.h"

struct gpucost__price_sink {
    const char *provider, *currency;
    gpucost_import *report; /* the caller's */
    gpucost__offers *offers;
    gpucost__ids *sources;
    gpucost__statement *insert, *select, *insert_source, *select_source;
    gpucost_store *store;
    int64_t import_id;
};

/* A checked price. */
typedef struct {
    int64_t observed_utc_s, hourly_nanos, upfront_nanos;
} price;

/* Above this no instance is priced; below it hourly plus upfront per hour stays inside 64 bits. */
#define HOURLY_MOST_NANOS INT64_C(1000000000000000000)

gpucost_status gpucost__price_sink_new(gpucost_store *store, int64_t import_id, const char *provider,
                                       const char *currency, gpucost_import *report, gpucost__price_sink **sink,
                                       gpucost_error *err)
{
    gpucost__price_sink *made = calloc(1, sizeof *made);
    if (!made) return gpucost__fail_memory(err);
    made->provider = provider;
    made->currency = currency;
    made->report = report;
    made->store = store;
    made->import_id = import_id;
    made->sources = gpucost__ids_new();
    const struct {
        gpucost__statement **statement;
        const char *sql;
    } statements[] = {
        {&made->insert,
         "INSERT INTO price (offer_id, observed_utc_s, hourly_nanos, upfront_nanos, import_id, source_id) "
         "VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING"},
        {&made->select, "SELECT hourly_nanos, upfront_nanos FROM price WHERE offer_id = ?1 AND observed_utc_s = ?2"},
        {&made->insert_source, "INSERT INTO source (text) VALUES (?1) ON CONFLICT DO NOTHING"},
        {&made->select_source, "SELECT id FROM source WHERE text = ?1"},
    };
    gpucost_status status = made->sources ? gpucost__offers_new(store, &made->offers, err) : gpucost__fail_memory(err);
    for (size_t i = 0; status == GPUCOST_OK && i < sizeof(statements) / sizeof(statements[0]); i++)
        status = gpucost__store_prepare(store, statements[i].sql, statements[i].statement, err);
    if (status == GPUCOST_OK)
        *sink = made;
    else
        gpucost__price_sink_free(made);
    return status;
}

void gpucost__price_sink_free(gpucost__price_sink *sink)
{
    if (!sink) return;
    gpucost__statement_free(sink->insert);
    gpucost__statement_free(sink->select);
    gpucost__statement_free(sink->insert_source);
    gpucost__statement_free(sink->select_source);
    gpucost__offers_free(sink->offers);
    gpucost__ids_free(sink->sources);
    free(sink);
}

void gpucost__price_row_clear(gpucost__price_row *row)
{
    *row = (gpucost__price_row){0};
    for (int cell = 0; cell < GPUCOST__ROW_CELLS; cell++) row->name[cell] = row->text[cell] = "";
}

static bool refuse(gpucost__refusal *refusal, int cell, const char *format, ...) GPUCOST__PRINTF(3, 4);
static bool refuse(gpucost__refusal *refusal, int cell, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(refusal->reason, sizeof refusal->reason, format, arguments);
    va_end(arguments);
    refusal->cell = cell;
    return false;
}

/* A date may lack its day: a list of June 2023 holds from its first day. */
static bool read_instant(const gpucost__price_row *row, price *read, gpucost__refusal *refusal)
{
    const char *text = row->text[GPUCOST__ROW_OBSERVED];
    char month[16];
    if (strlen(text) == 7) {
        snprintf(month, sizeof month, "%s-01", text);
        text = month;
    }
    if (!*text)
        return refuse(refusal, GPUCOST__ROW_OBSERVED, "is empty; a price needs the date at which it was observed");
    if (gpucost_instant_parse(text, &read->observed_utc_s, NULL) != GPUCOST_OK)
        return refuse(refusal, GPUCOST__ROW_OBSERVED,
                      "is not a date such as 2024-05, 2024-05-01 or 2024-05-01T12:00:00Z");
    if (read->observed_utc_s <= 0) return refuse(refusal, GPUCOST__ROW_OBSERVED, "is before 1970");
    return true;
}

static bool read_amount(const gpucost__price_row *row, int cell, int64_t *nanos, gpucost__refusal *refusal)
{
    const char *text = row->text[cell];
    if (gpucost_price_parse(text, nanos, NULL) == GPUCOST_OK) {
        if (*nanos >= 0) return true;
        return refuse(refusal, cell, "is negative; a price is above 0");
    }
    gpucost_error why;
    gpucost_price_parse(text, nanos, &why);
    return refuse(refusal, cell, "%s", why.text);
}

static bool read_price(const gpucost__price_row *row, gpucost__price_term *term, price *read, gpucost__refusal *refusal)
{
    const char *word = *row->text[GPUCOST__ROW_TERM] ? row->text[GPUCOST__ROW_TERM] : "on_demand";
    if (!gpucost__price_term_parse(word, term))
        return refuse(
            refusal, GPUCOST__ROW_TERM,
            "is not a term such as on_demand, spot, reserved_1y_no, savings_plan_3y, cud_1y or subscription_1m");
    if (!read_instant(row, read, refusal)) return false;
    if (row->withdrawn) {
        if (term->payment == GPUCOST__PAYMENT_UNSTATED) term->payment = GPUCOST_PAYMENT_NONE;
        return true;
    }
    if (!*row->text[GPUCOST__ROW_HOURLY])
        return refuse(refusal, GPUCOST__ROW_HOURLY, "is empty; an unknown price is not a price");
    if (!read_amount(row, GPUCOST__ROW_HOURLY, &read->hourly_nanos, refusal)) return false;
    if (*row->text[GPUCOST__ROW_UPFRONT] && !read_amount(row, GPUCOST__ROW_UPFRONT, &read->upfront_nanos, refusal))
        return false;
    if (read->hourly_nanos > HOURLY_MOST_NANOS)
        return refuse(refusal, GPUCOST__ROW_HOURLY, "exceeds 1000000000 an hour");
    if (read->upfront_nanos > 0 && term->hours == 0)
        return refuse(refusal, GPUCOST__ROW_UPFRONT, "is not 0, and the term %s has no upfront part", word);
    if (read->upfront_nanos > 0 && term->payment == GPUCOST_PAYMENT_NONE)
        return refuse(refusal, GPUCOST__ROW_UPFRONT, "is not 0, and the term %s is paid by the hour", word);
    if (read->hourly_nanos == 0 && read->upfront_nanos == 0)
        return refuse(refusal, GPUCOST__ROW_HOURLY, "is 0; nothing is free unless it was paid upfront");
    if (term->payment == GPUCOST__PAYMENT_UNSTATED)
        term->payment = read->upfront_nanos == 0  ? GPUCOST_PAYMENT_NONE
                        : read->hourly_nanos == 0 ? GPUCOST_PAYMENT_ALL
                                                  : GPUCOST_PAYMENT_PARTIAL;
    return true;
}

/* Fill in what the feed leaves to its reader. AWS answers in yuan for its China regions without
   saying so (github.com/aws/karpenter-provider-aws/pull/4677). */
static void fill_defaults(const gpucost__price_sink *sink, gpucost__price_row *row)
{
    if (!*row->text[GPUCOST__ROW_PROVIDER]) row->text[GPUCOST__ROW_PROVIDER] = sink->provider;
    if (*row->text[GPUCOST__ROW_CURRENCY]) return;
    bool china = gpucost__name_equal(row->text[GPUCOST__ROW_PROVIDER], "aws") &&
                 strncmp(row->text[GPUCOST__ROW_REGION], "cn-", 3) == 0;
    row->text[GPUCOST__ROW_CURRENCY] = sink->currency ? sink->currency : china ? "CNY" : "USD";
}

static gpucost_status source_id(gpucost__price_sink *sink, const char *text, int64_t *id, gpucost_error *err)
{
    size_t bytes = strlen(text);
    *id = 0;
    if (bytes == 0 || gpucost__ids_find(sink->sources, text, bytes, id)) return GPUCOST_OK;
    for (size_t n, at = 0; at < bytes; at += n)
        if ((n = gpucost__printable(text + at)) == 0) return GPUCOST_OK; /* the import's own name stands for it */
    gpucost__bind_text(sink->insert_source, 1, text);
    gpucost__bind_text(sink->select_source, 1, text);
    bool row;
    GPUCOST__TRY(gpucost__statement_run(sink->insert_source, err));
    GPUCOST__TRY(gpucost__statement_step(sink->select_source, &row, err));
    if (row) *id = gpucost__column_i64(sink->select_source, 0);
    gpucost__statement_reset(sink->select_source);
    return gpucost__ids_add(sink->sources, text, bytes, *id) ? GPUCOST_OK : gpucost__fail_memory(err);
}

static void count(gpucost__price_sink *sink, const price *read, bool withdrawn, bool added)
{
    gpucost_import_summary *summary = &sink->report->summary;
    if (withdrawn) {
        summary->withdrawn += added;
        return;
    }
    summary->rows++;
    *(added ? &summary->accepted : &summary->unchanged) += 1;
    if (summary->first_utc_s == 0 || read->observed_utc_s < summary->first_utc_s)
        summary->first_utc_s = read->observed_utc_s;
    if (read->observed_utc_s > summary->last_utc_s) summary->last_utc_s = read->observed_utc_s;
}

/* The store has a row for this offer and instant: does it say the same? */
static gpucost_status compare_stored(gpucost__price_sink *sink, int64_t offer_id, const price *read, bool withdrawn,
                                     bool *same, gpucost__refusal *refusal, gpucost_error *err)
{
    bool row;
    gpucost__bind_i64(sink->select, 1, offer_id);
    gpucost__bind_i64(sink->select, 2, read->observed_utc_s);
    GPUCOST__TRY(gpucost__statement_step(sink->select, &row, err));
    bool gone = gpucost__column_is_null(sink->select, 0);
    int64_t hourly = gpucost__column_i64(sink->select, 0), upfront = gpucost__column_i64(sink->select, 1);
    gpucost__statement_reset(sink->select);
    *same = gone == withdrawn && (gone || (hourly == read->hourly_nanos && upfront == read->upfront_nanos));
    if (*same) return GPUCOST_OK;
    char hourly_text[48], upfront_text[48];
    gpucost_money amount = {.units = hourly / 1000000000, .nanos = (int32_t)(hourly % 1000000000)};
    gpucost_money_format(&amount, 2, hourly_text, sizeof hourly_text);
    amount = (gpucost_money){.units = upfront / 1000000000, .nanos = (int32_t)(upfront % 1000000000)};
    gpucost_money_format(&amount, 2, upfront_text, sizeof upfront_text);
    if (gone)
        refuse(refusal, GPUCOST__ROW_HOURLY,
               "the store has this offer as withdrawn at this instant; the first record stays");
    else
        refuse(refusal, hourly == read->hourly_nanos ? GPUCOST__ROW_UPFRONT : GPUCOST__ROW_HOURLY,
               "the store has %s an hour and %s upfront for this offer and instant; the first price stays", hourly_text,
               upfront_text);
    return GPUCOST_OK;
}

static gpucost_status append(gpucost__price_sink *sink, const gpucost__price_row *row, int64_t offer_id,
                             const price *read, bool *taken, gpucost__refusal *refusal, gpucost_error *err)
{
    int64_t source;
    GPUCOST__TRY(source_id(sink, row->text[GPUCOST__ROW_SOURCE], &source, err));
    gpucost__bind_i64(sink->insert, 1, offer_id);
    gpucost__bind_i64(sink->insert, 2, read->observed_utc_s);
    gpucost__bind_i64(sink->insert, 3, read->hourly_nanos);
    gpucost__bind_i64(sink->insert, 4, read->upfront_nanos);
    if (row->withdrawn) {
        gpucost__bind_null(sink->insert, 3);
        gpucost__bind_null(sink->insert, 4);
    }
    gpucost__bind_i64(sink->insert, 5, sink->import_id);
    gpucost__bind_i64(sink->insert, 6, source);
    if (source == 0) gpucost__bind_null(sink->insert, 6);
    GPUCOST__TRY(gpucost__statement_run(sink->insert, err));
    bool added = gpucost__store_changes(sink->store) > 0;
    *taken = added;
    if (!added) GPUCOST__TRY(compare_stored(sink, offer_id, read, row->withdrawn, taken, refusal, err));
    if (*taken) count(sink, read, row->withdrawn, added);
    return GPUCOST_OK;
}

gpucost_status gpucost__price_sink_put(gpucost__price_sink *sink, const gpucost__price_row *given, gpucost_error *err)
{
    gpucost__price_row row = *given;
    gpucost__price_term term;
    gpucost__refusal refusal;
    price read = {0};
    int64_t offer_id = 0;
    bool taken = false;
    fill_defaults(sink, &row);
    if (read_price(&row, &term, &read, &refusal)) {
        GPUCOST__TRY(gpucost__offers_find(sink->offers, &row, &term, &offer_id, &refusal, err));
        if (offer_id) GPUCOST__TRY(append(sink, &row, offer_id, &read, &taken, &refusal, err));
    }
    if (taken) return GPUCOST_OK;
    return gpucost__price_sink_refuse(sink, row.line, row.name[refusal.cell], row.text[refusal.cell], refusal.reason,
                                      err);
}

gpucost_status gpucost__price_sink_refuse(gpucost__price_sink *sink, uint64_t line, const char *field,
                                          const char *value, const char *reason, gpucost_error *err)
{
    return gpucost__report_reject(sink->report, line, field, value, reason) ? GPUCOST_OK : gpucost__fail_memory(err);
}
