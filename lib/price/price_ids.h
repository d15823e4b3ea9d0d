/* Texts to ids of the store, so that an import asks the store once per offer and not once per row. */
#ifndef GPUCOST_PRICE_IDS_H
#define GPUCOST_PRICE_IDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct gpucost__ids gpucost__ids;

gpucost__ids *gpucost__ids_new(void); /* NULL when memory is out */
bool gpucost__ids_find(gpucost__ids *ids, const char *key, size_t bytes, int64_t *id);
bool gpucost__ids_add(gpucost__ids *ids, const char *key, size_t bytes, int64_t id); /* false when memory is out */
void gpucost__ids_free(gpucost__ids *ids);

#endif
