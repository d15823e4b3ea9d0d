/* A product of the AWS price list, from CSV or JSON, as a price row. */
#ifndef GPUCOST_PRICE_AWS_OFFER_H
#define GPUCOST_PRICE_AWS_OFFER_H

#include "price/price_import.h"

typedef struct {
    uint64_t line;
    const char *family, *capacity, *market, *system, *software, *license, *tenancy; /* of the product */
    const char *instance, *region, *accelerator_count;
    const char *term_type, *length, *option,
        *offering; /* of the term: OnDemand or Reserved, 1yr, No Upfront, standard */
    const char *currency, *observed;
    const char *hourly, *upfront; /* "": none */
    const char *price_name;       /* of the price's cell */
} gpucost__aws_offer;

/* Is it the price of an instance in use? The list also has storage, hosts, and capacity that is reserved but idle. */
bool gpucost__aws_offer_counts(const gpucost__aws_offer *offer);

gpucost_status gpucost__aws_offer_put(const gpucost__aws_offer *offer, gpucost__price_sink *sink, gpucost_error *err);

/* Is the product storage or traffic that plans pay for? Fills what the product says, and what it leaves is empty. */
bool gpucost__aws_tariff_of(json_t *product, gpucost__tariff_row *row);

/* A tariff for each volume and currency of its terms; line and date are the row's. */
gpucost_status gpucost__aws_tariff_put(gpucost__tariff_row *row, json_t *on_demand, gpucost__price_sink *sink,
                                       gpucost_error *err);

/* AWS's bulk files begin with lines of two fields, of which "Publication Date" is the instant of all prices: effective
   dates are often years old. Reads to the line before the header. */
gpucost_status gpucost__aws_preamble(gpucost__feed *feed, char published[64], gpucost_error *err);

#endif
