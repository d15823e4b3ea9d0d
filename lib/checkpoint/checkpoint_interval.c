#include "checkpoint/checkpoint_interval.h"

#include <gsl/gsl_sf_lambert.h>
#include <math.h>

#include "num/gsl_guard.h"

/* delta/M below which -exp(-1 - delta/M) lies so close to -1/e, where W0 branches, that its digits are lost. Here the
   two methods agree within 1e-11, and E[T] depends on the interval in second order only. */
static const double BRANCH_POINT = 5e-5;

/* n M exp(R/M) (exp(a/M) - 1) with a = W/n + delta: n segments of length a, each tried until it passes. */
double gpucost__checkpoint_expected_s(const gpucost_checkpoint_case *work, double segments)
{
    double again = exp(work->restart_s / work->mean_s);
    if (segments == 0) return work->work_s * again;
    double segment = (work->work_s / segments + work->checkpoint_s) / work->mean_s;
    return segments * (work->mean_s * expm1(segment)) * again;
}

/* u = tau/M solves u + ln(1 - u) = -delta/M. With s = sqrt(2 delta/M) that is u^2/2 + u^3/3 + ... = s^2/2; comparing
   powers gives u = s - s^2/3 + s^3/36 + s^4/270 + s^5/4320 - ... (own; 6e-15 off at the branch point below). */
static double near_branch_point(double ratio)
{
    double s = sqrt(2 * ratio);
    return s * (1 - s * (1.0 / 3 - s * (1.0 / 36 + s * (1.0 / 270 + s / 4320))));
}

gpucost_status gpucost__checkpoint_interval_s(double mean_s, double checkpoint_s, double *interval_s,
                                              gpucost_error *err)
{
    double ratio = checkpoint_s / mean_s;
    if (ratio < BRANCH_POINT) {
        *interval_s = mean_s * near_branch_point(ratio);
        return GPUCOST_OK;
    }
    gpucost__gsl_guard();
    gsl_sf_result w;
    GPUCOST__TRY(gpucost__gsl_status(gsl_sf_lambert_W0_e(-exp(-1 - ratio), &w), "the checkpoint interval", err));
    *interval_s = mean_s * (1 + w.val);
    return GPUCOST_OK;
}
