/* A store of one offer at known prices. */
#ifndef TESTS_HISTORY_RECORD_STORE_H
#define TESTS_HISTORY_RECORD_STORE_H

#include "gpucost/price.h"

typedef struct {
    int64_t at;
    int price; /* units; 0 is a withdrawal */
} record;

gpucost_store *store_of(const record *records, int count);

#endif
