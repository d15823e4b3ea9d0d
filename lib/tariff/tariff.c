#include <stdlib.h>
#include <string.h>

#include "base/money.h"
#include "base/name.h"
#include "price/price_term.h"
#include "store/store_handle.h"
#include "tariff/tariff_list.h"
#include "tariff/tariff_table.h"

static const char *const kinds[] = {"", "egress", "storage", "part"};

/* All volumes of a tariff come from its last list: one that has fewer of them than the list before ends the others.
   A provider is kept in small letters and begins the key. */
static const char tariffs_sql[] =
    "SELECT provider, region, kind, item, target, term, term_hours, currency, unit, from_quantity, observed_utc_s, "
    "price_nanos FROM tariff t WHERE provider BETWEEN lower(?2) AND iif(?2 = '', char(1114111), lower(?2)) AND (?3 = "
    "'' OR region = ?3 COLLATE "
    "NOCASE) "
    "AND (?4 = '' OR kind = ?4) AND (?5 = '' OR target = ?5 COLLATE NOCASE) AND (?6 = '' OR currency = ?6 COLLATE "
    "NOCASE) "
    "AND observed_utc_s = (SELECT max(u.observed_utc_s) FROM tariff u WHERE u.provider = t.provider AND u.region = "
    "t.region "
    "AND u.kind = t.kind AND u.item = t.item AND u.target = t.target AND u.term = t.term AND u.term_hours = "
    "t.term_hours "
    "AND u.currency = t.currency AND u.unit = t.unit AND u.observed_utc_s <= ?1) "
    "ORDER BY provider, region, kind, item, target, term, term_hours, currency, unit, from_quantity";

static void read_tariff(gpucost__statement *from, gpucost_tariff *tariff)
{
    char word[32];
    *tariff = GPUCOST_INIT(gpucost_tariff);
    gpucost__column_text(from, 0, tariff->provider, sizeof tariff->provider);
    gpucost__column_text(from, 1, tariff->region, sizeof tariff->region);
    gpucost__column_text(from, 2, word, sizeof word);
    while (tariff->kind < GPUCOST_TARIFF_PART && strcmp(kinds[tariff->kind], word) != 0) tariff->kind++;
    gpucost__column_text(from, 3, tariff->item, sizeof tariff->item);
    gpucost__column_text(from, 4, tariff->target, sizeof tariff->target);
    gpucost__column_text(from, 5, word, sizeof word);
    tariff->term = gpucost__term_find(word);
    tariff->term_hours = (uint64_t)gpucost__column_i64(from, 6);
    gpucost__column_text(from, 7, tariff->currency, sizeof tariff->currency);
    gpucost__column_text(from, 8, tariff->unit, sizeof tariff->unit);
    tariff->from_quantity = gpucost__column_f64(from, 9);
    tariff->observed_utc_s = gpucost__column_i64(from, 10);
    tariff->unit_nanos = gpucost__column_i64(from, 11);
}

static gpucost_status keep(gpucost_tariffs *tariffs, const gpucost_tariff *tariff, gpucost_error *err)
{
    if (tariffs->count == tariffs->room) {
        uint64_t room = tariffs->room ? tariffs->room * 2 : 64;
        gpucost_tariff *grown = realloc(tariffs->rows, (size_t)room * sizeof *grown);
        if (!grown) return gpucost__fail_memory(err);
        tariffs->rows = grown;
        tariffs->room = room;
    }
    tariffs->rows[tariffs->count++] = *tariff;
    return GPUCOST_OK;
}

static gpucost_status collect(gpucost_store *store, const gpucost_tariff_filter *filter, gpucost_tariffs *tariffs,
                              gpucost_error *err)
{
    gpucost__statement *select;
    gpucost_status status;
    bool row;
    GPUCOST__TRY(gpucost__store_prepare(store, tariffs_sql, &select, err));
    gpucost__bind_i64(select, 1, filter->at_utc_s ? filter->at_utc_s : INT64_MAX);
    const char *texts[] = {filter->provider, filter->region, kinds[filter->kind], filter->target, filter->currency};
    for (int i = 0; i < 5; i++) gpucost__bind_text(select, i + 2, texts[i]);
    while ((status = gpucost__statement_step(select, &row, err)) == GPUCOST_OK && row) {
        gpucost_tariff tariff;
        read_tariff(select, &tariff);
        if (*filter->item && !gpucost__name_listed(filter->item, '\n', tariff.item)) continue;
        status = keep(tariffs, &tariff, err);
        if (status != GPUCOST_OK) break;
    }
    gpucost__statement_free(select);
    return status;
}

gpucost_status gpucost_tariffs_new(gpucost_store *store, const gpucost_tariff_filter *given, gpucost_tariffs **tariffs,
                                   gpucost_error *err)
{
    gpucost__clear(err);
    gpucost_tariff_filter filter;
    GPUCOST__TRY(gpucost__struct_in(&gpucost__tariff_filter_table, given, &filter, err));
    gpucost_tariffs *made = calloc(1, sizeof *made);
    if (!made) return gpucost__fail_memory(err);
    gpucost_status status = collect(store, &filter, made, err);
    if (status == GPUCOST_OK)
        *tariffs = made;
    else
        gpucost_tariffs_free(made);
    return status;
}

uint64_t gpucost_tariffs_count(const gpucost_tariffs *tariffs)
{
    return tariffs->count;
}

gpucost_status gpucost_tariffs_at(const gpucost_tariffs *tariffs, uint64_t index, gpucost_tariff *tariff,
                                  gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__tariff_table, tariff, err));
    if (index >= tariffs->count)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "index", NULL, "%llu is past the last of %llu tariffs",
                                   (unsigned long long)index, (unsigned long long)tariffs->count);
    gpucost__struct_out(&gpucost__tariff_table, &tariffs->rows[index], tariff);
    return GPUCOST_OK;
}

gpucost_status gpucost_tariffs_cost(const gpucost_tariffs *tariffs, double quantity, gpucost_money *cost,
                                    gpucost_error *err)
{
    gpucost__clear(err);
    const gpucost_tariff *rows = tariffs->rows;
    if (!(quantity >= 0))
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "quantity", NULL, "is not a quantity from 0");
    if (tariffs->count == 0 || rows[0].from_quantity > 0)
        return gpucost__fail_field(err, GPUCOST_E_UNKNOWN_FACT, "from_quantity", NULL,
                                   "no tariff of the first units is in the list");
    for (uint64_t i = 1; i < tariffs->count; i++)
        if (!gpucost__tariff_same_item(&rows[0], &rows[i]))
            return gpucost__fail_field(
                err, GPUCOST_E_ARGUMENT, "tariffs", rows[i].item,
                "the list is of several items; choose one by provider, region, kind, item and target");
    const gpucost__tariff tariff = {rows, tariffs->count};
    gpucost__int128 sum;
    if (gpucost__tariff_nanos(&tariff, quantity, &sum) && gpucost__money_from_nanos(sum, rows[0].currency, cost))
        return GPUCOST_OK;
    return gpucost__fail(err, GPUCOST_E_OVERFLOW, "the cost does not fit");
}

void gpucost_tariffs_free(gpucost_tariffs *tariffs)
{
    if (!tariffs) return;
    free(tariffs->rows);
    free(tariffs);
}
