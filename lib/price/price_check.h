/* Is what a row says a price at all? */
#ifndef GPUCOST_PRICE_CHECK_H
#define GPUCOST_PRICE_CHECK_H

#include "price/price_batch.h"
#include "price/price_offer.h"

/* Instant of a text; a date may lack its day: a list of June 2023 holds from its first day. NULL, or why not. */
const char *gpucost__check_instant(const char *text, int64_t *utc_s);

/* Term, amounts and instant of a row; false with a refusal. */
bool gpucost__check_price(const gpucost__price_row *row, gpucost__price_term *term, gpucost__price *price,
                          gpucost__refusal *refusal);

#endif
