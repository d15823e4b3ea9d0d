#include "price/price_offer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accelerator/accelerator_row.h"
#include "base/decimal.h"
#include "base/money.h"
#include "base/utf8.h"
#include "price/price_ids.h"

struct gpucost__offers {
    gpucost__ids *ids; /* by the words of the row, before any of them is looked up */
    gpucost__statement *learn, *insert, *select;
    gpucost_store *store;
    const gpucost_instance *instance; /* of the row before, which is often that of the next */
    char instance_of[sizeof(((gpucost_quote *)0)->provider) + sizeof(((gpucost_quote *)0)->instance)];
    bool first; /* the store had no offer: none can have been kept by the row's own words */
    char *key;
    size_t room;
};

/* An offer as the store keeps it. */
typedef struct {
    char provider[sizeof(((gpucost_quote *)0)->provider)];
    const char *region, *zone, *instance, *accelerator, *product, *currency, *tenancy, *plan;
    double accelerator_count;
    const char *stated; /* accelerator and count as the row says them */
    double stated_count;
    const gpucost__price_term *term;
} offer;

/* An offer that was kept by the row's own words, because the catalogue did not know them then, takes the id. */
static const char learn_sql[] =
    "UPDATE OR IGNORE offer SET accelerator = ?5, accelerator_count = ?6 WHERE provider = ?1 AND region = ?2 "
    "AND zone = ?3 AND instance = ?4 AND product = ?7 AND term = ?8 AND payment = ?9 AND term_hours = ?10 "
    "AND currency = ?11 AND tenancy = ?12 AND plan = ?13 AND accelerator = ?14 AND accelerator_count = ?15";

static const char insert_sql[] =
    "INSERT INTO offer (provider, region, zone, instance, accelerator, accelerator_count, product, term, payment, "
    "term_hours, currency, tenancy, plan) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)";
static const char select_sql[] =
    "SELECT id FROM offer WHERE provider = ?1 AND region = ?2 AND zone = ?3 AND instance = ?4 AND accelerator = ?5 "
    "AND accelerator_count = ?6 AND product = ?7 AND term = ?8 AND payment = ?9 AND term_hours = ?10 "
    "AND currency = ?11 AND tenancy = ?12 AND plan = ?13";

static gpucost_status is_first(gpucost_store *store, bool *first, gpucost_error *err)
{
    gpucost__statement *select;
    bool row;
    GPUCOST__TRY(gpucost__store_prepare(store, "SELECT 1 FROM offer LIMIT 1", &select, err));
    gpucost_status status = gpucost__statement_step(select, &row, err);
    *first = !row;
    gpucost__statement_free(select);
    return status;
}

gpucost_status gpucost__offers_new(gpucost_store *store, gpucost__offers **offers, gpucost_error *err)
{
    gpucost__offers *made = calloc(1, sizeof *made);
    if (!made) return gpucost__fail_memory(err);
    made->store = store;
    made->ids = gpucost__ids_new();
    gpucost_status status = made->ids ? GPUCOST_OK : gpucost__fail_memory(err);
    if (status == GPUCOST_OK) status = gpucost__store_prepare(store, learn_sql, &made->learn, err);
    if (status == GPUCOST_OK) status = gpucost__store_prepare(store, insert_sql, &made->insert, err);
    if (status == GPUCOST_OK) status = gpucost__store_prepare(store, select_sql, &made->select, err);
    if (status == GPUCOST_OK) status = is_first(store, &made->first, err);
    if (status == GPUCOST_OK)
        *offers = made;
    else
        gpucost__offers_free(made);
    return status;
}

void gpucost__offers_free(gpucost__offers *offers)
{
    if (!offers) return;
    gpucost__ids_free(offers->ids);
    gpucost__statement_free(offers->learn);
    gpucost__statement_free(offers->insert);
    gpucost__statement_free(offers->select);
    free(offers->key);
    free(offers);
}

static bool is_alphanumeric(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool refuse(gpucost__refusal *refusal, int cell, const char *reason)
{
    refusal->cell = cell;
    snprintf(refusal->reason, sizeof refusal->reason, "%s", reason);
    return false;
}

/* Rooms of the texts in a quote. */
static const size_t rooms[GPUCOST__ROW_OFFER_CELLS] = {
    [GPUCOST__ROW_PROVIDER] = sizeof(((gpucost_quote *)0)->provider),
    [GPUCOST__ROW_REGION] = sizeof(((gpucost_quote *)0)->region),
    [GPUCOST__ROW_ZONE] = sizeof(((gpucost_quote *)0)->zone),
    [GPUCOST__ROW_INSTANCE] = sizeof(((gpucost_quote *)0)->instance),
    [GPUCOST__ROW_ACCELERATOR] = sizeof(((gpucost_quote *)0)->accelerator),
    [GPUCOST__ROW_PRODUCT] = sizeof(((gpucost_quote *)0)->product),
    [GPUCOST__ROW_CURRENCY] = sizeof(((gpucost_quote *)0)->currency),
    [GPUCOST__ROW_TENANCY] = sizeof(((gpucost_quote *)0)->tenancy),
    [GPUCOST__ROW_PLAN] = sizeof(((gpucost_quote *)0)->plan),
};

static bool check_texts(const gpucost__price_row *row, gpucost__refusal *refusal)
{
    for (int cell = 0; cell < GPUCOST__ROW_OFFER_CELLS; cell++) {
        const char *text = row->text[cell];
        if (rooms[cell] == 0) continue;
        if (strlen(text) >= rooms[cell]) {
            refusal->cell = cell;
            snprintf(refusal->reason, sizeof refusal->reason, "is longer than %llu bytes",
                     (unsigned long long)rooms[cell] - 1);
            return false;
        }
        for (size_t n; *text; text += n)
            if ((n = gpucost__utf8_printable(text)) == 0) return refuse(refusal, cell, "is not printable UTF-8 text");
    }
    if (!*row->text[GPUCOST__ROW_PROVIDER])
        return refuse(refusal, GPUCOST__ROW_PROVIDER, "is empty; name the provider here or in the options");
    if (!is_alphanumeric(row->text[GPUCOST__ROW_INSTANCE][0]))
        return refuse(refusal, GPUCOST__ROW_INSTANCE, "is not an instance type, which starts with a letter or a digit");
    if (!gpucost__currency_is_valid(row->text[GPUCOST__ROW_CURRENCY]))
        return refuse(refusal, GPUCOST__ROW_CURRENCY,
                      "is not a currency code of three capital letters, such as USD or CNY");
    return true;
}

static const gpucost_instance *find_instance(gpucost__offers *offers, const offer *found)
{
    char name[sizeof offers->instance_of];
    snprintf(name, sizeof name, "%s %s", found->provider, found->instance);
    if (strcmp(name, offers->instance_of) != 0) {
        offers->instance = gpucost__instance_row(found->provider, found->instance);
        memcpy(offers->instance_of, name, sizeof name);
    }
    return offers->instance;
}

/* The instance type decides what it carries; a word such as "A100" may mean several boards. */
static bool find_accelerator(gpucost__offers *offers, const gpucost__price_row *row, offer *found,
                             gpucost__refusal *refusal)
{
    const char *word = row->text[GPUCOST__ROW_ACCELERATOR], *count = row->text[GPUCOST__ROW_ACCELERATOR_COUNT];
    if (*count && (gpucost__decimal_double(count, &found->accelerator_count) != GPUCOST__DECIMAL_OK ||
                   found->accelerator_count <= 0 || found->accelerator_count > 1e6))
        return refuse(refusal, GPUCOST__ROW_ACCELERATOR_COUNT, "is not a count of accelerators above 0, up to 1000000");
    found->stated = word;
    found->stated_count = found->accelerator_count;
    const gpucost_instance *instance = find_instance(offers, found);
    if (instance && row->host_alone && !*word)
        return refuse(refusal, GPUCOST__ROW_INSTANCE,
                      "is the price of the host alone: its accelerators are priced in rows of their own");
    if (instance) {
        found->accelerator = instance->accelerator;
        found->accelerator_count =
            (double)instance->accelerator_count * (instance->accelerator_share > 0 ? instance->accelerator_share : 1);
        return true;
    }
    const gpucost_accelerator *accelerator = *word ? gpucost__accelerator_row(NULL, word) : NULL;
    found->accelerator = accelerator ? accelerator->id : word;
    return true;
}

static bool read_offer(gpucost__offers *offers, const gpucost__price_row *row, offer *found, gpucost__refusal *refusal)
{
    if (!check_texts(row, refusal)) return false;
    const char *provider = row->text[GPUCOST__ROW_PROVIDER];
    for (size_t i = 0; provider[i]; i++)
        found->provider[i] = provider[i] >= 'A' && provider[i] <= 'Z' ? (char)(provider[i] - 'A' + 'a') : provider[i];
    found->region = *row->text[GPUCOST__ROW_REGION] ? row->text[GPUCOST__ROW_REGION] : "global";
    found->zone = row->text[GPUCOST__ROW_ZONE];
    found->instance = row->text[GPUCOST__ROW_INSTANCE];
    found->product = row->text[GPUCOST__ROW_PRODUCT];
    found->currency = row->text[GPUCOST__ROW_CURRENCY];
    found->tenancy = strcmp(row->text[GPUCOST__ROW_TENANCY], "shared") == 0 ? "" : row->text[GPUCOST__ROW_TENANCY];
    found->plan = row->text[GPUCOST__ROW_PLAN];
    return find_accelerator(offers, row, found, refusal);
}

static void bind_offer(gpucost__statement *statement, const offer *found)
{
    const char *texts[] = {found->provider, found->region, found->zone, found->instance, found->accelerator};
    for (int i = 0; i < 5; i++) gpucost__bind_text(statement, i + 1, texts[i]);
    gpucost__bind_f64(statement, 6, found->accelerator_count);
    gpucost__bind_text(statement, 7, found->product);
    gpucost__bind_text(statement, 8, gpucost__term_name(found->term->term));
    gpucost__bind_text(statement, 9, gpucost__payment_name(found->term->payment));
    gpucost__bind_i64(statement, 10, (int64_t)found->term->hours);
    gpucost__bind_text(statement, 11, found->currency);
    gpucost__bind_text(statement, 12, found->tenancy);
    gpucost__bind_text(statement, 13, found->plan);
}

static gpucost_status id_in_store(gpucost__offers *offers, const offer *found, int64_t *id, gpucost_error *err)
{
    bool row, known = !offers->first && strcmp(found->stated, found->accelerator) != 0;
    if (known) {
        bind_offer(offers->learn, found);
        gpucost__bind_text(offers->learn, 14, found->stated);
        gpucost__bind_f64(offers->learn, 15, found->stated_count);
        GPUCOST__TRY(gpucost__statement_run(offers->learn, err));
    }
    bind_offer(offers->select, found);
    GPUCOST__TRY(gpucost__statement_step(offers->select, &row, err));
    if (row) {
        *id = gpucost__column_i64(offers->select, 0);
        gpucost__statement_reset(offers->select);
        return GPUCOST_OK;
    }
    /* asked first: an insert that may find a conflict keeps a journal of its own */
    bind_offer(offers->insert, found);
    GPUCOST__TRY(gpucost__statement_run(offers->insert, err));
    *id = gpucost__store_last_id(offers->store);
    return GPUCOST_OK;
}

/* All that names the offer in one text; false when memory is out. */
static bool make_key(gpucost__offers *offers, const gpucost__price_row *row, const gpucost__price_term *term,
                     size_t *bytes)
{
    size_t lengths[GPUCOST__ROW_OFFER_CELLS], all = sizeof *term;
    for (int cell = 0; cell < GPUCOST__ROW_OFFER_CELLS; cell++) {
        lengths[cell] = cell == GPUCOST__ROW_TERM ? 0 : strlen(row->text[cell]) + 1;
        all += lengths[cell];
    }
    if (all > offers->room) {
        char *grown = realloc(offers->key, all * 2);
        if (!grown) return false;
        offers->key = grown;
        offers->room = all * 2;
    }
    memcpy(offers->key, term, sizeof *term);
    *bytes = sizeof *term;
    for (int cell = 0; cell < GPUCOST__ROW_OFFER_CELLS; *bytes += lengths[cell++])
        memcpy(offers->key + *bytes, row->text[cell], lengths[cell]);
    return true;
}

enum { WITHOUT_ACCELERATOR = -1 }; /* in place of an id */

gpucost_status gpucost__offers_find(gpucost__offers *offers, const gpucost__price_row *row,
                                    const gpucost__price_term *term, bool accelerators_only, int64_t *id, bool *carries,
                                    gpucost__refusal *refusal, gpucost_error *err)
{
    size_t bytes;
    *carries = true;
    if (!make_key(offers, row, term, &bytes)) return gpucost__fail_memory(err);
    if (!gpucost__ids_find(offers->ids, offers->key, bytes, id)) {
        offer found = {.term = term};
        *id = 0;
        if (!read_offer(offers, row, &found, refusal)) return GPUCOST_OK;
        if (accelerators_only && !*found.accelerator && found.accelerator_count <= 0)
            *id = WITHOUT_ACCELERATOR;
        else
            GPUCOST__TRY(id_in_store(offers, &found, id, err));
        if (!gpucost__ids_add(offers->ids, offers->key, bytes, *id)) return gpucost__fail_memory(err);
    }
    *carries = *id != WITHOUT_ACCELERATOR;
    if (!*carries) *id = 0;
    return GPUCOST_OK;
}
