#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdio.h>

#include "compatibility/compatibility_row.h"
#include "num/gsl_guard.h"

const gpucost_fault *gpucost__fault_row(uint64_t code)
{
    for (uint64_t i = 0; i < gpucost__fault_rows_count; i++)
        if (gpucost__fault_rows[i].code == code) return &gpucost__fault_rows[i];
    return NULL;
}

uint64_t gpucost_fault_count(void)
{
    return gpucost__fault_rows_count;
}

gpucost_status gpucost_fault_at(uint64_t index, gpucost_fault *fault, gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__fault_table, fault, err));
    if (index >= gpucost__fault_rows_count)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "index", NULL, "%llu is past the last of %llu faults",
                                   (unsigned long long)index, (unsigned long long)gpucost__fault_rows_count);
    gpucost__struct_out(&gpucost__fault_table, &gpucost__fault_rows[index], fault);
    return GPUCOST_OK;
}

gpucost_status gpucost_fault_find(uint64_t code, gpucost_fault *fault, gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__fault_table, fault, err));
    const gpucost_fault *row = gpucost__fault_row(code);
    if (!row) {
        char text[24];
        snprintf(text, sizeof text, "%llu", (unsigned long long)code);
        return gpucost__fail_field(err, GPUCOST_E_UNKNOWN_NAME, "code", text, "no Xid %s is known; 1..%llu are", text,
                                   (unsigned long long)gpucost__fault_rows[gpucost__fault_rows_count - 1].code);
    }
    gpucost__struct_out(&gpucost__fault_table, row, fault);
    return GPUCOST_OK;
}

/* @source{garwood1936, pp. 437-442}: both ends are chi-square quantiles over 2 H. */
gpucost_status gpucost_fault_rate_of(uint64_t failures, double device_hours, double confidence,
                                     gpucost_fault_rate *rate, gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__fault_rate_table, rate, err));
    gpucost_fault_rate asked = {.size = sizeof asked, .failures = failures, .device_hours = device_hours,
                                .confidence = confidence};
    gpucost_fault_rate r;
    GPUCOST__TRY(gpucost__struct_in(&gpucost__fault_rate_table, &asked, &r, err));
    if (r.device_hours == 0)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "device_hours", "0",
                                   "0 is not allowed; expected 1e-6..1e12 h");
    if (r.confidence == 0) r.confidence = 0.95;
    gpucost__gsl_guard();
    double tail = (1 - r.confidence) / 2, n = (double)r.failures, twice_h = 2 * r.device_hours;
    double low = n > 0 ? gsl_cdf_chisq_Pinv(tail, 2 * n) : 0;
    double high = gsl_cdf_chisq_Qinv(tail, 2 * n + 2);
    if (!isfinite(low) || !isfinite(high) || low > 2 * n || high < 2 * n)
        return gpucost__fail(err, GPUCOST_E_NUMERIC, "the chi-square quantile did not converge");
    r.per_hour = n / r.device_hours;
    r.low_per_hour = low / twice_h;
    r.high_per_hour = high / twice_h;
    r.mean_h = n > 0 ? r.device_hours / n : 0;
    r.mean_low_h = twice_h / high;
    r.mean_high_h = low > 0 ? twice_h / low : 0;
    gpucost__struct_out(&gpucost__fault_rate_table, &r, rate);
    return GPUCOST_OK;
}
