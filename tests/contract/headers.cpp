// See headers.c. GPUCOST_INIT is a lambda here; it must serve any value struct.
#include HEADER
#include "gpucost/api.h"

namespace
{
struct sample {
    uint64_t size;
    int32_t mode;
};
}

int header_is_alone();
int header_is_alone()
{
    sample value = GPUCOST_INIT(sample);
    return value.size == sizeof value ? value.mode : 1;
}
