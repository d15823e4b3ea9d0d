#ifndef GPUCOST_TRAINING_H
#define GPUCOST_TRAINING_H
/**
 * @file
 * @defgroup training Training time
 * Time of one optimiser step and of a whole training run, and what bounds it.
 *
 * MFU counts model FLOPs only, 6 per active parameter of the matrix products and token plus attention over the whole
 * square; HFU adds what is computed again. Both divide by the dense peak of the compute format.
 * @{
 */
#include "gpucost/accelerator.h"
#include "gpucost/model.h"
#include "gpucost/parallelism.h"
#include "gpucost/workload.h"

GPUCOST_BEGIN_DECLS

/** What bounds a step. */
enum {
    GPUCOST_BOUND_COMPUTE = 0,       /**< matrix products */
    GPUCOST_BOUND_MEMORY = 1,        /**< memory bandwidth */
    GPUCOST_BOUND_COMMUNICATION = 2, /**< exposed communication */
    GPUCOST_BOUND_PIPELINE = 3       /**< pipeline bubble */
};

/** Time of a training step; the parts sum to step_s. */
typedef struct gpucost_training {
    uint64_t size;              /**< sizeof this struct; GPUCOST_INIT sets it */
    int32_t bound;              /**< GPUCOST_BOUND_*, the largest part */
    uint32_t reserved;          /**< zero */
    double matrix_s;            /**< matrix products of the step, forward and backward [s] */
    double attention_s;         /**< attention scores and their product with values [s] */
    double recompute_s;         /**< what is computed again [s] */
    double memory_s;            /**< operators bound by memory bandwidth: norms, activations, loss [s] */
    double communication_s;     /**< communication that nothing hides [s] */
    double bubble_s;            /**< devices idle in the pipeline [s] */
    double optimizer_s;         /**< optimiser update [s] */
    double overhead_s;          /**< launches, data loading and the rest [s] */
    double step_s;              /**< one optimiser step [s] */
    double tokens_per_step;     /**< global batch x sequence [tokens] */
    double tokens_per_s;        /**< over all devices [tokens/s] */
    double tokens_per_s_per_device; /**< [tokens/s] */
    double model_flop_per_token; /**< FLOPs of the model, recomputation left out [FLOP/token] */
    double mfu;                 /**< model FLOPs utilisation, 0..1 */
    double hfu;                 /**< hardware FLOPs utilisation, 0..1 */
    double steps;               /**< optimiser steps of the whole run; 0 when tokens is not known */
    double total_s;             /**< the whole run without failures [s]; 0 when tokens is not known */
    double device_hours;        /**< devices x total [h]; 0 when tokens is not known */
    double energy_j;            /**< boards at their power limit over the run [J]; 0 when not known */
    double low_step_s;          /**< P10 of step_s [s] */
    double high_step_s;         /**< P90 of step_s [s] */
    uint64_t micro_batch;       /**< sequences per device and pass */
    uint64_t micro_batches;     /**< passes per step of one replica */
} gpucost_training;

/**
 * Time of a training or fine-tuning step from the model: roofline per operator, collectives on the real links, pipeline
 * schedule, recomputation.
 *
 * @source{narayanan2021, section 3 and appendix} @source{korthikanti2022, appendix A}
 *
 * @param[in]  model      architecture; borrowed
 * @param[in]  catalogue  NULL for the bundled facts
 * @param[in]  cluster    devices and links
 * @param[in]  workload   what runs; sequence and global batch matter here
 * @param[in]  layout     parallel layout; its product must be the devices
 * @param[out] training   step and run
 * @param[out] err        filled on failure; may be NULL
 * @retval GPUCOST_OK             projected
 * @retval GPUCOST_E_ARGUMENT     the layout does not match the devices or the batch, or a struct has no size
 * @retval GPUCOST_E_RANGE        a field is outside its limits
 * @retval GPUCOST_E_UNKNOWN_NAME an accelerator or format is not known
 * @retval GPUCOST_E_UNKNOWN_FACT the chip has no rate for the compute format
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_training_estimate(const gpucost_model *model, const gpucost_catalogue *catalogue,
                                                     const gpucost_cluster *cluster, const gpucost_workload *workload,
                                                     const gpucost_parallelism *layout, gpucost_training *training,
                                                     gpucost_error *err);

/** Families of training frameworks, by how they run a step. */
enum {
    GPUCOST_SOFTWARE_AUTO = 0,      /**< by the workload's framework, else by the layout: sharded under ZeRO 2 and 3,
                                          eager for adapters on one device */
    GPUCOST_SOFTWARE_MEGATRON = 1,  /**< Megatron-LM, Megatron Core, NeMo, Megatron-Bridge */
    GPUCOST_SOFTWARE_SHARDED = 2,   /**< PyTorch FSDP, DeepSpeed ZeRO: llm-foundry, torchtitan */
    GPUCOST_SOFTWARE_DEEPSPEED = 3, /**< DeepSpeed's pipelines over Megatron-LM */
    GPUCOST_SOFTWARE_EAGER = 4      /**< operators launched one by one: Hugging Face Trainer and PEFT */
};

/**
 * What a framework attains on an accelerator: shares of its peaks and times of its software. Zero is the default of the
 * accelerator, the software and the release.
 */
typedef struct gpucost_training_profile {
    uint64_t size;          /**< sizeof this struct; GPUCOST_INIT sets it */
    int32_t software;       /**< GPUCOST_SOFTWARE_* */
    uint32_t reserved;      /**< zero */
    double release;         /**< year of the software, such as 2024.5; 0: current, or 2021.5 when scores are stored */
    double matrix_32;       /**< large products in 32 bits and TF32, of their peak, 0..1 */
    double matrix_16;       /**< in 16 bits, 0..1 */
    double matrix_8;        /**< in 8 bits, 0..1 */
    double matrix_4;        /**< in 4 bits, 0..1 */
    double experts;         /**< products of routed experts over large ones */
    double attention;       /**< fused attention with 128 channels a head, of the 16-bit peak, 0..1 */
    double memory;          /**< streaming operators, of the memory bandwidth, 0..1 */
    double traffic;         /**< memory traffic of a decoder layer over that of its operators each alone */
    double routed_traffic;  /**< passes over what is sent to experts, each way */
    double scale_up;        /**< links inside a domain, of their rate, 0..1 */
    double network;         /**< network, of its rate, 0..1 */
    double tensor_exposed;  /**< share of tensor-parallel communication that nothing hides, 0..1 */
    double expert_exposed;  /**< share of the exchange between experts that nothing hides, 0..1 */
    double hidden_share;    /**< what communication of a layer still costs while computation hides it, 0..1 */
    double routed_stall_s;  /**< what a layer with experts waits for their counts, forward and backward [s] */
    double launch_s;        /**< host time of one layer, forward and backward, that the device must outlast [s] */
    double step_overhead_s; /**< data loading, clipping and synchronisation of a step [s] */
    double input_sequences_per_s; /**< what storage and processors read and prepare for all devices; 0: as fast as
                                       needed */
    double straggler;       /**< time of the slowest device over the usual one, 1 or more; 0 means 1 */
    int32_t unprefetched;   /**< 1: input is read between steps, not during them */
    uint32_t reserved_end;  /**< zero */
    double hidden_data;     /**< what exchange between replicas still costs while computation hides it, 0..1; near 0
                                 where DPUs or switches carry it */
} gpucost_training_profile;

/**
 * Fill the zeros of a profile with what the accelerator, the framework and the release stand for.
 *
 * @source{narayanan2021, section 5} @source{korthikanti2022, table 5}
 *
 * @param[in]  catalogue    NULL for the bundled facts
 * @param[in]  accelerator  any of its names
 * @param[in]  profile      NULL for all defaults
 * @param[out] resolved     with nothing left at zero but the software
 * @param[out] err          filled on failure; may be NULL
 * @retval GPUCOST_OK             filled
 * @retval GPUCOST_E_RANGE        a field is outside its limits
 * @retval GPUCOST_E_UNKNOWN_NAME no such accelerator
 * @retval GPUCOST_E_ARGUMENT     a struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_training_profile_resolve(const gpucost_catalogue *catalogue,
                                                            const char *accelerator,
                                                            const gpucost_training_profile *profile,
                                                            gpucost_training_profile *resolved, gpucost_error *err);

/**
 * gpucost_training_estimate() with a profile of one's own, such as gpucost_training_calibrate() makes.
 *
 * @source{narayanan2021, section 3 and appendix} @source{korthikanti2022, appendix A}
 *
 * @param[in]  model      architecture; borrowed
 * @param[in]  catalogue  NULL for the bundled facts
 * @param[in]  cluster    devices and links
 * @param[in]  workload   what runs
 * @param[in]  layout     parallel layout; its product must be the devices
 * @param[in]  profile    NULL for the defaults
 * @param[out] training   step and run
 * @param[out] err        filled on failure; may be NULL
 * @retval GPUCOST_OK             projected
 * @retval GPUCOST_E_ARGUMENT     the layout does not match the devices or the batch, or a struct has no size
 * @retval GPUCOST_E_RANGE        a field is outside its limits
 * @retval GPUCOST_E_UNKNOWN_NAME an accelerator or format is not known
 * @retval GPUCOST_E_UNKNOWN_FACT the chip has no rate for the compute format
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_training_estimate_with(const gpucost_model *model,
                                                          const gpucost_catalogue *catalogue,
                                                          const gpucost_cluster *cluster,
                                                          const gpucost_workload *workload,
                                                          const gpucost_parallelism *layout,
                                                          const gpucost_training_profile *profile,
                                                          gpucost_training *training, gpucost_error *err);

/**
 * Step times of one job under many layouts: names are looked up once, then a layout takes less than a microsecond.
 *
 * @source{narayanan2021, section 3 and appendix}
 *
 * @param[in]  model      architecture; borrowed
 * @param[in]  catalogue  NULL for the bundled facts
 * @param[in]  cluster    devices and links
 * @param[in]  workload   what runs
 * @param[in]  profile    NULL for the defaults
 * @param[in]  layouts    [count] parallel layouts, each `layout_stride` bytes after the one before
 * @param[in]  layout_stride  sizeof a layout, or of what holds it; 0 means sizeof
 * @param[out] step_s     [count] time of a step; 0 where the layout does not suit the model, the devices or the batch
 *                        [s]
 * @param[in]  count      layouts
 * @param[out] err        filled on failure; may be NULL
 * @retval GPUCOST_OK             projected
 * @retval GPUCOST_E_ARGUMENT     the workload does not train, a stride is no multiple of 8 or less than 16, or a struct
 *                                has no size
 * @retval GPUCOST_E_RANGE        a field of the cluster, the workload or the profile is outside its limits
 * @retval GPUCOST_E_UNKNOWN_NAME an accelerator or format is not known
 * @retval GPUCOST_E_UNKNOWN_FACT the chip has no rate for the compute format
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_training_estimate_batch(const gpucost_model *model,
                                                           const gpucost_catalogue *catalogue,
                                                           const gpucost_cluster *cluster,
                                                           const gpucost_workload *workload,
                                                           const gpucost_training_profile *profile,
                                                           const gpucost_parallelism *layouts, uint64_t layout_stride,
                                                           double *step_s, uint64_t count, gpucost_error *err);

/** A run for users who know its FLOPs. */
typedef struct gpucost_training_budget {
    uint64_t size;             /**< sizeof this struct; GPUCOST_INIT sets it */
    double flop;               /**< FLOPs of the whole run; 0: 6 x parameters x tokens */
    double parameters;         /**< N, when flop is 0 */
    double tokens;             /**< D, when flop is 0 [tokens] */
    double peak_flop_per_s;    /**< dense peak of one device [FLOP/s] */
    double mfu;                /**< model FLOPs utilisation on one device, 0..1 */
    double scaling_efficiency; /**< of all devices over one, 0..1; 0 means 1 */
    uint64_t devices;          /**< devices; 0 means 1 */
} gpucost_training_budget;

/**
 * Time of a run from its FLOPs: t = F / (n x peak x MFU x efficiency).
 *
 * @source{kaplan2020, section 2.1}
 *
 * @param[in]  budget   the run
 * @param[out] total_s  [s]
 * @param[out] err      filled on failure; may be NULL
 * @retval GPUCOST_OK        projected
 * @retval GPUCOST_E_MISSING FLOPs, or parameters and tokens, the peak or the MFU are missing
 * @retval GPUCOST_E_RANGE   a field is outside its limits
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_training_time_from_flops(const gpucost_training_budget *budget, double *total_s,
                                                            gpucost_error *err);

/** A run that is interrupted. Zero takes the default. */
typedef struct gpucost_training_goodput_case {
    uint64_t size;                   /**< sizeof this struct; GPUCOST_INIT sets it */
    double work_s;                   /**< the run without failures [s] */
    uint64_t devices;                /**< devices that must all work; 0 means 1 */
    double failures_per_device_hour; /**< interruptions of the run for each device [1/h]; 0 means 2e-5 */
    double checkpoint_bytes;         /**< written by all devices together [bytes]; when checkpoint_s is 0 */
    double storage_bytes_per_s;      /**< rate of the storage [bytes/s]; when checkpoint_s is 0 */
    double checkpoint_s;             /**< what a checkpoint stops the run for [s]; 0: checkpoint_bytes over the rate */
    double restart_s;                /**< from an interruption to the first step [s]; 0 means 600 */
    double interval_s;               /**< work between checkpoints [s]; 0: the best */
    uint64_t samples;                /**< simulated runs behind the percentiles; 0 means 1000 */
    uint64_t seed;                   /**< equal seeds give equal percentiles */
} gpucost_training_goodput_case;

/** How long an interrupted run takes. */
typedef struct gpucost_training_goodput_result {
    uint64_t size;              /**< sizeof this struct; GPUCOST_INIT sets it */
    double mean_s;              /**< mean time between interruptions of the run [s] */
    double checkpoint_s;        /**< what a checkpoint stops the run for [s] */
    double interval_s;          /**< work between checkpoints [s] */
    double expected_s;          /**< expected wall time [s] */
    double low_s;               /**< P10 of the wall time [s] */
    double median_s;            /**< P50 of the wall time [s] */
    double high_s;              /**< P90 of the wall time [s] */
    double goodput;             /**< work over expected wall time, 0..1 */
    double interruptions;       /**< expected interruptions, those of restarts included */
    double saving_s;            /**< of the expected time, in checkpoints that were kept [s] */
    double restarting_s;        /**< of the expected time, between interruption and work [s] */
    double repeating_s;         /**< of the expected time, in work and checkpoints that were lost [s] */
    double lost_device_hours;   /**< devices x (expected - work) [h] */
} gpucost_training_goodput_result;

/**
 * Wall time of a run whose devices fail: expected, and its spread by simulation.
 *
 * \f[ M = \frac{1}{n f}, \qquad E[T] = \frac{W}{\tau}\,M\,e^{R/M}\left(e^{(\tau+\delta)/M} - 1\right) \f]
 * n devices of which any stops all, f failures per device-hour, W work, tau work between checkpoints, delta checkpoint,
 * R restart, as in gpucost_checkpoint_best(). Of E[T], 1 - exp(-R/M) is spent restarting. The percentiles are those of
 * `samples` runs drawn from exponential failures; over 1e8 failures in all, fewer runs are drawn.
 *
 * @source{daly2006, captions of figures 3 to 5}
 * @source{llama2024, table 5}
 * @valid  failures at a constant rate. Young clusters fail several times as often: give a range, not one rate.
 * @worked Llama 3.1 405B: 419 interruptions in 54 days on 16,384 devices are 1.97e-5 a device-hour, M = 3.09 h; 5.67e12
 *         bytes at 2e12 bytes/s and 10 minutes of restart give a goodput of 0.92 (goodput.csv, llama3_405b).
 *
 * @param[in]  run     work, failures and storage
 * @param[out] result  wall time and what is lost
 * @param[out] err     filled on failure; may be NULL
 * @retval GPUCOST_OK        projected
 * @retval GPUCOST_E_MISSING no work is given, or a checkpoint's bytes without a rate
 * @retval GPUCOST_E_RANGE   a field is outside its limits
 * @retval GPUCOST_E_NUMERIC failures come so often that the work never ends
 * @retval GPUCOST_E_MEMORY  out of memory
 * @retval GPUCOST_E_ARGUMENT a struct has no size
 * @threads any thread; turns off GSL's abort handler once per process
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_training_goodput(const gpucost_training_goodput_case *run,
                                                    gpucost_training_goodput_result *result, gpucost_error *err);

/** Measured steps of one accelerator, to calibrate a profile with. */
typedef struct gpucost_training_steps gpucost_training_steps;

/** What steps told. Factors are over the profile that was started from; a factor that the steps do not tell is 1. */
typedef struct gpucost_training_calibration {
    uint64_t size;          /**< sizeof this struct; GPUCOST_INIT sets it */
    uint64_t steps;         /**< measured steps */
    double products;        /**< of matrix_32 to matrix_4 and attention */
    double products_low;    /**< lower end of its 90 % interval */
    double products_high;   /**< upper end */
    double memory;          /**< of memory */
    double memory_low;      /**< lower end of its 90 % interval */
    double memory_high;     /**< upper end */
    double links;           /**< of scale_up and network */
    double links_low;       /**< lower end of its 90 % interval */
    double links_high;      /**< upper end */
    double overhead;        /**< of launch_s, step_overhead_s and routed_stall_s */
    double overhead_low;    /**< lower end of its 90 % interval */
    double overhead_high;   /**< upper end */
    double error_before;    /**< median of |projected / measured - 1| with the profile that was started from */
    double error_after;     /**< the same, calibrated */
    int32_t products_told;  /**< 1: the steps tell it */
    int32_t memory_told;    /**< 1: the steps tell it */
    int32_t links_told;     /**< 1: the steps tell it */
    int32_t overhead_told;  /**< 1: the steps tell it */
} gpucost_training_calibration;

/**
 * An empty collection of measured steps.
 *
 * @param[out] steps  yours; end it with gpucost_training_steps_free()
 * @param[out] err    filled on failure; may be NULL
 * @retval GPUCOST_OK       made
 * @retval GPUCOST_E_MEMORY out of memory
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_training_steps_new(gpucost_training_steps **steps, gpucost_error *err);

/**
 * End a collection.
 *
 * @param[in] steps  may be NULL
 * @threads the last user of the collection
 * @since 0.1
 */
GPUCOST_API void gpucost_training_steps_free(gpucost_training_steps *steps);

/**
 * Add one measured step. Everything is copied.
 *
 * @param[in]  steps      the collection; left as it was on failure
 * @param[in]  model      architecture
 * @param[in]  catalogue  NULL for the bundled facts
 * @param[in]  cluster    devices and links; the same accelerator in every step
 * @param[in]  workload   what ran
 * @param[in]  layout     parallel layout; NULL: every device a replica
 * @param[in]  step_s     measured time of a step, 1e-9 to 1e9 [s]
 * @param[out] err        filled on failure; may be NULL
 * @retval GPUCOST_OK             added
 * @retval GPUCOST_E_ARGUMENT     it cannot be projected, or its accelerator is another
 * @retval GPUCOST_E_RANGE        a field is outside its limits
 * @retval GPUCOST_E_UNKNOWN_NAME an accelerator or format is not known
 * @retval GPUCOST_E_UNKNOWN_FACT the chip has no rate for the compute format
 * @retval GPUCOST_E_MEMORY       out of memory
 * @threads one thread at a time for a collection
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_training_steps_add(gpucost_training_steps *steps, const gpucost_model *model,
                                                      const gpucost_catalogue *catalogue,
                                                      const gpucost_cluster *cluster,
                                                      const gpucost_workload *workload,
                                                      const gpucost_parallelism *layout, double step_s,
                                                      gpucost_error *err);

/**
 * Fit a profile to measured steps: four factors, on products, memory, links and overhead, by robust least squares on
 * the logarithm of time. Each factor stays within a quarter and four times; outliers weigh less; a factor that the
 * steps do not tell stays 1.
 *
 * @source{holland1977, Cauchy weights}
 * @valid  steps that differ in what bounds them: small and large models, one node and several, short and long batches.
 *
 * @param[in]  steps        measured steps, three at least
 * @param[in]  start        framework and release to start from; NULL for the defaults
 * @param[out] profile      calibrated; give it to gpucost_training_estimate_with()
 * @param[out] calibration  factors, intervals and errors; may be NULL
 * @param[out] err          filled on failure; may be NULL
 * @retval GPUCOST_OK         calibrated
 * @retval GPUCOST_E_ARGUMENT fewer than three steps, or the steps tell none of the factors
 * @retval GPUCOST_E_RANGE    a field of start is outside its limits
 * @retval GPUCOST_E_NUMERIC  the fit does not end
 * @retval GPUCOST_E_MEMORY   out of memory
 * @threads any thread while nothing is added; turns off GSL's abort handler once per process
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_training_calibrate(const gpucost_training_steps *steps,
                                                      const gpucost_training_profile *start,
                                                      gpucost_training_profile *profile,
                                                      gpucost_training_calibration *calibration, gpucost_error *err);

GPUCOST_END_DECLS
/** @} */
#endif
