#include "price/price_quote.h"

#include "price/price_term.h"

/* The store's checks keep such rows out; a damaged or edited file may hold them all the same. */
static bool is_sound(const gpucost_quote *quote)
{
    const int64_t most = INT64_MAX / 4; /* sums and spreads of prices stay inside 64 bits */
    bool commitment = quote->term != GPUCOST_TERM_ON_DEMAND && quote->term != GPUCOST_TERM_SPOT;
    return quote->term >= 0 && quote->payment >= 0 &&
           (commitment == (quote->term_hours > 0) || quote->term == GPUCOST_TERM_CAPACITY_BLOCK) &&
           quote->term_hours <= 1000000 && quote->hourly_nanos >= 0 && quote->hourly_nanos <= most &&
           quote->upfront_nanos >= 0 && quote->upfront_nanos <= most &&
           quote->hourly_nanos + quote->upfront_nanos > 0 && quote->observed_utc_s >= -62135596800 &&
           quote->observed_utc_s <= 253402300799;
}

gpucost_status gpucost__read_quote(gpucost__statement *from, int64_t at_utc_s, gpucost_quote *quote, gpucost_error *err)
{
    char name[32];
    *quote = GPUCOST_INIT(gpucost_quote);
    quote->offer_id = gpucost__column_i64(from, 0);
    quote->import_id = gpucost__column_i64(from, 1);
    gpucost__column_text(from, 2, quote->provider, sizeof quote->provider);
    gpucost__column_text(from, 3, quote->region, sizeof quote->region);
    gpucost__column_text(from, 4, quote->zone, sizeof quote->zone);
    gpucost__column_text(from, 5, quote->instance, sizeof quote->instance);
    gpucost__column_text(from, 6, quote->accelerator, sizeof quote->accelerator);
    quote->accelerator_count = gpucost__column_f64(from, 7);
    gpucost__column_text(from, 8, quote->product, sizeof quote->product);
    gpucost__column_text(from, 9, name, sizeof name);
    quote->term = gpucost__term_find(name);
    gpucost__column_text(from, 10, name, sizeof name);
    quote->payment = gpucost__payment_find(name);
    quote->term_hours = (uint64_t)gpucost__column_i64(from, 11);
    quote->upfront_nanos = gpucost__column_i64(from, 12);
    quote->hourly_nanos = gpucost__column_i64(from, 13);
    gpucost__column_text(from, 14, quote->currency, sizeof quote->currency);
    quote->observed_utc_s = gpucost__column_i64(from, 15);
    gpucost__column_text(from, 16, quote->source, sizeof quote->source);
    gpucost__column_text(from, 17, quote->tenancy, sizeof quote->tenancy);
    gpucost__column_text(from, 18, quote->plan, sizeof quote->plan);
    if (!is_sound(quote))
        return gpucost__fail(err, GPUCOST_E_STORE_CORRUPT,
                             "offer %lld holds a term, price or date that no import writes",
                             (long long)quote->offer_id);
    quote->effective_nanos = gpucost__effective_nanos(quote->hourly_nanos, quote->upfront_nanos, quote->term_hours);
    quote->age_s = at_utc_s - quote->observed_utc_s;
    return GPUCOST_OK;
}

gpucost_status gpucost__no_offer(int64_t offer_id, gpucost_error *err)
{
    return gpucost__fail_field(err, GPUCOST_E_UNKNOWN_NAME, "offer_id", NULL, "the store has no offer %lld",
                               (long long)offer_id);
}
