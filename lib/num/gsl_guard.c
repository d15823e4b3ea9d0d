#include "num/gsl_guard.h"

#include <gsl/gsl_errno.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void turn_off(void)
{
    gsl_set_error_handler_off();
}

void gpucost__gsl_guard(void)
{
    pthread_once(&once, turn_off);
}

gpucost_status gpucost__gsl_status(int code, const char *what, gpucost_error *err)
{
    if (code == GSL_SUCCESS) return GPUCOST_OK;
    if (code == GSL_ENOMEM) return gpucost__fail_memory(err);
    return gpucost__fail(err, GPUCOST_E_NUMERIC, "%s: %s", what, gsl_strerror(code));
}
