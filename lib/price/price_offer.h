/* Offers of the store by what a row says of them. */
#ifndef GPUCOST_PRICE_OFFER_H
#define GPUCOST_PRICE_OFFER_H

#include "price/price_sink.h"
#include "price/price_term.h"

typedef struct gpucost__offers gpucost__offers;

typedef struct {
    int cell; /* GPUCOST__ROW_* that is wrong */
    char reason[192];
} gpucost__refusal;

gpucost_status gpucost__offers_new(gpucost_store *store, gpucost__offers **offers, gpucost_error *err);
void gpucost__offers_free(gpucost__offers *offers);

/* Id of the row's offer, made when the store has none. *id is 0 when the row does not name one: see the refusal.
 *carries is false, and *id 0, when only instances with accelerators are asked for and this is none. */
gpucost_status gpucost__offers_find(gpucost__offers *offers, const gpucost__price_row *row,
                                    const gpucost__price_term *term, bool accelerators_only, int64_t *id, bool *carries,
                                    gpucost__refusal *refusal, gpucost_error *err);

#endif
