/* Batches of scenarios: is a plan good enough for the distribution behind them? [mak1999] */
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>

#include "base/money.h"
#include "num/gsl_guard.h"
#include "portfolio/portfolio_table.h"
#include "risk/risk_replan.h"
#include "risk/risk_table.h"
#include "schedule/schedule_model.h"

enum { BATCHES = 10 };

static const double CONFIDENCE = 0.95;

typedef struct {
    const gpucost_portfolio_case *asked;
    gpucost_risk_gap_options options;
    uint64_t size;         /* scenarios of a batch */
    int64_t *bought;       /* [hours] units of the plan */
    gpucost__int128 paid;  /* for them [nanos] */
    double *gap;           /* [batches] mean cost of the plan less the least [nanos] */
    gpucost__int128 plan_sum, best_sum; /* of all scenarios [nanos] */
} batches;

static gpucost_status refuse(uint64_t index, const char *what, gpucost_error *err)
{
    return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "purchases", NULL, "purchase %llu: %s",
                               (unsigned long long)index, what);
}

static bool has_date(const gpucost__dated *dated, uint64_t date)
{
    for (uint64_t i = 0; i < dated->count; i++)
        if (gpucost__date_at(dated, i) == date) return true;
    return false;
}

static gpucost_status add_purchase(batches *b, uint64_t index, const gpucost_purchase *row, gpucost_error *err)
{
    const gpucost_portfolio_case *asked = b->asked;
    if (row->commitment >= asked->count) return refuse(index, "no such commitment", err);
    const gpucost__dated *dated = &asked->dated[row->commitment];
    if (!has_date(dated, row->start_hour)) return refuse(index, "the commitment cannot be bought in that hour", err);
    if (row->units % dated->row.unit_size != 0 || row->units > INT32_MAX)
        return refuse(index, "not a whole number of purchases", err);
    uint64_t end = row->start_hour + dated->row.term_hours;
    b->bought[row->start_hour] += (int64_t)row->units;
    b->bought[end < asked->hours ? end : asked->hours] -= (int64_t)row->units;
    b->paid += gpucost__dated_cost(asked, dated, gpucost__date_index(dated, row->start_hour)) *
               (int64_t)(row->units / dated->row.unit_size);
    return GPUCOST_OK;
}

static gpucost_status read_plan(batches *b, const gpucost_purchase *purchases, uint64_t count, gpucost_error *err)
{
    if (count > 0 && !purchases) return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "purchases", NULL, "no purchases");
    for (uint64_t i = 0; i < count; i++) {
        gpucost_purchase row;
        const void *at = (const char *)purchases + i * purchases->size;
        GPUCOST__TRY(gpucost__struct_in(&gpucost__purchase_table, at, &row, err));
        GPUCOST__TRY(add_purchase(b, i, &row, err));
    }
    for (uint64_t t = 1; t < b->asked->hours; t++) b->bought[t] += b->bought[t - 1];
    return GPUCOST_OK;
}

static gpucost__int128 plan_cost(const batches *b, uint64_t path)
{
    gpucost__int128 cost = b->paid;
    for (uint64_t t = 0; t < b->asked->hours; t++) {
        gpucost__hour hour = gpucost__hour_of(b->asked, path, t);
        int64_t left = hour.need > b->bought[t] ? hour.need - b->bought[t] : 0;
        int64_t spot = left < hour.cheap ? left : hour.cheap;
        cost += (gpucost__int128)spot * hour.spot + (gpucost__int128)(left - spot) * hour.on_demand;
    }
    return cost;
}

static gpucost_status run(batches *b, gpucost_error *err)
{
    for (uint64_t m = 0; m < b->options.batches; m++) {
        gpucost__int128 plan = 0, least;
        for (uint64_t i = 0; i < b->size; i++) plan += plan_cost(b, m * b->size + i);
        GPUCOST__TRY(gpucost__risk_least(b->asked, m * b->size, b->size, &least, err));
        b->plan_sum += plan;
        b->best_sum += least;
        b->gap[m] = (double)(plan - least) / (double)b->size;
    }
    return GPUCOST_OK;
}

static gpucost_status money(const batches *b, double nanos, gpucost_money *amount, gpucost_error *err)
{
    const char *currency = b->asked->options.currency;
    if (nanos < 1e27 && gpucost__money_from_nanos((gpucost__int128)nearbyint(nanos), currency, amount))
        return GPUCOST_OK;
    return gpucost__fail(err, GPUCOST_E_OVERFLOW, "the bill exceeds 64 bits of %s", currency);
}

static gpucost_status conclude(const batches *b, gpucost_risk_gap *gap, gpucost_error *err)
{
    double count = (double)b->options.batches, all = count * (double)b->size;
    double mean = gsl_stats_mean(b->gap, 1, (size_t)b->options.batches);
    double error = sqrt(gsl_stats_variance_m(b->gap, 1, (size_t)b->options.batches, mean) / count);
    double high = mean + gsl_cdf_tdist_Pinv(b->options.confidence, count - 1) * error;
    *gap = (gpucost_risk_gap){.size = sizeof *gap, .batches = b->options.batches, .batch_size = b->size};
    GPUCOST__TRY(money(b, (double)b->plan_sum / all, &gap->plan_cost, err));
    GPUCOST__TRY(money(b, (double)b->best_sum / all, &gap->best_cost, err));
    GPUCOST__TRY(money(b, mean, &gap->gap, err));
    GPUCOST__TRY(money(b, error, &gap->error, err));
    return money(b, high > 0 ? high : 0, &gap->gap_high, err);
}

static gpucost_status check(batches *b, gpucost_error *err)
{
    if (b->options.batches == 0) b->options.batches = BATCHES;
    if (b->options.confidence <= 0) b->options.confidence = CONFIDENCE;
    b->size = b->asked->path_count / b->options.batches;
    if (b->size == 0)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "batches", NULL, "%llu scenarios do not fill %llu batches",
                                   (unsigned long long)b->asked->path_count, (unsigned long long)b->options.batches);
    for (uint64_t s = 1; s < b->asked->path_count; s++)
        if (b->asked->paths[s].weight != b->asked->paths[0].weight)
            return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "weight", NULL,
                                       "scenario %llu has another weight: draws from one distribution have the same",
                                       (unsigned long long)s);
    return GPUCOST_OK;
}

gpucost_status gpucost_risk_gap_of(const gpucost_portfolio_case *portfolio_case, const gpucost_purchase *purchases,
                                   uint64_t count, const gpucost_risk_gap_options *options, gpucost_risk_gap *gap,
                                   gpucost_error *err)
{
    gpucost__clear(err);
    batches b = {.asked = portfolio_case};
    gpucost_risk_gap found;
    GPUCOST__TRY(gpucost__struct_in(&gpucost__risk_gap_options_table, options, &b.options, err));
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__risk_gap_table, gap, err));
    GPUCOST__TRY(check(&b, err));
    gpucost__gsl_guard();
    b.bought = calloc((size_t)portfolio_case->hours + 1, sizeof *b.bought);
    b.gap = malloc((size_t)b.options.batches * sizeof *b.gap);
    gpucost_status status = b.bought && b.gap ? GPUCOST_OK : gpucost__fail_memory(err);
    if (status == GPUCOST_OK) status = read_plan(&b, purchases, count, err);
    if (status == GPUCOST_OK) status = run(&b, err);
    if (status == GPUCOST_OK) status = conclude(&b, &found, err);
    if (status == GPUCOST_OK) gpucost__struct_out(&gpucost__risk_gap_table, &found, gap);
    free(b.bought);
    free(b.gap);
    return status;
}
