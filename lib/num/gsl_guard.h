/* GSL reports errors by aborting the process; this library never aborts. */
#ifndef GPUCOST_NUM_GSL_GUARD_H
#define GPUCOST_NUM_GSL_GUARD_H

#include "base/error.h"

/* Turn GSL's abort handler off, once per process: call it before anything of GSL. Safe from many threads. */
void gpucost__gsl_guard(void);

/* A GSL return code as ours: success, or GPUCOST_E_NUMERIC (GPUCOST_E_MEMORY) with what was computed. */
gpucost_status gpucost__gsl_status(int code, const char *what, gpucost_error *err);

#endif
