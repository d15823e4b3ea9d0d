/* Field tables of what goes into a portfolio and what comes out. */
#ifndef GPUCOST_PORTFOLIO_TABLE_H
#define GPUCOST_PORTFOLIO_TABLE_H

#include "base/field.h"
#include "gpucost/portfolio.h"

extern const gpucost_struct gpucost__commitment_table;
extern const gpucost_struct gpucost__exit_table;
extern const gpucost_struct gpucost__portfolio_options_table;
extern const gpucost_struct gpucost__portfolio_share_table;
extern const gpucost_struct gpucost__portfolio_summary_table;
extern const gpucost_struct gpucost__held_table;
extern const gpucost_struct gpucost__purchase_table;
extern const gpucost_struct gpucost__verdict_table;

#endif
