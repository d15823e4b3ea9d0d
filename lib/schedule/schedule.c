#include <stdlib.h>

#include "portfolio/portfolio_table.h"
#include "schedule/schedule_handle.h"
#include "schedule/schedule_round.h"
#include "schedule/schedule_table.h"
#include "schedule/schedule_value.h"

/* The proof is that of the circulation; the plan is made of whole purchases. */
static gpucost_status present(const gpucost_portfolio_case *asked, const gpucost__model *model,
                              gpucost__circulation *found, gpucost_schedule *made, gpucost_error *err)
{
    made->served = malloc((size_t)asked->hours * sizeof *made->served);
    made->values = malloc((size_t)asked->hours * sizeof *made->values);
    if (!made->served || !made->values) return gpucost__fail_memory(err);
    gpucost__values_of(asked, model, found, made->values);
    gpucost__int128 bound = 0;
    if (gpucost__case_has_sizes(asked)) GPUCOST__TRY(gpucost__round_purchases(asked, model, found, false, &bound, err));
    GPUCOST__TRY(gpucost__schedule_fill(asked, model, found, made, err));
    gpucost__round_bound(bound, asked->options.currency, &made->summary);
    return GPUCOST_OK;
}

gpucost_status gpucost_schedule_new(const gpucost_portfolio_case *portfolio_case, gpucost_schedule **schedule,
                                    gpucost_error *err)
{
    gpucost__clear(err);
    gpucost__model model;
    gpucost__circulation found = {0};
    GPUCOST__TRY(gpucost__model_new(portfolio_case, 0, 1, &model, err));
    gpucost_schedule *made = calloc(1, sizeof *made);
    gpucost_status status = made ? gpucost__circulate(&model.network, &found, err) : gpucost__fail_memory(err);
    if (status == GPUCOST_OK) status = present(portfolio_case, &model, &found, made, err);
    gpucost__circulation_free(&found);
    gpucost__model_free(&model);
    if (status == GPUCOST_OK)
        *schedule = made;
    else
        gpucost_schedule_free(made);
    return status;
}

void gpucost_schedule_free(gpucost_schedule *schedule)
{
    if (!schedule) return;
    free(schedule->served);
    free(schedule->values);
    free(schedule->purchases);
    free(schedule->segments);
    free(schedule);
}

gpucost_status gpucost_schedule_summarise(const gpucost_schedule *schedule, gpucost_schedule_summary *summary,
                                          gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__schedule_summary_table, summary, err));
    gpucost__struct_out(&gpucost__schedule_summary_table, &schedule->summary, summary);
    return GPUCOST_OK;
}

static gpucost_status can_give(const gpucost_struct *type, const char *what, uint64_t count, uint64_t index,
                               const void *row, gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(type, row, err));
    if (index < count) return GPUCOST_OK;
    return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "index", NULL, "%s %llu is past the last of %llu", what,
                               (unsigned long long)index, (unsigned long long)count);
}

static gpucost_status row_at(const gpucost_struct *type, const char *what, const void *rows, uint64_t count,
                             uint64_t index, void *row, gpucost_error *err)
{
    GPUCOST__TRY(can_give(type, what, count, index, row, err));
    gpucost__struct_out(type, (const char *)rows + index * type->size, row);
    return GPUCOST_OK;
}

uint64_t gpucost_schedule_share_count(const gpucost_schedule *schedule)
{
    return schedule->share_count;
}

gpucost_status gpucost_schedule_share_at(const gpucost_schedule *schedule, uint64_t index,
                                         gpucost_portfolio_share *share, gpucost_error *err)
{
    return row_at(&gpucost__portfolio_share_table, "share", schedule->shares, schedule->share_count, index, share, err);
}

uint64_t gpucost_schedule_purchase_count(const gpucost_schedule *schedule)
{
    return schedule->summary.purchases;
}

gpucost_status gpucost_schedule_purchase_at(const gpucost_schedule *schedule, uint64_t index,
                                            gpucost_purchase *purchase, gpucost_error *err)
{
    return row_at(&gpucost__purchase_table, "purchase", schedule->purchases, schedule->summary.purchases, index,
                  purchase, err);
}

uint64_t gpucost_schedule_segment_count(const gpucost_schedule *schedule)
{
    return schedule->segment_count;
}

gpucost_status gpucost_schedule_segment_at(const gpucost_schedule *schedule, uint64_t index,
                                           gpucost_schedule_segment *segment, gpucost_error *err)
{
    return row_at(&gpucost__schedule_segment_table, "segment", schedule->segments, schedule->segment_count, index,
                  segment, err);
}

gpucost_status gpucost_schedule_hour_at(const gpucost_schedule *schedule, uint64_t hour, gpucost_schedule_hour *row,
                                        gpucost_error *err)
{
    GPUCOST__TRY(can_give(&gpucost__schedule_hour_table, "hour", schedule->summary.hours, hour, row, err));
    const gpucost__served *served = &schedule->served[hour];
    int64_t left = gpucost__served_left(served), spot = gpucost__served_spot(served), value = schedule->values[hour];
    gpucost_schedule_hour ours = {
        .size = sizeof ours,
        .hour = hour,
        .demand = (uint64_t)served->demand,
        .held_used = (uint64_t)served->held_used,
        .committed = (uint64_t)served->committed,
        .committed_used = (uint64_t)(served->hour.need - left),
        .spot = (uint64_t)spot,
        .on_demand = (uint64_t)(left - spot),
        .value_nanos = value,
        .spot_rent_nanos = value > served->hour.spot ? value - served->hour.spot : 0,
    };
    gpucost__struct_out(&gpucost__schedule_hour_table, &ours, row);
    return GPUCOST_OK;
}

const int64_t *gpucost_schedule_values(const gpucost_schedule *schedule)
{
    return schedule->values;
}
