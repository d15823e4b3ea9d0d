/* Words for terms and payments: in feeds ("reserved_1y_partial"), filters and the store. */
#ifndef GPUCOST_PRICE_TERM_H
#define GPUCOST_PRICE_TERM_H

#include <stdbool.h>

#include "base/error.h"
#include "gpucost/price.h"

enum { GPUCOST__PAYMENT_UNSTATED = -1 };

typedef struct {
    int32_t term, payment; /* GPUCOST_TERM_*, GPUCOST_PAYMENT_* or GPUCOST__PAYMENT_UNSTATED */
    uint64_t hours;        /* 0 without a commitment */
} gpucost__price_term;

/* on_demand, spot, or kind_length[_payment]: reserved_1y_no, savings_plan_3y, cud_1y, subscription_1m, ... */
bool gpucost__price_term_parse(const char *word, gpucost__price_term *term);

/* Names in the store and in filters. */
const char *gpucost__term_name(int32_t term);
const char *gpucost__payment_name(int32_t payment);
int32_t gpucost__term_find(const char *name);    /* -1 when it is none */
int32_t gpucost__payment_find(const char *name); /* -1 when it is none */

/* The same, with GPUCOST_E_UNKNOWN_NAME and the names that there are. */
gpucost_status gpucost__term_need(const char *name, int32_t *term, gpucost_error *err);

/* Hourly plus upfront spread over the term, rounded up so that nothing is promised too cheap. */
int64_t gpucost__effective_nanos(int64_t hourly_nanos, int64_t upfront_nanos, uint64_t term_hours);

#endif
