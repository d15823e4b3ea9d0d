/* Text inside XML and HTML. */
#ifndef GPUCOST_REPORT_MARKUP_H
#define GPUCOST_REPORT_MARKUP_H

#include "gpucost/history.h"
#include "report/report_buffer.h"

/* Escaped for element content and quoted attributes; what is no UTF-8 or no character of XML becomes U+FFFD. */
void gpucost__markup_add(gpucost__buffer *out, const char *text);

/* The chart of a history as one <svg> element. */
void gpucost__chart_add(gpucost__buffer *out, const gpucost_history *steps, const gpucost_quote *quote);

#endif
