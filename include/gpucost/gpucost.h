#ifndef GPUCOST_GPUCOST_H
#define GPUCOST_GPUCOST_H
/**
 * @file
 * Umbrella: every public header.
 */
#include "gpucost/accelerator.h"
#include "gpucost/api.h"
#include "gpucost/checkpoint.h"
#include "gpucost/compatibility.h"
#include "gpucost/demand.h"
#include "gpucost/estimate.h"
#include "gpucost/field.h"
#include "gpucost/forecast.h"
#include "gpucost/history.h"
#include "gpucost/kernel.h"
#include "gpucost/memory.h"
#include "gpucost/model.h"
#include "gpucost/parallelism.h"
#include "gpucost/plan.h"
#include "gpucost/portfolio.h"
#include "gpucost/precision.h"
#include "gpucost/price.h"
#include "gpucost/report.h"
#include "gpucost/risk.h"
#include "gpucost/savings.h"
#include "gpucost/scaling.h"
#include "gpucost/schedule.h"
#include "gpucost/serving.h"
#include "gpucost/spot.h"
#include "gpucost/status.h"
#include "gpucost/store.h"
#include "gpucost/tariff.h"
#include "gpucost/training.h"
#include "gpucost/units.h"
#include "gpucost/version.h"
#include "gpucost/workload.h"
#endif
