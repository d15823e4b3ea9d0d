/* What a caller asks, taken into our structs and checked. */
#ifndef GPUCOST_PORTFOLIO_PROBLEM_H
#define GPUCOST_PORTFOLIO_PROBLEM_H

#include "base/error.h"
#include "gpucost/portfolio.h"

enum { GPUCOST__COMMITMENTS_MOST = 256, GPUCOST__HOURS_MOST = 1000000 };

typedef struct {
    const int32_t *demand;   /* [hours] borrowed from the caller */
    const int32_t *must_run; /* [hours] part of it that spot may not, or had better not, serve; may be demand itself */
    int32_t *own;            /* must_run when it is not demand */
    uint64_t hours;
    uint64_t count;
    int64_t on_demand, spot; /* prices of one entry of the demand [1e-9 currency]; spot 0 when there is none */
    gpucost_portfolio_options options;
    gpucost_commitment commitments[GPUCOST__COMMITMENTS_MOST];
} gpucost__problem;

/* End with gpucost__problem_free(), also after a failure. */
gpucost_status gpucost__problem_take(const int32_t *demand, const int32_t *interruptible, uint64_t hours,
                                     const gpucost_commitment *commitments, uint64_t count,
                                     const gpucost_portfolio_options *options, gpucost__problem *problem,
                                     gpucost_error *err);

/* The parts of it that a case takes too. Numbers of a call itself have no field table. */
gpucost_status gpucost__count_check(const char *field, uint64_t value, uint64_t least, uint64_t most,
                                    gpucost_error *err);
gpucost_status gpucost__demand_check(const int32_t *demand, const int32_t *interruptible, uint64_t hours,
                                     gpucost_error *err);
gpucost_status gpucost__portfolio_options_take(const gpucost_portfolio_options *options,
                                               gpucost_portfolio_options *ours, gpucost_error *err);
gpucost_status gpucost__commitment_take(const void *caller, gpucost_commitment *ours, gpucost_error *err);
void gpucost__problem_free(gpucost__problem *problem);

#endif
