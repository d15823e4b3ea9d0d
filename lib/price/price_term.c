#include "price/price_term.h"

#include "base/name.h"

enum { HOURS_PER_MONTH = 730, HOURS_PER_YEAR = 8760, LENGTH_MOST = 99 };

static const char *const term_names[] = {"on_demand",    "spot",          "reserved",      "savings_plan",
                                         "subscription", "committed_use", "capacity_block"};
static const char *const payment_names[] = {"none", "partial", "all"};
enum { TERM_COUNT = sizeof(term_names) / sizeof(term_names[0]), PAYMENT_COUNT = 3 };

/* Other spellings in feeds. */
typedef struct {
    const char *word;
    int32_t value;
} spelling;

static const spelling kinds[] = {
    {"on_demand", GPUCOST_TERM_ON_DEMAND},
    {"ondemand", GPUCOST_TERM_ON_DEMAND},
    {"spot", GPUCOST_TERM_SPOT},
    {"preemptible", GPUCOST_TERM_SPOT},
    {"reserved", GPUCOST_TERM_RESERVED},
    {"savings_plan", GPUCOST_TERM_SAVINGS_PLAN},
    {"subscription", GPUCOST_TERM_SUBSCRIPTION},
    {"committed_use", GPUCOST_TERM_COMMITTED_USE},
    {"cud", GPUCOST_TERM_COMMITTED_USE},
    {"capacity_block", GPUCOST_TERM_CAPACITY_BLOCK},
};

static const spelling payments[] = {
    {"no", GPUCOST_PAYMENT_NONE},
    {"none", GPUCOST_PAYMENT_NONE},
    {"partial", GPUCOST_PAYMENT_PARTIAL},
    {"all", GPUCOST_PAYMENT_ALL},
};

const char *gpucost__term_name(int32_t term)
{
    return term_names[term];
}

const char *gpucost__payment_name(int32_t payment)
{
    return payment_names[payment];
}

static int32_t find(const char *const *names, int32_t count, const char *name)
{
    for (int32_t i = 0; i < count; i++)
        if (gpucost__name_equal(names[i], name)) return i;
    return -1;
}

int32_t gpucost__term_find(const char *name)
{
    return find(term_names, TERM_COUNT, name);
}

int32_t gpucost__payment_find(const char *name)
{
    return find(payment_names, PAYMENT_COUNT, name);
}

static const char *name_at(const void *context, uint64_t index)
{
    (void)context;
    return term_names[index];
}

gpucost_status gpucost__term_need(const char *name, int32_t *term, gpucost_error *err)
{
    *term = gpucost__term_find(name);
    if (*term >= 0) return GPUCOST_OK;
    return gpucost__name_unknown("term", name, name_at, NULL, TERM_COUNT, err);
}

/* Step over `word` when the text goes on with it, whatever the case and the kind of dash. */
static bool take_word(const char **at, const char *word)
{
    const char *p = *at;
    for (; *word; word++, p++) {
        char c = *p >= 'A' && *p <= 'Z' ? (char)(*p - 'A' + 'a') : *p == '-' || *p == ' ' ? '_' : *p;
        if (c != *word) return false;
    }
    if (*p && *p != '_' && *p != '-' && *p != ' ') return false;
    *at = p;
    return true;
}

/* The row whose word comes next, stepped over; NULL when there is none. */
static const spelling *take_spelling(const char **at, const spelling *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (take_word(at, rows[i].word)) return &rows[i];
    return NULL;
}

static bool take_dash(const char **at)
{
    if (**at != '_' && **at != '-' && **at != ' ') return false;
    (*at)++;
    return true;
}

/* 1y, 36m */
static bool take_length(const char **at, uint64_t *hours)
{
    uint64_t count = 0;
    for (; **at >= '0' && **at <= '9' && count <= LENGTH_MOST; (*at)++) count = count * 10 + (uint64_t)(**at - '0');
    if (count < 1 || count > LENGTH_MOST) return false;
    if (**at != 'm' && **at != 'M' && **at != 'y' && **at != 'Y') return false;
    *hours = count * (**at == 'm' || **at == 'M' ? HOURS_PER_MONTH : HOURS_PER_YEAR);
    (*at)++;
    return true;
}

bool gpucost__price_term_parse(const char *word, gpucost__price_term *term)
{
    const char *at = word;
    const spelling *kind = take_spelling(&at, kinds, sizeof(kinds) / sizeof(kinds[0]));
    if (!kind) return false;
    gpucost__price_term read = {.term = kind->value};
    bool whole = !*at && read.term == GPUCOST_TERM_CAPACITY_BLOCK; /* of any length */
    if (read.term != GPUCOST_TERM_ON_DEMAND && read.term != GPUCOST_TERM_SPOT && !whole) {
        if (!take_dash(&at) || !take_length(&at, &read.hours)) return false;
        read.payment = GPUCOST__PAYMENT_UNSTATED;
        if (take_dash(&at)) {
            const spelling *payment = take_spelling(&at, payments, sizeof(payments) / sizeof(payments[0]));
            if (!payment) return false;
            read.payment = payment->value;
            if (take_dash(&at) && !take_word(&at, "upfront")) return false;
        }
    }
    if (*at) return false;
    *term = read;
    return true;
}

int64_t gpucost__effective_nanos(int64_t hourly_nanos, int64_t upfront_nanos, uint64_t term_hours)
{
    if (term_hours == 0) return hourly_nanos;
    int64_t hours = (int64_t)term_hours;
    return hourly_nanos + upfront_nanos / hours + (upfront_nanos % hours != 0);
}
