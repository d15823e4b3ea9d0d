/* Buying without a forecast: what the break-even rule would have paid [wang2013]. */
#include <math.h>
#include <stdlib.h>

#include "base/money.h"
#include "gpucost/schedule.h"
#include "schedule/schedule_model.h"

typedef struct {
    const gpucost_portfolio_case *asked;
    const gpucost__dated *dated;
    gpucost__hour *hours;  /* [T] */
    int64_t *counted; /* [T] units whose history was used up: those running, and for past hours those bought since */
    gpucost__int128 seen;  /* what the next unit would have saved in the window that ends now */
    gpucost__int128 paid;
    uint64_t purchases, date; /* bought so far; next date of the commitment */
} backtest;

static int64_t next_saving(const backtest *b, uint64_t t)
{
    return gpucost__hour_value(&b->hours[t], b->counted[t] + 1);
}

/* One more unit from hour t on. The hours that called for it call for no other. */
static void buy(backtest *b, uint64_t t)
{
    uint64_t term = b->dated->row.term_hours, first = t + 1 > term ? t + 1 - term : 0, end = t + term;
    if (end > b->asked->hours) end = b->asked->hours;
    b->paid += gpucost__dated_cost(b->asked, b->dated, b->date);
    b->purchases++;
    b->seen = 0;
    for (uint64_t i = first; i < end; i++) {
        b->counted[i]++;
        if (i <= t) b->seen += next_saving(b, i);
    }
}

static void run(backtest *b, double threshold)
{
    uint64_t term = b->dated->row.term_hours;
    for (uint64_t t = 0; t < b->asked->hours; t++) {
        const gpucost__hour *hour = &b->hours[t];
        b->seen += next_saving(b, t);
        if (t >= term) b->seen -= next_saving(b, t - term);
        if (b->date < b->dated->count && gpucost__date_at(b->dated, b->date) == t) {
            double enough = threshold * (double)gpucost__dated_cost(b->asked, b->dated, b->date);
            while ((double)b->seen > enough) buy(b, t);
            b->date++;
        }
        int64_t left = hour->need > b->counted[t] ? hour->need - b->counted[t] : 0;
        int64_t spot = left < hour->cheap ? left : hour->cheap;
        b->paid += (gpucost__int128)spot * hour->spot + (gpucost__int128)(left - spot) * hour->on_demand;
    }
}

gpucost_status gpucost_schedule_online(const gpucost_portfolio_case *portfolio_case, uint64_t commitment,
                                       double threshold, uint64_t *purchases, gpucost_money *cost, gpucost_error *err)
{
    gpucost__clear(err);
    if (commitment >= portfolio_case->count)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "commitment", NULL,
                                   "commitment %llu is past the last of %llu", (unsigned long long)commitment,
                                   (unsigned long long)portfolio_case->count);
    if (!(threshold >= 0 && threshold <= 1))
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "threshold", NULL,
                                   "expected a share of the break-even point, 0..1");
    if (portfolio_case->dated[commitment].row.unit_size > 1)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "unit_size", NULL, "the rule buys single units");
    backtest b = {.asked = portfolio_case, .dated = &portfolio_case->dated[commitment]};
    b.hours = malloc((size_t)portfolio_case->hours * sizeof *b.hours);
    b.counted = calloc((size_t)portfolio_case->hours, sizeof *b.counted);
    gpucost_money amount = {0};
    gpucost_status status = b.hours && b.counted ? GPUCOST_OK : gpucost__fail_memory(err);
    if (status == GPUCOST_OK) {
        for (uint64_t t = 0; t < portfolio_case->hours; t++) b.hours[t] = gpucost__hour_of(portfolio_case, 0, t);
        run(&b, threshold);
        if (!gpucost__money_from_nanos(b.paid, portfolio_case->options.currency, &amount))
            status = gpucost__fail(err, GPUCOST_E_OVERFLOW, "the bill exceeds 64 bits of %s",
                                   portfolio_case->options.currency);
    }
    free(b.hours);
    free(b.counted);
    if (status != GPUCOST_OK) return status;
    *purchases = b.purchases;
    *cost = amount;
    return GPUCOST_OK;
}

gpucost_status gpucost_schedule_online_mean(const gpucost_portfolio_case *portfolio_case, uint64_t commitment,
                                            uint64_t draws, gpucost_money *cost, gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__count_check("draws", draws, 1, 10000, err));
    gpucost__int128 sum = 0;
    for (uint64_t i = 0; i < draws; i++) {
        /* density e^z / (e - 1) on 0..1 has the quantiles ln(1 + q (e - 1)) */
        double threshold = log1p(((double)i + 0.5) / (double)draws * expm1(1));
        uint64_t purchases;
        gpucost_money one;
        GPUCOST__TRY(gpucost_schedule_online(portfolio_case, commitment, threshold, &purchases, &one, err));
        sum += gpucost__money_nanos(&one);
    }
    gpucost__int128 mean = sum / (int64_t)draws, rest = sum % (int64_t)draws * 2;
    mean += rest > (int64_t)draws || (rest == (int64_t)draws && mean % 2 != 0);
    gpucost__money_from_nanos(mean, portfolio_case->options.currency, cost); /* no larger than the largest */
    return GPUCOST_OK;
}
