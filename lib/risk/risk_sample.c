/* What a sample does not know. */
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "num/gsl_guard.h"
#include "risk/risk_table.h"

static const double CONFIDENCE = 0.95;

/* Least x with F_n(x) >= p; with rounding of p n forgiven. */
static double order_statistic(const double *sorted, uint64_t count, double p)
{
    double rank = ceil(p * (double)count - 1e-9);
    uint64_t at = rank <= 1 ? 0 : (uint64_t)rank - 1;
    return sorted[at < count ? at : count - 1];
}

static gpucost_status check(const double *draws, uint64_t count, const gpucost_risk_sample *asked, gpucost_error *err)
{
    if (!draws || count == 0) return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "draws", NULL, "no draws");
    for (uint64_t i = 0; i < count; i++)
        if (!isfinite(draws[i]))
            return gpucost__fail_field(err, GPUCOST_E_RANGE, "draws", NULL, "draw %llu is not a finite number",
                                       (unsigned long long)i);
    if (asked->probability <= 0)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "probability", "0", "expected more than 0 and less than 1");
    if (asked->block > count)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "block", NULL, "%llu draws are less than one block of %llu",
                                   (unsigned long long)count, (unsigned long long)asked->block);
    return GPUCOST_OK;
}

gpucost_status gpucost_risk_quantile_of(const double *draws, uint64_t count, const gpucost_risk_sample *asked,
                                        gpucost_risk_quantile *result, gpucost_error *err)
{
    gpucost__clear(err);
    gpucost_risk_sample ours;
    GPUCOST__TRY(gpucost__struct_in(&gpucost__risk_sample_table, asked, &ours, err));
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__risk_quantile_table, result, err));
    if (ours.confidence <= 0) ours.confidence = CONFIDENCE;
    if (ours.block == 0) ours.block = 1;
    GPUCOST__TRY(check(draws, count, &ours, err));
    gpucost__gsl_guard();
    double *sorted = malloc((size_t)count * sizeof *sorted);
    if (!sorted) return gpucost__fail_memory(err);
    memcpy(sorted, draws, (size_t)count * sizeof *sorted);
    gsl_sort(sorted, 1, (size_t)count);
    gpucost_risk_quantile found = {.size = sizeof found, .independent = count / ours.block};
    found.band = sqrt(log(2 / (1 - ours.confidence)) / (2 * (double)found.independent)); /* [massart1990] */
    found.value = order_statistic(sorted, count, ours.probability);
    found.low_open = ours.probability - found.band <= 0;
    found.high_open = ours.probability + found.band > 1;
    found.low = order_statistic(sorted, count, ours.probability - found.band);
    found.high = order_statistic(sorted, count, ours.probability + found.band);
    free(sorted);
    gpucost__struct_out(&gpucost__risk_quantile_table, &found, result);
    return GPUCOST_OK;
}
