/* Quotes of terms as commitments of a portfolio. */
#ifndef GPUCOST_PLAN_TERMS_H
#define GPUCOST_PLAN_TERMS_H

#include "gpucost/portfolio.h"
#include "gpucost/price.h"
#include "store/store_handle.h"

/* False when it is none: on demand, on spot, or a capacity block, which has dates of its own. */
bool gpucost__terms_commitment(const gpucost_quote *quote, gpucost_commitment *commitment);

/* Licences that work on Linux does not buy. */
bool gpucost__terms_other_system(const char *product);

/* Share of an offer's spot instances that the store saw interrupted in a month, the middle of the range; 0 when it has
   no record. */
gpucost_status gpucost__terms_interruption(gpucost_store *store, const char *provider, const char *region,
                                           const char *instance, double *share, gpucost_error *err);

/* The same when nothing is recorded: the means that the AWS Spot Instance Advisor shows for A100, H100 and H200
   instances, and about the median of all GPU instances [aws_spot_advisor]. */
double gpucost__terms_assumed_interruption(const char *accelerator);

#endif
