/* AWS's bulk file of EC2. A reservation with an upfront part is two rows of one SKU and term code. */
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "price/price_aws_offer.h"
#include "price/price_halves.h"

enum { PREAMBLE_MOST = 20 };

/* Value of a preamble line after its name, without quotes; it stays in the line. NULL when the name is another. */
static const char *preamble_value(char *line, const char *name)
{
    line[strcspn(line, "\r\n")] = '\0';
    char *comma = strchr(line, ',');
    if (!comma) return NULL;
    *comma = '\0';
    size_t quote = line[0] == '"';
    bool same = strncmp(line + quote, name, strlen(name)) == 0 && strlen(line + quote) == strlen(name) + quote;
    *comma = ',';
    if (!same) return NULL;
    char *value = comma + 1 + (comma[1] == '"');
    if (*value) value[strcspn(value, "\"")] = '\0';
    return value;
}

gpucost_status gpucost__aws_preamble(gpucost__feed *feed, char published[64], gpucost_error *err)
{
    for (int i = 0; i < PREAMBLE_MOST; i++) {
        char *line;
        size_t bytes;
        GPUCOST__TRY(gpucost__input_line(feed->input, &line, &bytes, err));
        if (!line) break;
        const char *date = preamble_value(line, "Publication Date");
        if (date && strlen(date) < 64) strcpy(published, date);
        if (preamble_value(line, "OfferCode")) {
            if (*published) return GPUCOST_OK;
            return gpucost__price_not_this(feed, "Publication Date", "the line is missing, and prices need a date",
                                           err);
        }
    }
    return gpucost__price_not_this(feed, "OfferCode", "expected the lines with which AWS's bulk price files begin",
                                   err);
}

enum {
    SKU,
    TERM_CODE,
    TERM_TYPE,
    UNIT,
    PRICE,
    CURRENCY,
    FAMILY,
    INSTANCE,
    REGION, /* needed until here */
    FROM,
    LENGTH,
    OPTION,
    OFFERING,
    TENANCY,
    SYSTEM,
    LICENSE,
    CAPACITY,
    GPU,
    MARKET,
    SOFTWARE,
    COLUMNS
};

static const char *const names[COLUMNS] = {"SKU",
                                           "OfferTermCode",
                                           "TermType",
                                           "Unit",
                                           "PricePerUnit",
                                           "Currency",
                                           "Product Family",
                                           "Instance Type",
                                           "Region Code",
                                           "StartingRange",
                                           "LeaseContractLength",
                                           "PurchaseOption",
                                           "OfferingClass",
                                           "Tenancy",
                                           "Operating System",
                                           "License Model",
                                           "CapacityStatus",
                                           "GPU",
                                           "MarketOption",
                                           "Pre Installed S/W"};

typedef struct {
    gpucost__halves *halves;
    char published[64];
} state;

static gpucost__aws_offer offer_of(const gpucost__csv_row *from, const char *published)
{
    const char *cells[COLUMNS];
    for (int i = 0; i < COLUMNS; i++) cells[i] = gpucost__csv_row_cell(from, i);
    return (gpucost__aws_offer){
        .line = (uint64_t)gpucost__csv_line(from->csv),
        .family = cells[FAMILY],
        .capacity = cells[CAPACITY],
        .market = cells[MARKET],
        .system = cells[SYSTEM],
        .software = cells[SOFTWARE],
        .license = cells[LICENSE],
        .tenancy = cells[TENANCY],
        .instance = cells[INSTANCE],
        .region = cells[REGION],
        .accelerator_count = cells[GPU],
        .term_type = cells[TERM_TYPE],
        .length = cells[LENGTH],
        .option = cells[OPTION],
        .offering = cells[OFFERING],
        .currency = cells[CURRENCY],
        .observed = published,
        .hourly = "",
        .upfront = "",
        .price_name = names[PRICE],
    };
}

static gpucost_status put_row(const gpucost__csv_row *from, gpucost_error *err)
{
    state *at = from->context;
    gpucost__aws_offer offer = offer_of(from, at->published);
    const char *unit = gpucost__csv_row_cell(from, UNIT), *price = gpucost__csv_row_cell(from, PRICE);
    bool upfront = strcmp(unit, "Quantity") == 0;
    double start = 0;
    gpucost__decimal_double(gpucost__csv_row_cell(from, FROM), &start);
    if (!gpucost__aws_offer_counts(&offer) || (!upfront && strcmp(unit, "Hrs") != 0) || start > 0) {
        gpucost__price_sink_skip(from->sink);
        return GPUCOST_OK;
    }
    offer.hourly = upfront ? "" : price;
    offer.upfront = upfront ? price : "";
    bool one_row = strcmp(offer.term_type, "Reserved") != 0 || strcmp(offer.option, "No Upfront") == 0;
    if (one_row) return gpucost__aws_offer_put(&offer, from->sink, err);
    char key[GPUCOST__CELL_MOST];
    const char *sku = gpucost__csv_row_cell(from, SKU), *code = gpucost__csv_row_cell(from, TERM_CODE);
    if (strlen(sku) + strlen(code) + strlen(offer.currency) + 3 > sizeof key)
        return gpucost__price_sink_refuse(from->sink, offer.line, names[SKU], sku, "is too long for a SKU", err);
    strcat(strcat(strcat(strcat(strcpy(key, sku), "."), code), "."), offer.currency);
    gpucost__half *other = gpucost__halves_take(at->halves, key, upfront);
    if (!other)
        return gpucost__halves_keep(at->halves, key, upfront, offer.line, price) ? GPUCOST_OK
                                                                                 : gpucost__fail_memory(err);
    *(upfront ? &offer.hourly : &offer.upfront) = gpucost__half_price(other);
    gpucost_status status = gpucost__aws_offer_put(&offer, from->sink, err);
    free(other);
    return status;
}

static gpucost_status refuse_left(gpucost__halves *halves, gpucost__price_sink *sink, gpucost_error *err)
{
    for (gpucost__half *half; (half = gpucost__halves_take_any(halves)) != NULL;) {
        gpucost_status status = gpucost__price_sink_refuse(
            sink, half->line, names[PRICE], gpucost__half_price(half),
            half->upfront ? "is the upfront half of a reservation whose hourly half is missing"
                          : "is the hourly half of a reservation whose upfront half is missing",
            err);
        free(half);
        if (status != GPUCOST_OK) return status;
    }
    return GPUCOST_OK;
}

gpucost_status gpucost__price_read_aws_offer_csv(gpucost__feed *feed, gpucost__price_sink *sink, gpucost_error *err)
{
    state at = {0};
    GPUCOST__TRY(gpucost__aws_preamble(feed, at.published, err));
    at.halves = gpucost__halves_new();
    if (!at.halves) return gpucost__fail_memory(err);
    gpucost_status status = gpucost__price_each_csv(feed, sink, names, COLUMNS, REGION + 1, put_row, &at, err);
    if (status == GPUCOST_OK) status = refuse_left(at.halves, sink, err);
    gpucost__halves_free(at.halves);
    return status;
}
