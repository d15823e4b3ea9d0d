/* The search for a layout, and what it found. */
#ifndef GPUCOST_ESTIMATE_SEARCH_H
#define GPUCOST_ESTIMATE_SEARCH_H

#include "accelerator/accelerator_row.h"
#include "gpucost/estimate.h"

/* The question, with every default resolved. */
typedef struct {
    const gpucost_model *model;
    const gpucost_catalogue *catalogue;
    gpucost_cluster cluster;
    gpucost_accelerator accelerator;
    gpucost_workload workload;
    const gpucost_training_profile *profile; /* NULL for the defaults */
} gpucost__question;

/* The best layout that fits, or the one that came closest to fitting. */
typedef struct {
    int32_t fits, tight; /* tight: by the estimate, not by its P90 */
    gpucost_workload workload;
    gpucost_parallelism layout;
    gpucost_memory memory;
    gpucost_training training;
    gpucost_serving serving;
} gpucost__found;

gpucost_status gpucost__estimate_search(const gpucost__question *question, gpucost__found *found, gpucost_error *err);

/* One sentence: how much is missing, and the mildest change that would make it fit. */
gpucost_status gpucost__estimate_hint(const gpucost__question *question, const gpucost__found *closest,
                                      char *text, size_t capacity, gpucost_error *err);

#endif
