#include "gpucost/version.h"

const char *gpucost_version(void)
{
    return GPUCOST_VERSION;
}
