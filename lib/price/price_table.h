#ifndef GPUCOST_PRICE_TABLE_H
#define GPUCOST_PRICE_TABLE_H

#include "base/field.h"
#include "gpucost/price.h"

extern const gpucost_struct gpucost__quote_table;
extern const gpucost_struct gpucost__exchange_rate_table;
extern const gpucost_struct gpucost__price_filter_table;
extern const gpucost_struct gpucost__import_options_table;
extern const gpucost_struct gpucost__import_summary_table;
extern const gpucost_struct gpucost__import_reject_table;
extern const gpucost_struct gpucost__unit_price_table;
extern const gpucost_struct gpucost__saving_table;

#endif
