#include "backtest/backtest_window.h"

#include <stdlib.h>
#include <string.h>

static gpucost_status add_commitments(const gpucost_portfolio_case *whole, uint64_t split, uint64_t first,
                                      gpucost__window *window, gpucost_error *err)
{
    uint64_t *dates = malloc((size_t)whole->hours * sizeof *dates);
    gpucost_status status = dates ? GPUCOST_OK : gpucost__fail_memory(err);
    for (uint64_t k = 0; k < whole->count && status == GPUCOST_OK; k++) {
        const gpucost__dated *dated = &whole->dated[k];
        gpucost_commitment row = dated->row;
        uint64_t from = gpucost__date_index(dated, split + first), count = dated->count - from;
        if (count == 0) continue;
        for (uint64_t i = 0; i < count; i++) dates[i] = gpucost__date_at(dated, from + i) - split;
        row.size = sizeof row;
        row.first_hour = row.last_hour = row.every_hours = 0;
        window->which[window->asked->count] = k;
        status = gpucost_portfolio_case_add_commitment(window->asked, &row, dates, count, err);
    }
    free(dates);
    return status;
}

gpucost_status gpucost__window_new(const gpucost_portfolio_case *whole, uint64_t split, uint64_t first,
                                   const int32_t *demand, const int32_t *interruptible, gpucost__window *window,
                                   gpucost_error *err)
{
    uint64_t hours = whole->hours - split;
    gpucost_portfolio_options options = whole->options;
    options.size = sizeof options;
    window->asked = NULL;
    GPUCOST__TRY(gpucost_portfolio_case_new(demand, interruptible, hours, &options, &window->asked, err));
    memcpy(window->asked->held, whole->held + split, (size_t)hours * sizeof *whole->held);
    gpucost_status status = gpucost_portfolio_case_set_prices(window->asked, whole->cash_on_demand + split,
                                                              whole->cash_spot + split, whole->spot_units + split, err);
    if (status == GPUCOST_OK) status = add_commitments(whole, split, first, window, err);
    if (status == GPUCOST_OK) return GPUCOST_OK;
    gpucost_portfolio_case_free(window->asked);
    window->asked = NULL;
    return status;
}

uint64_t gpucost__window_place(const gpucost__window *window, uint64_t commitment)
{
    uint64_t k = 0;
    while (k < window->asked->count && window->which[k] != commitment) k++;
    return k;
}
