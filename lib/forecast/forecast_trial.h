/* The parts tried from points in the past: how much each is worth, and how far off the mix is. */
#ifndef GPUCOST_FORECAST_TRIAL_H
#define GPUCOST_FORECAST_TRIAL_H

#include "forecast/forecast_model.h"

enum {
    GPUCOST__REGRESSION = 0,
    GPUCOST__SMOOTHING = 1,
    GPUCOST__SEASONAL = 2,
    GPUCOST__PARTS = 3,
    GPUCOST__BUCKETS_MOST = 6
};

typedef struct {
    uint64_t origins, span;          /* hours forecast from each */
    uint64_t buckets;                /* of distance: bucket i ends at bucket_end[i] */
    uint64_t bucket_end[GPUCOST__BUCKETS_MOST];
    double weight[GPUCOST__PARTS];
    double *truth;                   /* [origins][span] logarithms, NaN where not known */
    double *part[GPUCOST__PARTS];    /* [origins][span] */
    double *last;                    /* [origins] */
    double *scale; /* [origins] mean absolute error of the season repeated, in devices, in what came before */
} gpucost__trial;

/* `values` are logarithms of 1 + demand. End with gpucost__trial_free(), also after a failure. */
gpucost_status gpucost__trial_new(const double *values, uint64_t hours, uint64_t season, uint64_t horizon,
                                  uint64_t origins, gpucost__trial *trial, gpucost_error *err);
void gpucost__trial_free(gpucost__trial *trial);

/* The mix in logarithms. */
double gpucost__trial_mix(const gpucost__trial *trial, uint64_t origin, uint64_t hour);

uint64_t gpucost__trial_bucket(const gpucost__trial *trial, uint64_t hour);

/* Sorted errors (truth less forecast, in logarithms) of one bucket, of all origins but one (`origins` for none). Of the
   mix, or with `part` of a part; GPUCOST__PARTS + 1 is the last value. Returns how many; `errors` has room for origins
   x span. *wider (or NULL) is what few origins miss: errors of one go together, so it is k origins that say how far the
   next may be off, and for a normal mean error its variance is (k + 1) / (k - 1) times what they show. */
uint64_t gpucost__trial_errors(const gpucost__trial *trial, uint64_t bucket, uint64_t but, int part, double *errors,
                               double *wider);

/* Loss, coverage and error of the mix, each origin with quantiles from the others. */
gpucost_status gpucost__trial_score(const gpucost__trial *trial, double confidence, gpucost_forecast_summary *summary,
                                    gpucost_error *err);

/* The quantile that a fresh error exceeds with probability 1 - p at most: the rank of split conformal prediction. */
double gpucost__trial_quantile(const double *sorted, uint64_t count, double p);

#endif
