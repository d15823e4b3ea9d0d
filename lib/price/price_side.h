/* What feeds say beside prices of instances: tariffs, interruptions, exchange rates. As with prices, the first record
   of an instant stays. */
#ifndef GPUCOST_PRICE_SIDE_H
#define GPUCOST_PRICE_SIDE_H

#include "price/price_report.h"
#include "price/price_sink.h"

typedef struct gpucost__side_tables gpucost__side_tables;

gpucost_status gpucost__side_tables_new(gpucost_store *store, int64_t import_id, gpucost_import *report,
                                        gpucost__side_tables **tables, gpucost_error *err);
void gpucost__side_tables_free(gpucost__side_tables *tables);

gpucost_status gpucost__side_tariff(gpucost__side_tables *tables, const gpucost__tariff_row *row, gpucost_error *err);
gpucost_status gpucost__side_interruption(gpucost__side_tables *tables, const gpucost__interruption_row *row,
                                          gpucost_error *err);
gpucost_status gpucost__side_rate(gpucost__side_tables *tables, uint64_t line, const char *base, const char *quote,
                                  const char *observed, const char *rate, gpucost_error *err);

#endif
