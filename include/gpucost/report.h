#ifndef GPUCOST_REPORT_H
#define GPUCOST_REPORT_H
/**
 * @file
 * @defgroup report Reports
 * A plan as text and as a page for people and as JSON for programs; a price history as a picture.
 * @{
 */
#include "gpucost/history.h"
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

/**
 * A plan as one HTML page that needs nothing else: the text report's content, and the price histories of the best
 * options.
 *
 * @param[in]  plan   a plan
 * @param[in]  store  the store that it was made from, for the histories; NULL: none are drawn
 * @param[out] text   yours, UTF-8; free with gpucost_text_free()
 * @param[out] err    filled on failure; may be NULL
 * @retval GPUCOST_OK       written
 * @retval GPUCOST_E_STORE  the store failed
 * @retval GPUCOST_E_MEMORY out of memory
 * @threads the store's thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_report_plan_html(const gpucost_plan *plan, gpucost_store *store, char **text,
                                                    gpucost_error *err);

/**
 * A price history as a step chart in SVG: effective price over time, with axes, currency, dates and age, and with title
 * and description for readers who do not see it. Time without a price is a gap. A history of any length gives a picture
 * of the same size.
 *
 * @param[in]  steps  a history
 * @param[in]  quote  the offer that it is of, and the age of its price
 * @param[out] text   yours, UTF-8; free with gpucost_text_free()
 * @param[out] err    filled on failure; may be NULL
 * @retval GPUCOST_OK         written
 * @retval GPUCOST_E_ARGUMENT the quote has no size
 * @retval GPUCOST_E_MEMORY   out of memory
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_report_history_svg(const gpucost_history *steps, const gpucost_quote *quote,
                                                      char **text, gpucost_error *err);

GPUCOST_END_DECLS
/** @} */
#endif
