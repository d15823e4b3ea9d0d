/* Pieces of the report of a plan that its forms for people share. */
#ifndef GPUCOST_REPORT_PLAN_H
#define GPUCOST_REPORT_PLAN_H

#include "gpucost/plan.h"
#include "report/report_buffer.h"

/* The ranking as cells. */
enum { GPUCOST__RANKING_COLUMNS = 11, GPUCOST__RANKING_CELL = 128 };
typedef char gpucost__ranking_row[GPUCOST__RANKING_COLUMNS][GPUCOST__RANKING_CELL];
extern const char *const gpucost__ranking_names[GPUCOST__RANKING_COLUMNS];
bool gpucost__ranking_is_text(int column); /* names, not figures */
void gpucost__ranking_cells(const gpucost_plan_option *option, gpucost__ranking_row row);

void gpucost__report_title(gpucost__buffer *out, const gpucost_plan *plan);          /* one line, without its end */
void gpucost__report_recommendation(gpucost__buffer *out, const gpucost_plan *plan); /* lines */
void gpucost__report_details(gpucost__buffer *out, const gpucost_plan *plan);        /* lines; none without an option */

#endif
