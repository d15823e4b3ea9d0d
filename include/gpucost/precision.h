#ifndef GPUCOST_PRECISION_H
#define GPUCOST_PRECISION_H
/**
 * @file
 * @defgroup precision Precisions
 * Number formats of weights, activations and caches: bits per weight with their scales, and the rate they compute at.
 * @{
 */
#include "gpucost/status.h"

GPUCOST_BEGIN_DECLS

/** A number format. */
typedef struct gpucost_precision {
    uint64_t size;           /**< sizeof this struct; GPUCOST_INIT sets it */
    char name[32];           /**< such as "bf16" or "q4_k_m" */
    char aliases[128];       /**< other spellings, joined by ';' */
    double bits_per_weight;  /**< mean storage of one weight, scales included [bits] */
    uint64_t block_weights;  /**< weights that share a scale; 0 when none is shared */
    char rate[16];           /**< accelerator rate at which matrices of this format multiply */
    char source[192];        /**< where the row comes from */
} gpucost_precision;

/**
 * Number of formats.
 *
 * @return number of rows
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API uint64_t gpucost_precision_count(void);

/**
 * The i-th format.
 *
 * @param[in]  index      from 0
 * @param[out] precision  the row
 * @param[out] err        filled on failure; may be NULL
 * @retval GPUCOST_OK         the row is there
 * @retval GPUCOST_E_ARGUMENT @p index is past the end, or the struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_precision_at(uint64_t index, gpucost_precision *precision, gpucost_error *err);

/**
 * A format by name or alias; case and punctuation do not matter.
 *
 * @param[in]  name       such as "bf16"
 * @param[out] precision  the row
 * @param[out] err        suggests the nearest three names; may be NULL
 * @retval GPUCOST_OK             found
 * @retval GPUCOST_E_UNKNOWN_NAME no such format
 * @retval GPUCOST_E_ARGUMENT     the struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_precision_find(const char *name, gpucost_precision *precision, gpucost_error *err);

GPUCOST_END_DECLS
/** @} */
#endif
