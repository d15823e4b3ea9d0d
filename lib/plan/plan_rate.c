/* Exchange rates of a plan: those of the job, else, when the job names its currency, those of the store by date. */
#include "plan/plan_inner.h"

#include <string.h>

#include "base/decimal.h"

/* 0 when the job does not list the currency. The list was checked with the job. */
static double given_rate(const gpucost_plan_options *options, const char *currency)
{
    double rate = 0;
    char list[sizeof options->exchange_rates];
    memcpy(list, options->exchange_rates, sizeof list);
    char *rest = list, *entry;
    while (rate == 0 && (entry = strtok_r(rest, ", ", &rest)) != NULL)
        if (strncmp(entry, currency, 3) == 0 && entry[3] == '=') gpucost__decimal_double(entry + 4, &rate);
    return rate;
}

static gpucost_status find_rate(gpucost_plan *plan, const char *currency, gpucost_exchange_rate *rate,
                                gpucost_error *err)
{
    *rate = GPUCOST_INIT(gpucost_exchange_rate);
    memcpy(rate->base, currency, strnlen(currency, sizeof rate->base - 1));
    rate->rate = given_rate(&plan->options, currency);
    if (rate->rate > 0 || !plan->job->options.currency[0]) return GPUCOST_OK;
    gpucost_status status =
        gpucost_tariff_rate_at(plan->store, currency, plan->options.currency, plan->options.at_utc_s, rate, err);
    if (status != GPUCOST_E_CURRENCY) return status;
    gpucost__clear(err);
    return GPUCOST_OK;
}

static gpucost_status note_rate(gpucost_plan *plan, const gpucost_exchange_rate *rate, gpucost_error *err)
{
    char number[GPUCOST__DOUBLE_TEXT], date[32];
    gpucost__double_text(rate->rate, number);
    if (!rate->observed_utc_s)
        return gpucost__plan_note(plan, err, "Converted: 1 %s = %s %s, as given.", rate->base, number,
                                  plan->options.currency);
    gpucost_instant_format(rate->observed_utc_s, date, sizeof date);
    return gpucost__plan_note(plan, err, "Converted: 1 %s = %s %s of %.10s%s (%s).", rate->base, number,
                              plan->options.currency, date, rate->inverted ? ", the reverse of a rate" : "",
                              rate->source);
}

gpucost_status gpucost__plan_rate(gpucost_plan *plan, const char *currency, double *rate, gpucost_error *err)
{
    *rate = 1;
    if (strcmp(currency, plan->options.currency) == 0) return GPUCOST_OK;
    for (uint64_t i = 0; i < plan->rate_count; i++) {
        *rate = plan->rates[i].rate;
        if (strcmp(plan->rates[i].base, currency) == 0) return GPUCOST_OK;
    }
    gpucost_exchange_rate found;
    GPUCOST__TRY(find_rate(plan, currency, &found, err));
    *rate = found.rate;
    if (plan->rate_count == GPUCOST__RATES_MOST) return GPUCOST_OK;
    plan->rates[plan->rate_count++] = found;
    return found.rate > 0 ? note_rate(plan, &found, err) : GPUCOST_OK;
}
