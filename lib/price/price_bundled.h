/* The tariffs that come with the library, alone. */
#ifndef GPUCOST_PRICE_BUNDLED_H
#define GPUCOST_PRICE_BUNDLED_H

#include "gpucost/price.h"

/* A private store in memory that holds the bundled tariffs and no offer. */
gpucost_status gpucost__store_open_tariffs(gpucost_store **store, gpucost_error *err);

#endif
