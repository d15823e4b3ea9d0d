/* The last hours of a case as a case of their own. */
#ifndef GPUCOST_BACKTEST_WINDOW_H
#define GPUCOST_BACKTEST_WINDOW_H

#include "portfolio/portfolio_case.h"

typedef struct {
    gpucost_portfolio_case *asked;
    uint64_t which[GPUCOST__COMMITMENTS_MOST]; /* a commitment's place in the whole case: those without a date left are
                                                  not here */
} gpucost__window;

/* From hour `split` on, with another demand [hours - split]; dates of purchase from `first` hours after the split. End
   it with gpucost_portfolio_case_free(). */
gpucost_status gpucost__window_new(const gpucost_portfolio_case *whole, uint64_t split, uint64_t first,
                                   const int32_t *demand, const int32_t *interruptible, gpucost__window *window,
                                   gpucost_error *err);

/* The place of a commitment of the whole case in the window; its count when it is not there. */
uint64_t gpucost__window_place(const gpucost__window *window, uint64_t commitment);

#endif
