/* Field tables of back-tests. */
#ifndef GPUCOST_BACKTEST_TABLE_H
#define GPUCOST_BACKTEST_TABLE_H

#include "base/field.h"
#include "gpucost/backtest.h"

extern const gpucost_struct gpucost__backtest_options_table;
extern const gpucost_struct gpucost__backtest_row_table;

#endif
