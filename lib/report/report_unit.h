/* Quantities in the units that people read. */
#ifndef GPUCOST_REPORT_UNIT_H
#define GPUCOST_REPORT_UNIT_H

#include <stdint.h>

#include "gpucost/units.h"

enum { GPUCOST__UNIT_TEXT = 48 };

void gpucost__unit_bytes(uint64_t bytes, char text[GPUCOST__UNIT_TEXT]);      /* "12.55 GiB" */
void gpucost__unit_time(double seconds, char text[GPUCOST__UNIT_TEXT]);       /* "35.2 ms", "7.2 h", "12.4 days" */
void gpucost__unit_count(double count, char text[GPUCOST__UNIT_TEXT]);        /* "6.74 B", "200 M" */
void gpucost__unit_percent(double share, char text[GPUCOST__UNIT_TEXT]);      /* "38 %" */
void gpucost__unit_money(const gpucost_money *money, char text[GPUCOST__UNIT_TEXT]); /* "1234.57", rounded half-even */
void gpucost__unit_price(int64_t nanos, char text[GPUCOST__UNIT_TEXT]);       /* "0.5260"; "-" when not offered */

#endif
