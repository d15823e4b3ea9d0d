#ifndef GPUCOST_PLAN_H
#define GPUCOST_PLAN_H
/**
 * @file
 * @defgroup plan Plans
 * The main job: a workload, the accelerators that can run it, what each costs, and which to take.
 * @{
 */
#include "gpucost/compatibility.h"
#include "gpucost/estimate.h"
#include "gpucost/portfolio.h"
#include "gpucost/price.h"
#include "gpucost/spot.h"

GPUCOST_BEGIN_DECLS

/** What to look for. Zero is the default of every field. */
typedef struct gpucost_plan_options {
    uint64_t size;               /**< sizeof this struct; GPUCOST_INIT sets it */
    char currency[8];            /**< currency of the plan, ISO 4217; empty means USD */
    char regions[256];           /**< regions allowed, joined by ','; a trailing '*' matches the rest; empty: all */
    char providers[128];         /**< providers allowed, joined by ','; empty: all */
    char accelerators[256];      /**< accelerators allowed, joined by ','; empty: all */
    double deadline_h;           /**< the work must end within this time [h]; 0: no deadline */
    double horizon_h;            /**< hours to plan for when the workload is a standing service [h]; 0 means 8760 */
    double budget;               /**< most to spend [currency]; 0: no limit */
    uint64_t most_devices;       /**< most accelerators at once; 0 means 1024 for training, 64 per replica */
    double interruptible;        /**< share of the work that may run on spot, 0..1; 0: all of a job that ends, none
                                      of a standing service */
    int32_t no_spot;             /**< 1: nothing runs on spot */
    int32_t objective;           /**< 0 cheapest within the deadline, 1 fastest within the budget */
    double monthly_interruption; /**< share of spot instances interrupted in a month, 0..1; 0 means 0.10 for A100,
                                      H100 and H200, 0.20 for others */
    double restart_s;            /**< time to be back at work after an interruption [s]; 0 means 600 */
    double checkpoint_bytes_per_s; /**< rate at which a node writes a checkpoint [bytes/s]; 0 means 1e9 */
    char exchange_rates[128];    /**< units of the plan's currency per unit of another, such as "USD=7.12,EUR=7.9"; a
                                      currency that is not listed is left out */
    double most_age_h;           /**< oldest price to use, counted to now_utc_s [h]; 0: any */
    int64_t at_utc_s;            /**< prices as of this instant, UTC [s]; 0: the last of the store */
    int64_t now_utc_s;           /**< instant that ages are counted to, UTC [s]; 0: at_utc_s */
    uint64_t most_options;       /**< options to keep in the ranking; 0 means 10 */
    char software[48];           /**< framework the work needs, such as "pytorch==2.1"; empty: any */
    char cuda[16];               /**< CUDA version the work needs, such as "12.1"; empty: any */
    char driver[24];             /**< driver that the machines run, such as "525.60.13"; empty: any */
    char data_provider[16];      /**< provider that holds the data; empty: the data is where the work runs */
    char data_region[48];        /**< region that holds the data */
    double data_bytes;           /**< data to move to the region and to store there while the work runs [bytes]; 0:
                                      none */
    double result_bytes;         /**< results to send to the internet at the end [bytes]; 0: none */
    double transfer_bytes_per_s; /**< rate at which data and results travel [bytes/s]; 0 means 125e6 */
    uint64_t checkpoints_kept;   /**< checkpoints of training on storage; 0 means 2: one is whole while the next is
                                      written */
    char storage_class[64];      /**< storage as the tariffs name it; empty: the only one that a region has */
    double failures_per_device_hour; /**< what stops a training run, for each device [1/h]; 0 means 2e-5 */
} gpucost_plan_options;

/** One way to run the work. */
typedef struct gpucost_plan_option {
    uint64_t size;               /**< sizeof this struct; GPUCOST_INIT sets it */
    uint64_t rank;               /**< from 1, best first */
    char provider[16];           /**< provider */
    char region[48];             /**< region */
    char instance[64];           /**< instance type */
    char accelerator[32];        /**< catalogue id */
    char weights[32];            /**< format of the weights: the widest that fits when the job names none */
    uint64_t devices;            /**< accelerators used at once */
    uint64_t instances;          /**< instances used at once */
    uint64_t replicas;           /**< replicas of a service; 1 for training */
    double work_h;               /**< hours of work without interruptions [h] */
    double wall_h;               /**< expected hours with the billing mix taken, failures and interruptions included
                                      [h] */
    double device_hours;         /**< accelerator-hours paid [h] */
    double mfu;                  /**< model FLOPs utilisation of training, 0..1 */
    int32_t bound;               /**< GPUCOST_BOUND_*, what bounds the work */
    int32_t meets_deadline;      /**< 1 when wall_h is within the deadline, or there is none */
    int32_t tight;               /**< 1 when the memory fits by the estimate but not by its P90 */
    uint32_t reserved;           /**< zero */
    gpucost_money cost;          /**< compute, storage, data and results: the exact sum of these lines */
    gpucost_money on_demand_cost; /**< the same on demand only; zero units when there is no on-demand price */
    double savings;              /**< 1 - cost / on_demand_cost; 0 when there is none */
    char mix[96];                /**< the billing mix in words, such as "spot 100 %" */
    int64_t on_demand_nanos;     /**< price of an instance on demand [1e-9 currency/h]; 0 when not offered */
    int64_t reserved_nanos;      /**< effective price of the best commitment [1e-9 currency/h]; 0 when not offered */
    int64_t spot_nanos;          /**< price of an instance on spot [1e-9 currency/h]; 0 when not offered */
    int64_t spot_useful_nanos;   /**< price of a useful hour of an instance on spot, interruptions included [1e-9
                                      currency/h] */
    int64_t price_age_s;         /**< age of the oldest price used [s] */
    int64_t offer_id;            /**< offer of the on-demand, else of the spot price; for "says who?" */
    gpucost_money compute_cost;  /**< the billing mix over the work */
    gpucost_money storage_cost;  /**< data and checkpoints on storage while data moves and the work runs */
    gpucost_money data_cost;     /**< traffic of the data to the region */
    gpucost_money result_cost;   /**< traffic of the results to the internet */
    double transfer_h;           /**< time that data and results travel, not in wall_h [h] */
    double stored_bytes;         /**< data and checkpoints on storage [bytes] */
    char not_counted[128];       /**< lines that the cost leaves out because their price is not known; empty: none */
    gpucost_money lost_cost;     /**< of compute_cost, what failures, interruptions, checkpoints and restarts take */
} gpucost_plan_option;

/** A candidate that fell out, and why. */
typedef struct gpucost_plan_dropped {
    uint64_t size;               /**< sizeof this struct; GPUCOST_INIT sets it */
    char what[128];              /**< the candidate, such as "t4 (aws g4dn.xlarge)" */
    uint64_t candidates;         /**< candidates that fell out for the same reason */
    char reason[256];            /**< why, by how much, and what would help */
} gpucost_plan_dropped;

/** What to run and what to look for: a job file, read. */
typedef struct gpucost_job gpucost_job;

/** A finished plan; immutable. */
typedef struct gpucost_plan gpucost_plan;

/**
 * Read a job.
 *
 * `{"model": "llama-2-7b", "workload": {...}, "profile": {...}, "plan": {...}}`; the keys of the sections are the
 * fields of #gpucost_workload, #gpucost_training_profile and #gpucost_plan_options. "model" is a preset name,
 * `{"config": "config.json"}` (relative to the job file), `{"parameters": 7e9}`, or a whole Hugging Face config in
 * place.
 *
 * @param[in]  json    text of the job
 * @param[in]  source  path of the file, for errors and relative paths; may be any name
 * @param[out] job     yours; end it with gpucost_job_free()
 * @param[out] err     line and column, or JSON pointer and value; may be NULL
 * @retval GPUCOST_OK             read
 * @retval GPUCOST_E_SYNTAX       not JSON
 * @retval GPUCOST_E_FIELD        an unknown field, or a wrong type
 * @retval GPUCOST_E_MISSING      no model
 * @retval GPUCOST_E_RANGE        a value is outside its limits
 * @retval GPUCOST_E_UNKNOWN_NAME a model, format or accelerator is not known
 * @retval GPUCOST_E_IO           the config cannot be read
 * @retval GPUCOST_E_MEMORY       out of memory
 * @threads any thread; a job may be shared
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_job_from_json(const char *json, const char *source, gpucost_job **job,
                                                 gpucost_error *err);

/**
 * Read a job from a file.
 *
 * @param[in]  path  file; "-" is standard input
 * @param[out] job   yours; end it with gpucost_job_free()
 * @param[out] err   as gpucost_job_from_json(); may be NULL
 * @return as gpucost_job_from_json()
 * @threads any thread; a job may be shared
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_job_from_file(const char *path, gpucost_job **job, gpucost_error *err);

/**
 * A job from its parts.
 *
 * @param[in]  model     copied; borrowed only during the call
 * @param[in]  workload  NULL for all defaults
 * @param[in]  profile   what training attains, on every accelerator of the plan; NULL for the defaults of each
 * @param[in]  options   NULL for all defaults
 * @param[out] job       yours; end it with gpucost_job_free()
 * @param[out] err       filled on failure; may be NULL
 * @retval GPUCOST_OK       made
 * @retval GPUCOST_E_RANGE  a field is outside its limits
 * @retval GPUCOST_E_MEMORY out of memory
 * @threads any thread; a job may be shared
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_job_new(const gpucost_model *model, const gpucost_workload *workload,
                                           const gpucost_training_profile *profile,
                                           const gpucost_plan_options *options, gpucost_job **job, gpucost_error *err);

/**
 * End a job.
 *
 * @param[in] job  may be NULL
 * @threads the last user of the job
 * @since 0.1
 */
GPUCOST_API void gpucost_job_free(gpucost_job *job);

/**
 * The parts of a job. Any output may be NULL.
 *
 * @param[in]  job       a job
 * @param[out] model     borrowed from the job
 * @param[out] workload  as given
 * @param[out] profile   as given
 * @param[out] options   as given
 * @param[out] err       filled on failure; may be NULL
 * @retval GPUCOST_OK         filled
 * @retval GPUCOST_E_ARGUMENT a struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_job_parts(const gpucost_job *job, const gpucost_model **model,
                                             gpucost_workload *workload, gpucost_training_profile *profile,
                                             gpucost_plan_options *options, gpucost_error *err);

/**
 * Plan a job: every offered accelerator and count that fits, its time, its price on demand, reserved and on spot, the
 * best mix of these for the hours needed, ranked. Nothing that can run it is an answer: no options, with reasons.
 *
 * @param[in]  job        what to run
 * @param[in]  catalogue  NULL for the bundled facts; borrowed only during the call
 * @param[in]  store      prices; NULL for the bundled list offers
 * @param[out] plan       yours; end it with gpucost_plan_free()
 * @param[out] err        filled on failure; may be NULL
 * @retval GPUCOST_OK             planned
 * @retval GPUCOST_E_UNKNOWN_NAME an accelerator is not known
 * @retval GPUCOST_E_MISSING      the workload has no size: neither tokens, requests nor a request rate
 * @retval GPUCOST_E_STORE        the store failed
 * @retval GPUCOST_E_MEMORY       out of memory
 * @threads the store's thread; the plan may be shared
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_plan_new(const gpucost_job *job, const gpucost_catalogue *catalogue,
                                            gpucost_store *store, gpucost_plan **plan, gpucost_error *err);

/**
 * End a plan.
 *
 * @param[in] plan  may be NULL
 * @threads the last user of the plan
 * @since 0.1
 */
GPUCOST_API void gpucost_plan_free(gpucost_plan *plan);

/**
 * The job that a plan answers.
 *
 * @param[in] plan  a plan
 * @return the job, borrowed from the plan
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API const gpucost_job *gpucost_plan_job(const gpucost_plan *plan);

/**
 * Number of ranked options.
 *
 * @param[in] plan  a plan
 * @return number of options, best first
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API uint64_t gpucost_plan_option_count(const gpucost_plan *plan);

/**
 * The i-th option.
 *
 * @param[in]  plan    a plan
 * @param[in]  index   from 0
 * @param[out] option  the option
 * @param[out] err     filled on failure; may be NULL
 * @retval GPUCOST_OK         the option is there
 * @retval GPUCOST_E_ARGUMENT @p index is past the end, or the struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_plan_option_at(const gpucost_plan *plan, uint64_t index,
                                                  gpucost_plan_option *option, gpucost_error *err);

/**
 * What the i-th option requires.
 *
 * @param[in] plan   a plan
 * @param[in] index  from 0
 * @return borrowed from the plan; NULL past the end
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API const gpucost_requirement *gpucost_plan_option_requirement(const gpucost_plan *plan, uint64_t index);

/**
 * The billing mix of the i-th option.
 *
 * @param[in] plan   a plan
 * @param[in] index  from 0
 * @return borrowed from the plan; NULL past the end
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API const gpucost_portfolio *gpucost_plan_option_portfolio(const gpucost_plan *plan, uint64_t index);

/**
 * Number of reasons for which candidates fell out.
 *
 * @param[in] plan  a plan
 * @return number of rows
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API uint64_t gpucost_plan_dropped_count(const gpucost_plan *plan);

/**
 * The i-th reason.
 *
 * @param[in]  plan     a plan
 * @param[in]  index    from 0
 * @param[out] dropped  the row
 * @param[out] err      filled on failure; may be NULL
 * @retval GPUCOST_OK         the row is there
 * @retval GPUCOST_E_ARGUMENT @p index is past the end, or the struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_plan_dropped_at(const gpucost_plan *plan, uint64_t index,
                                                   gpucost_plan_dropped *dropped, gpucost_error *err);

/**
 * Number of notes: what was assumed, where prices come from and how old they are.
 *
 * @param[in] plan  a plan
 * @return number of notes
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API uint64_t gpucost_plan_note_count(const gpucost_plan *plan);

/**
 * The i-th note.
 *
 * @param[in] plan   a plan
 * @param[in] index  from 0
 * @return one sentence, borrowed from the plan; NULL past the end
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API const char *gpucost_plan_note_at(const gpucost_plan *plan, uint64_t index);

/** What one instance type is sold under in one place. */
typedef struct gpucost_terms gpucost_terms;

/**
 * The terms of one instance type in one place as of an instant: what a portfolio chooses from. Every reservation,
 * savings plan, subscription and committed use becomes a commitment; the cheapest on-demand price and spot price of its
 * zones are those of the options, the latter per useful hour (gpucost_spot_useful_hours(), for a month of work, at the
 * interruptions that the store records or else its default). Windows and licensed systems are left out.
 *
 * @param[in]  store         open store
 * @param[in]  filter        must leave one provider, instance type, region, currency and tenancy
 * @param[in]  fold_upfront  1: what is paid at the start is spread over the hours of the term, rounded up
 * @param[out] terms         yours; end it with gpucost_terms_free()
 * @param[out] err           filled on failure; may be NULL
 * @retval GPUCOST_OK             answered
 * @retval GPUCOST_E_ARGUMENT     the filter leaves several, of which two are named
 * @retval GPUCOST_E_UNKNOWN_FACT there is no such offer, or no on-demand price
 * @retval GPUCOST_E_UNKNOWN_NAME the accelerator or the term is not known
 * @retval GPUCOST_E_RANGE        a field of the filter is outside its limits
 * @retval GPUCOST_E_STORE        SQLite failed
 * @retval GPUCOST_E_MEMORY       out of memory
 * @threads the store's thread; the terms may be shared
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_terms_new(gpucost_store *store, const gpucost_price_filter *filter,
                                             int32_t fold_upfront, gpucost_terms **terms, gpucost_error *err);

/**
 * Currency, on-demand price and spot price of terms, as the options of a portfolio. Any output may be NULL.
 *
 * @param[in]  terms      the terms
 * @param[out] options    all else is at its default
 * @param[out] on_demand  the quote that the on-demand price is from
 * @param[out] err        filled on failure; may be NULL
 * @retval GPUCOST_OK         filled
 * @retval GPUCOST_E_ARGUMENT a struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_terms_prices(const gpucost_terms *terms, gpucost_portfolio_options *options,
                                                gpucost_quote *on_demand, gpucost_error *err);

/**
 * Number of commitments.
 *
 * @param[in] terms  the terms
 * @return number of commitments
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API uint64_t gpucost_terms_count(const gpucost_terms *terms);

/**
 * The i-th commitment. Any output may be NULL.
 *
 * @param[in]  terms       the terms
 * @param[in]  index       from 0
 * @param[out] commitment  the commitment, for one instance
 * @param[out] quote       the quote that it is from
 * @param[out] err         filled on failure; may be NULL
 * @retval GPUCOST_OK         the row is there
 * @retval GPUCOST_E_ARGUMENT @p index is past the end, or a struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_terms_at(const gpucost_terms *terms, uint64_t index, gpucost_commitment *commitment,
                                            gpucost_quote *quote, gpucost_error *err);

/**
 * End terms.
 *
 * @param[in] terms  may be NULL
 * @threads the terms' last user
 * @since 0.1
 */
GPUCOST_API void gpucost_terms_free(gpucost_terms *terms);

GPUCOST_END_DECLS
/** @} */
#endif
