/* Time to read a prompt. */
#ifndef GPUCOST_SERVING_PREFILL_H
#define GPUCOST_SERVING_PREFILL_H

#include "serving/serving_case.h"

/* `prompts` prompts together, through all stages: compute and links, without the time to receive them. */
double gpucost__prefill_s(const gpucost__serving_case *run, double prompts);

#endif
