/* The search in 128 bits. */
#define COST gpucost__int128
#define COST_MOST ((gpucost__int128)1 << 126)
#define RUN gpucost__search_wide
#include "schedule/schedule_search.h"
