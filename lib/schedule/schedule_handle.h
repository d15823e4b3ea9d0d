/* What a schedule keeps. */
#ifndef GPUCOST_SCHEDULE_HANDLE_H
#define GPUCOST_SCHEDULE_HANDLE_H

#include "gpucost/schedule.h"
#include "schedule/schedule_model.h"

/* One hour: what is asked, and what serves it. */
typedef struct {
    gpucost__hour hour;
    int32_t demand, held_used;
    int64_t committed;
} gpucost__served;

struct gpucost_schedule {
    gpucost_schedule_summary summary;
    gpucost__served *served;   /* [hours] */
    int64_t *values;           /* [hours] */
    gpucost_purchase *purchases;
    gpucost_schedule_segment *segments;
    gpucost_schedule_month *months;
    uint64_t segment_count, share_count, month_count;
    gpucost_portfolio_share shares[GPUCOST__COMMITMENTS_MOST + 2];
};

/* Units on spot and on demand in an hour. */
static inline int64_t gpucost__served_left(const gpucost__served *served)
{
    int64_t left = served->hour.need - served->committed;
    return left > 0 ? left : 0;
}

static inline int64_t gpucost__served_spot(const gpucost__served *served)
{
    int64_t left = gpucost__served_left(served);
    return left < served->hour.cheap ? left : served->hour.cheap;
}

/* Fill hours, purchases, segments, shares and totals of a solution; values are there already. */
gpucost_status gpucost__schedule_fill(const gpucost_portfolio_case *asked, const gpucost__model *model,
                                      const gpucost__circulation *found, gpucost_schedule *schedule,
                                      gpucost_error *err);

#endif
