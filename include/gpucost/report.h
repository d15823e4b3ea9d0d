#ifndef GPUCOST_REPORT_H
#define GPUCOST_REPORT_H
/**
 * @file
 * @defgroup report Reports
 * A plan as text for people and as JSON for programs.
 * @{
 */
#include "gpucost/plan.h"

GPUCOST_BEGIN_DECLS

/**
 * A plan as text: the recommendation, the ranking, memory and time of the best, what fell out and why.
 *
 * @param[in]  plan  a plan
 * @param[out] text  yours; free with gpucost_text_free()
 * @param[out] err   filled on failure; may be NULL
 * @retval GPUCOST_OK       written
 * @retval GPUCOST_E_MEMORY out of memory
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_report_plan_text(const gpucost_plan *plan, char **text, gpucost_error *err);

/**
 * A plan as JSON, the same content as data; the schema is docs/plan.schema.json.
 *
 * @param[in]  plan  a plan
 * @param[out] text  yours; free with gpucost_text_free()
 * @param[out] err   filled on failure; may be NULL
 * @retval GPUCOST_OK       written
 * @retval GPUCOST_E_MEMORY out of memory
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_report_plan_json(const gpucost_plan *plan, char **text, gpucost_error *err);

GPUCOST_END_DECLS
/** @} */
#endif
