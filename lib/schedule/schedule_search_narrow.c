/* The search in 64 bits: nearly always enough, and faster. */
#define COST int64_t
#define COST_MOST INT64_MAX
#define RUN gpucost__search_narrow
#include "schedule/schedule_search.h"
