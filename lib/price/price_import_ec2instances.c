/* ec2instances.info: a list of instance types with prices by region and system. Its reserved prices are effective
   hourly rates, the upfront part spread over the term: of an all-upfront plan the fee can be told again, of a partial
   one not. */
#include <stdio.h>
#include <string.h>

#include "gpucost/units.h"
#include "price/price_import.h"
#include "price/price_term.h"

/* Systems of the file; "dedicated" is the price of a whole host. */
static const char *const systems[][3] = {
    {"linux", "Linux", "NA"},
    {"mswin", "Windows", "NA"},
    {"rhel", "RHEL", "NA"},
    {"sles", "SUSE", "NA"},
    {"linuxSQL", "Linux", "SQL Std"},
    {"linuxSQLWeb", "Linux", "SQL Web"},
    {"linuxSQLEnterprise", "Linux", "SQL Ent"},
    {"mswinSQL", "Windows", "SQL Std"},
    {"mswinSQLWeb", "Windows", "SQL Web"},
    {"mswinSQLEnterprise", "Windows", "SQL Ent"},
    {"rhelSQL", "RHEL", "SQL Std"},
    {"rhelSQLWeb", "RHEL", "SQL Web"},
    {"rhelSQLEnterprise", "RHEL", "SQL Ent"},
    {"rhelHASQL", "RHEL with HA", "SQL Std"},
    {"rhelHASQLEnterprise", "RHEL with HA", "SQL Ent"},
    {"rhelHA", "RHEL with HA", "NA"},
    {"ubuntu", "Ubuntu Pro", "NA"},
};

static bool product_of(const char *system, char product[GPUCOST__CELL_MOST])
{
    for (size_t i = 0; i < sizeof(systems) / sizeof(systems[0]); i++)
        if (strcmp(systems[i][0], system) == 0) {
            gpucost__aws_product(systems[i][1], systems[i][2], product, GPUCOST__CELL_MOST);
            return true;
        }
    return false;
}

/* "yrTerm1Standard.noUpfront": term word and kind; false when it is no such key. */
static bool read_key(const char *key, char term[64], const char **plan, gpucost__price_term *read)
{
    static const struct {
        const char *word, *kind, *plan;
    } kinds[] = {{"Standard", "reserved", ""},
                 {"Convertible", "reserved", "convertible"},
                 {"Savings", "savings_plan", ""},
                 {"", "reserved", ""}};
    if (strncmp(key, "yrTerm", 6) != 0 || (key[6] != '1' && key[6] != '3')) return false;
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        size_t bytes = strlen(kinds[i].word);
        if (strncmp(key + 7, kinds[i].word, bytes) != 0 || key[7 + bytes] != '.') continue;
        const char *payment = key + 8 + bytes;
        const char *word = strncmp(payment, "no", 2) == 0        ? "no"
                           : strncmp(payment, "partial", 7) == 0 ? "partial"
                           : strncmp(payment, "all", 3) == 0     ? "all"
                                                                 : "?";
        snprintf(term, 64, "%s_%cy_%s", kinds[i].kind, key[6], word);
        *plan = kinds[i].plan;
        return gpucost__price_term_parse(term, read);
    }
    return false;
}

#define RATE_MOST_NANOS INT64_C(100000000000000) /* 100,000 an hour: times a term it fits 64 bits */

/* Hourly rate times term, when that is a whole amount to within what six decimals leave open. */
static bool fee_of(int64_t rate, uint64_t hours, int64_t *fee)
{
    const int64_t unit = 1000000000, slack = unit / 50;
    int64_t sum = rate * (int64_t)hours, whole = (sum + unit / 2) / unit * unit;
    *fee = whole;
    return whole > 0 && sum - whole <= slack && whole - sum <= slack;
}

static gpucost_status put_reserved(gpucost__price_row *row, const char *key, const char *price,
                                   gpucost__price_sink *sink, gpucost_error *err)
{
    char term[64], rooms[2][GPUCOST__CELL_MOST];
    gpucost__price_term read;
    int64_t rate = 0, hourly, upfront = 0;
    row->name[GPUCOST__ROW_HOURLY] = row->name[GPUCOST__ROW_UPFRONT] = row->name[GPUCOST__ROW_TERM] = key;
    if (!read_key(key, term, &row->text[GPUCOST__ROW_PLAN], &read))
        return gpucost__price_sink_refuse(sink, row->line, key, price, "is not a key such as yrTerm1Standard.noUpfront",
                                          err);
    row->text[GPUCOST__ROW_TERM] = term;
    if (gpucost_price_parse(price, &rate, NULL) != GPUCOST_OK || rate <= 0 || rate > RATE_MOST_NANOS)
        return gpucost__price_sink_refuse(sink, row->line, key, price, "is not a price above 0", err);
    hourly = rate;
    if (read.term == GPUCOST_TERM_SAVINGS_PLAN) {
        gpucost__split_rate(price, &read, &hourly, &upfront);
    } else if (read.payment == GPUCOST_PAYMENT_PARTIAL) {
        return gpucost__price_sink_refuse(
            sink, row->line, key, price,
            "is a rate with the upfront part spread over it: how much that was is not said", err);
    } else if (read.payment == GPUCOST_PAYMENT_ALL) {
        if (!fee_of(rate, read.hours, &upfront))
            return gpucost__price_sink_refuse(sink, row->line, key, price,
                                              "is rounded too much to tell the fee that was paid upfront", err);
        hourly = 0;
    }
    row->text[GPUCOST__ROW_HOURLY] = gpucost__nanos_cell(hourly, rooms[0]);
    row->text[GPUCOST__ROW_UPFRONT] = gpucost__nanos_cell(upfront, rooms[1]);
    return gpucost__price_sink_put(sink, row, err);
}

static gpucost_status put_system(gpucost__price_row *row, json_t *prices, gpucost__price_sink *sink, gpucost_error *err)
{
    char room[GPUCOST__CELL_MOST];
    const char *key, *on_demand = gpucost__json_cell(json_object_get(prices, "ondemand"), room);
    json_t *price;
    row->name[GPUCOST__ROW_HOURLY] = "ondemand";
    row->text[GPUCOST__ROW_TERM] = "on_demand";
    row->text[GPUCOST__ROW_PLAN] = row->text[GPUCOST__ROW_UPFRONT] = "";
    row->text[GPUCOST__ROW_HOURLY] = on_demand;
    if (*on_demand && strcmp(on_demand, "N/A") != 0) GPUCOST__TRY(gpucost__price_sink_put(sink, row, err));
    json_object_foreach(json_object_get(prices, "reserved"), key, price)
        GPUCOST__TRY(put_reserved(row, key, gpucost__json_cell(price, room), sink, err));
    return GPUCOST_OK;
}

static gpucost_status put_instance(json_t *entry, uint64_t number, gpucost__price_sink *sink, gpucost_error *err)
{
    json_t *devices = json_object_get(entry, "GPU"), *platforms, *prices;
    const char *region, *system, *instance = json_string_value(json_object_get(entry, "instance_type"));
    char product[GPUCOST__CELL_MOST], count[GPUCOST__CELL_MOST];
    gpucost__price_row row;
    gpucost__price_row_clear(&row);
    row.line = number;
    row.name[GPUCOST__ROW_INSTANCE] = "instance_type";
    row.name[GPUCOST__ROW_OBSERVED] = "observed_utc";
    row.text[GPUCOST__ROW_INSTANCE] = instance ? instance : "";
    row.text[GPUCOST__ROW_ACCELERATOR_COUNT] = json_number_value(devices) > 0 ? gpucost__json_cell(devices, count) : "";
    row.text[GPUCOST__ROW_PRODUCT] = product;
    json_object_foreach(json_object_get(entry, "pricing"), region, platforms)
    {
        row.text[GPUCOST__ROW_REGION] = region;
        json_object_foreach(platforms, system, prices)
        {
            if (json_is_object(prices) && product_of(system, product))
                GPUCOST__TRY(put_system(&row, prices, sink, err));
            else
                gpucost__price_sink_skip(sink);
        }
    }
    return GPUCOST_OK;
}

gpucost_status gpucost__price_read_ec2instances(gpucost__feed *feed, gpucost__price_sink *sink, gpucost_error *err)
{
    size_t i;
    json_t *entry;
    if (!json_is_array(feed->json)) return gpucost__price_not_this(feed, "", "expected a list of instance types", err);
    json_array_foreach(feed->json, i, entry) GPUCOST__TRY(put_instance(entry, i + 1, sink, err));
    return GPUCOST_OK;
}
