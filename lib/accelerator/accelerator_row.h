/* Catalogue rows without copies, for the subjects that compute with them. */
#ifndef GPUCOST_ACCELERATOR_ROW_H
#define GPUCOST_ACCELERATOR_ROW_H

#include <stdbool.h>

#include "base/field.h"
#include "base/name_index.h"
#include "gpucost/accelerator.h"

extern const gpucost_struct gpucost__accelerator_table;
extern const gpucost_struct gpucost__link_table;
extern const gpucost_struct gpucost__instance_table;
extern const gpucost_struct gpucost__cluster_table;
extern const gpucost_struct gpucost__mig_table;
extern const gpucost_struct gpucost__mig_fit_table;
extern const gpucost_struct gpucost__accelerator_filter_table;

/* data/accelerators.csv, links.csv, instances.csv and mig.csv, compiled in. */
extern const gpucost_accelerator gpucost__accelerator_rows[];
extern const uint64_t gpucost__accelerator_rows_count;
extern const gpucost__name_index gpucost__accelerator_names; /* with and without the vendor in front */
extern const gpucost_link gpucost__link_rows[];
extern const uint64_t gpucost__link_rows_count;
extern const gpucost_instance gpucost__instance_rows[];
extern const uint64_t gpucost__instance_rows_count;
extern const gpucost__name_index gpucost__instance_names;
extern const gpucost_mig gpucost__mig_rows[];
extern const uint64_t gpucost__mig_rows_count;

/* [count] the rows of a catalogue (NULL: bundled), borrowed. */
const gpucost_accelerator *gpucost__catalogue_rows(const gpucost_catalogue *catalogue, uint64_t *count);

const gpucost__name_index *gpucost__catalogue_names(const gpucost_catalogue *catalogue);

/* Borrowed from the catalogue (NULL: bundled, static); NULL when the name is not known. */
const gpucost_accelerator *gpucost__accelerator_row(const gpucost_catalogue *catalogue, const char *name);

/* The same, with GPUCOST_E_UNKNOWN_NAME and the nearest names. */
gpucost_status gpucost__accelerator_need(const gpucost_catalogue *catalogue, const char *name,
                                         const gpucost_accelerator **row, gpucost_error *err);

/* Does the row answer to this name: id, product name or alias? */
bool gpucost__accelerator_answers(const gpucost_accelerator *row, const char *name);

/* Static; provider "" matches any; NULL when not known. */
const gpucost_instance *gpucost__instance_row(const char *provider, const char *name);

#endif
