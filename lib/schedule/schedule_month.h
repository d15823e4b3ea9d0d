/* When the money of a schedule is paid. */
#ifndef GPUCOST_SCHEDULE_MONTH_H
#define GPUCOST_SCHEDULE_MONTH_H

#include "schedule/schedule_handle.h"

/* Fill the months from purchases and hours, which are there already. */
gpucost_status gpucost__schedule_pay(const gpucost_portfolio_case *asked, gpucost_schedule *schedule,
                                     gpucost_error *err);

#endif
