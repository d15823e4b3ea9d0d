#include <stdio.h>
#include <stdlib.h>

#include "portfolio/portfolio_table.h"
#include "schedule/schedule_handle.h"
#include "schedule/schedule_month.h"
#include "schedule/schedule_round.h"
#include "schedule/schedule_start.h"
#include "schedule/schedule_table.h"
#include "schedule/schedule_value.h"

/* What to start from, and what to present in place of the optimum; each may be NULL. */
typedef struct {
    const gpucost_schedule *from;
    const gpucost_purchase *plan;
    uint64_t count;
} task;

static gpucost_status take_plan(const gpucost_portfolio_case *asked, const gpucost__model *model, const task *wish,
                                gpucost__circulation *found, gpucost_error *err)
{
    for (uint64_t a = 0; a < model->network.arc_count; a++) found->bought[a] = 0;
    for (uint64_t i = 0; i < wish->count; i++) {
        gpucost_purchase row = gpucost__purchase_at(wish->plan, i);
        char field[64];
        snprintf(field, sizeof field, "/purchases/%llu/start_hour", (unsigned long long)i);
        uint64_t arc = gpucost__arc_of(model, row.commitment, row.start_hour);
        if (arc == model->network.arc_count)
            return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, field, NULL,
                                       "commitment %llu of %llu cannot be bought in hour %llu",
                                       (unsigned long long)row.commitment, (unsigned long long)asked->count,
                                       (unsigned long long)row.start_hour);
        uint64_t size = asked->dated[row.commitment].row.unit_size;
        if (row.units % size != 0 || row.units > INT32_MAX)
            return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, field, NULL,
                                       "%llu units: expected a multiple of %llu, up to %d",
                                       (unsigned long long)row.units, (unsigned long long)size, INT32_MAX);
        found->bought[arc] += (int64_t)row.units;
        if (found->bought[arc] > INT32_MAX)
            return gpucost__fail_field(err, GPUCOST_E_RANGE, field, NULL, "more than %d units of one purchase",
                                       INT32_MAX);
    }
    gpucost__commit_bought(model, found);
    return GPUCOST_OK;
}

/* The proof is that of the circulation; the plan may be made of whole purchases, or be the caller's. */
static gpucost_status present(const gpucost_portfolio_case *asked, const gpucost__model *model, const task *wish,
                              gpucost__circulation *found, gpucost_schedule *made, gpucost_error *err)
{
    made->served = malloc((size_t)asked->hours * sizeof *made->served);
    made->values = malloc((size_t)asked->hours * sizeof *made->values);
    if (!made->served || !made->values) return gpucost__fail_memory(err);
    gpucost__values_of(asked, model, found, made->values);
    gpucost__int128 bound = 0;
    if (gpucost__case_has_sizes(asked)) GPUCOST__TRY(gpucost__round_purchases(asked, model, found, 1, &bound, err));
    if (wish->plan) GPUCOST__TRY(take_plan(asked, model, wish, found, err));
    GPUCOST__TRY(gpucost__schedule_fill(asked, model, found, made, err));
    gpucost__round_bound(bound, asked->options.currency, &made->summary);
    return gpucost__schedule_pay(asked, made, err);
}

static gpucost_status solve(const gpucost_portfolio_case *asked, const task *wish, gpucost_schedule **schedule,
                            gpucost_error *err)
{
    gpucost__model model;
    gpucost__circulation found = {0};
    GPUCOST__TRY(gpucost__model_of(asked, wish->plan != NULL, &model, err));
    gpucost_schedule *made = calloc(1, sizeof *made);
    gpucost_status status = made ? gpucost__circulation_new(&model.network, &found, err) : gpucost__fail_memory(err);
    if (status == GPUCOST_OK && wish->from) gpucost__start_from(&model, wish->from, &found);
    if (status == GPUCOST_OK) status = gpucost__circulate_from(&model.network, &found, err);
    if (status == GPUCOST_OK) status = present(asked, &model, wish, &found, made, err);
    gpucost__circulation_free(&found);
    gpucost__model_free(&model);
    if (status == GPUCOST_OK)
        *schedule = made;
    else
        gpucost_schedule_free(made);
    return status;
}

gpucost_status gpucost_schedule_new(const gpucost_portfolio_case *portfolio_case, gpucost_schedule **schedule,
                                    gpucost_error *err)
{
    gpucost__clear(err);
    return solve(portfolio_case, &(task){0}, schedule, err);
}

gpucost_status gpucost_schedule_again(const gpucost_portfolio_case *portfolio_case, const gpucost_schedule *from,
                                      gpucost_schedule **schedule, gpucost_error *err)
{
    gpucost__clear(err);
    return solve(portfolio_case, &(task){.from = from}, schedule, err);
}

gpucost_status gpucost_schedule_price(const gpucost_portfolio_case *portfolio_case, const gpucost_purchase *purchases,
                                      uint64_t count, gpucost_schedule **schedule, gpucost_error *err)
{
    static const gpucost_purchase none;
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__purchases_check(purchases, count, err));
    return solve(portfolio_case, &(task){.plan = count > 0 ? purchases : &none, .count = count}, schedule, err);
}

void gpucost_schedule_free(gpucost_schedule *schedule)
{
    if (!schedule) return;
    free(schedule->served);
    free(schedule->values);
    free(schedule->purchases);
    free(schedule->segments);
    free(schedule->months);
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

uint64_t gpucost_schedule_month_count(const gpucost_schedule *schedule)
{
    return schedule->month_count;
}

gpucost_status gpucost_schedule_month_at(const gpucost_schedule *schedule, uint64_t index,
                                         gpucost_schedule_month *month, gpucost_error *err)
{
    return row_at(&gpucost__schedule_month_table, "month", schedule->months, schedule->month_count, index, month, err);
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
