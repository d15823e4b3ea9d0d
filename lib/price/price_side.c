#include "price/price_side.h"

#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "base/money.h"
#include "base/utf8.h"
#include "price/price_check.h"

enum { TEXT_MOST = 127 };

/* One table: an insert that leaves an existing row alone, and a question whether that row says the same. */
typedef struct {
    gpucost__statement *insert, *same;
} pair;

struct gpucost__side_tables {
    gpucost_store *store;
    gpucost_import *report; /* the caller's */
    int64_t import_id;
    pair tariff, interruption, rate; /* prepared when first used */
};

gpucost_status gpucost__side_tables_new(gpucost_store *store, int64_t import_id, gpucost_import *report,
                                        gpucost__side_tables **tables, gpucost_error *err)
{
    gpucost__side_tables *made = calloc(1, sizeof *made);
    if (!made) return gpucost__fail_memory(err);
    *made = (gpucost__side_tables){.store = store, .report = report, .import_id = import_id};
    *tables = made;
    return GPUCOST_OK;
}

static void free_pair(pair *statements)
{
    gpucost__statement_free(statements->insert);
    gpucost__statement_free(statements->same);
}

void gpucost__side_tables_free(gpucost__side_tables *tables)
{
    if (!tables) return;
    free_pair(&tables->tariff);
    free_pair(&tables->interruption);
    free_pair(&tables->rate);
    free(tables);
}

static gpucost_status prepare(gpucost__side_tables *tables, pair *statements, const char *insert, const char *same,
                              gpucost_error *err)
{
    if (statements->same) return GPUCOST_OK;
    if (!statements->insert) GPUCOST__TRY(gpucost__store_prepare(tables->store, insert, &statements->insert, err));
    return gpucost__store_prepare(tables->store, same, &statements->same, err);
}

/* Run the bound pair and count the row. */
static gpucost_status settle(gpucost__side_tables *tables, pair *statements, uint64_t line, const char *field,
                             const char *value, int64_t observed_utc_s, gpucost_error *err)
{
    gpucost_import_summary *summary = &tables->report->summary;
    GPUCOST__TRY(gpucost__statement_run(statements->insert, err));
    bool same = true, added = gpucost__store_changes(tables->store) > 0;
    if (!added) {
        GPUCOST__TRY(gpucost__statement_step(statements->same, &same, err));
        if (same) gpucost__statement_reset(statements->same);
    }
    if (!same)
        return gpucost__report_reject(tables->report, line, field, value,
                                      "the store has another value for this instant; the first one stays")
                   ? GPUCOST_OK
                   : gpucost__fail_memory(err);
    summary->rows++;
    *(added ? &summary->accepted : &summary->unchanged) += 1;
    if (summary->first_utc_s == 0 || observed_utc_s < summary->first_utc_s) summary->first_utc_s = observed_utc_s;
    if (observed_utc_s > summary->last_utc_s) summary->last_utc_s = observed_utc_s;
    return GPUCOST_OK;
}

static gpucost_status refuse(gpucost__side_tables *tables, uint64_t line, const char *field, const char *value,
                             const char *reason, gpucost_error *err)
{
    return gpucost__report_reject(tables->report, line, field, value, reason) ? GPUCOST_OK : gpucost__fail_memory(err);
}

static const char *check_text(const char *text, bool needed)
{
    if (!*text) return needed ? "is empty" : NULL;
    if (strlen(text) > TEXT_MOST) return "is longer than 127 bytes";
    for (size_t n; *text; text += n)
        if ((n = gpucost__utf8_printable(text)) == 0) return "is not printable UTF-8 text";
    return NULL;
}

static const char *check_kind(const char *kind)
{
    static const char *const kinds[] = {"egress", "storage", "part"};
    for (int i = 0; i < 3; i++)
        if (strcmp(kind, kinds[i]) == 0) return NULL;
    return "is not egress, storage or part";
}

gpucost_status gpucost__side_tariff(gpucost__side_tables *tables, const gpucost__tariff_row *row, gpucost_error *err)
{
    gpucost__price_term term;
    int64_t observed_utc_s = 0, nanos = 0;
    double from = 0;
    const struct {
        const char *field, *value, *why;
    } checks[] = {
        {"provider", row->provider, check_text(row->provider, true)},
        {"region", row->region, check_text(row->region, true)},
        {"kind", row->kind, check_kind(row->kind)},
        {"item", row->item, check_text(row->item, strcmp(row->kind, "egress") != 0)},
        {"target", row->target, check_text(row->target, strcmp(row->kind, "egress") == 0)},
        {"unit", row->unit, check_text(row->unit, true)},
        {"term", row->term,
         gpucost__price_term_parse(row->term, &term) &&
                 (term.term == GPUCOST_TERM_ON_DEMAND || term.term == GPUCOST_TERM_SPOT ||
                  term.term == GPUCOST_TERM_COMMITTED_USE)
             ? NULL
             : "is not on_demand, spot or a committed use such as cud_1y"},
        {"currency", row->currency,
         gpucost__currency_is_valid(row->currency) ? NULL : "is not a currency code of three capital letters"},
        {"from_quantity", row->from_quantity,
         !*row->from_quantity ||
                 (gpucost__decimal_double(row->from_quantity, &from) == GPUCOST__DECIMAL_OK && from >= 0)
             ? NULL
             : "is not a quantity from 0"},
        {"observed_utc", row->observed, gpucost__check_instant(row->observed, &observed_utc_s)},
        {"price", row->price,
         gpucost_price_parse(row->price, &nanos, NULL) == GPUCOST_OK && nanos >= 0
             ? NULL
             : "is not a price in decimal digits, at most 9 after the point"},
    };
    for (size_t i = 0; i < sizeof(checks) / sizeof(checks[0]); i++)
        if (checks[i].why) return refuse(tables, row->line, checks[i].field, checks[i].value, checks[i].why, err);
    GPUCOST__TRY(prepare(tables, &tables->tariff,
                         "INSERT INTO tariff VALUES (lower(?1), ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13) "
                         "ON CONFLICT DO NOTHING",
                         "SELECT 1 FROM tariff WHERE provider = lower(?1) AND region = ?2 AND kind = ?3 AND item = ?4 "
                         "AND target = ?5 AND term = ?6 AND term_hours = ?7 AND currency = ?8 AND unit = ?9 "
                         "AND from_quantity = ?10 AND observed_utc_s = ?11 AND price_nanos = ?12",
                         err));
    gpucost__statement *both[] = {tables->tariff.insert, tables->tariff.same};
    for (int i = 0; i < 2; i++) {
        gpucost__bind_text(both[i], 1, row->provider);
        gpucost__bind_text(both[i], 2, row->region);
        gpucost__bind_text(both[i], 3, row->kind);
        gpucost__bind_text(both[i], 4, row->item);
        gpucost__bind_text(both[i], 5, row->target);
        gpucost__bind_text(both[i], 6, gpucost__term_name(term.term));
        gpucost__bind_i64(both[i], 7, (int64_t)term.hours);
        gpucost__bind_text(both[i], 8, row->currency);
        gpucost__bind_text(both[i], 9, row->unit);
        gpucost__bind_f64(both[i], 10, from);
        gpucost__bind_i64(both[i], 11, observed_utc_s);
        gpucost__bind_i64(both[i], 12, nanos);
    }
    gpucost__bind_i64(tables->tariff.insert, 13, tables->import_id);
    return settle(tables, &tables->tariff, row->line, "price", row->price, observed_utc_s, err);
}

gpucost_status gpucost__side_interruption(gpucost__side_tables *tables, const gpucost__interruption_row *row,
                                          gpucost_error *err)
{
    int64_t observed_utc_s = 0;
    const char *why = gpucost__check_instant(row->observed, &observed_utc_s);
    if (why) return refuse(tables, row->line, "observed_utc", row->observed, why, err);
    why = check_text(row->region, true);
    if (why) return refuse(tables, row->line, "region", row->region, why, err);
    why = check_text(row->instance, true);
    if (why) return refuse(tables, row->line, "instance", row->instance, why, err);
    GPUCOST__TRY(prepare(tables, &tables->interruption,
                         "INSERT INTO interruption VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, nullif(?8, -1), ?9) "
                         "ON CONFLICT DO NOTHING",
                         "SELECT 1 FROM interruption WHERE provider = ?1 AND region = ?2 AND instance = ?3 "
                         "AND product = ?4 AND observed_utc_s = ?5 AND low = ?6 AND high = ?7 "
                         "AND saving IS nullif(?8, -1)",
                         err));
    gpucost__statement *both[] = {tables->interruption.insert, tables->interruption.same};
    for (int i = 0; i < 2; i++) {
        gpucost__bind_text(both[i], 1, row->provider);
        gpucost__bind_text(both[i], 2, row->region);
        gpucost__bind_text(both[i], 3, row->instance);
        gpucost__bind_text(both[i], 4, row->product);
        gpucost__bind_i64(both[i], 5, observed_utc_s);
        gpucost__bind_f64(both[i], 6, row->low);
        gpucost__bind_f64(both[i], 7, row->high);
        gpucost__bind_f64(both[i], 8, row->saving < 0 ? -1 : row->saving);
    }
    gpucost__bind_i64(tables->interruption.insert, 9, tables->import_id);
    return settle(tables, &tables->interruption, row->line, "low", "", observed_utc_s, err);
}

gpucost_status gpucost__side_rate(gpucost__side_tables *tables, uint64_t line, const char *base, const char *quote,
                                  const char *observed, const char *rate, gpucost_error *err)
{
    static const char not_a_currency[] = "is not a currency code of three capital letters, such as USD or CNY";
    int64_t observed_utc_s = 0, nanos = 0;
    if (!gpucost__currency_is_valid(base)) return refuse(tables, line, "base", base, not_a_currency, err);
    if (!gpucost__currency_is_valid(quote)) return refuse(tables, line, "quote", quote, not_a_currency, err);
    if (strcmp(base, quote) == 0) return refuse(tables, line, "quote", quote, "is the base itself", err);
    const char *why = gpucost__check_instant(observed, &observed_utc_s);
    if (why) return refuse(tables, line, "observed_utc", observed, why, err);
    if (gpucost_price_parse(rate, &nanos, NULL) != GPUCOST_OK || nanos <= 0)
        return refuse(tables, line, "rate", rate, "is not a rate above 0 in decimal digits, at most 9 after the point",
                      err);
    GPUCOST__TRY(prepare(tables, &tables->rate,
                         "INSERT INTO exchange_rate VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO NOTHING",
                         "SELECT 1 FROM exchange_rate WHERE base = ?1 AND quote = ?2 AND observed_utc_s = ?3 "
                         "AND rate_nanos = ?4",
                         err));
    gpucost__statement *both[] = {tables->rate.insert, tables->rate.same};
    for (int i = 0; i < 2; i++) {
        gpucost__bind_text(both[i], 1, base);
        gpucost__bind_text(both[i], 2, quote);
        gpucost__bind_i64(both[i], 3, observed_utc_s);
        gpucost__bind_i64(both[i], 4, nanos);
    }
    gpucost__bind_i64(tables->rate.insert, 5, tables->import_id);
    return settle(tables, &tables->rate, line, "rate", rate, observed_utc_s, err);
}
