/* Cases of a portfolio from JSON, solved, and their amounts as text. */
#ifndef TESTS_SUPPORT_CASE_H
#define TESTS_SUPPORT_CASE_H

#include "gpucost/schedule.h"

/* Each fails the test when it cannot be done. */
gpucost_portfolio_case *pose(const char *json);
gpucost_schedule *schedule_of(const gpucost_portfolio_case *asked);

void assert_amount(const gpucost_money *money, const char *expected);

#endif
