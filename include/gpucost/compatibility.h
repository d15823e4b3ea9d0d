#ifndef GPUCOST_COMPATIBILITY_H
#define GPUCOST_COMPATIBILITY_H
/**
 * @file
 * @defgroup compatibility Compatibility and faults
 * Which framework, CUDA, driver and device go together, and what the faults of a device mean.
 * @{
 */
#include "gpucost/accelerator.h"

GPUCOST_BEGIN_DECLS

/** What one toolkit, one build of a framework or one architecture needs. An empty text is unknown. */
typedef struct gpucost_compatibility {
    uint64_t size;             /**< sizeof this struct; GPUCOST_INIT sets it */
    char kind[16];             /**< toolkit, framework, architecture or channel */
    char name[32];             /**< such as "CUDA", "PyTorch" or "Ampere" */
    char version[16];          /**< release */
    char cuda[32];             /**< CUDA version it is built for, or the first one that builds for the architecture */
    char cuda_last[8];         /**< last CUDA version that builds for the architecture */
    char driver[16];           /**< driver that came with this CUDA version */
    char driver_least[16];     /**< oldest driver under minor-version compatibility */
    char driver_last[16];      /**< last driver branch that supports the architecture */
    char capability_least[8];  /**< lowest compute capability it has code for */
    char capability_most[8];   /**< highest compute capability it has code for */
    char capabilities[72];     /**< compute capabilities it has machine code for, joined by ';' */
    char ptx[8];               /**< compute capability of its PTX; empty without PTX */
    char cudnn[8];             /**< cuDNN version it was tested with */
    char python[24];           /**< Python versions it was tested with */
    char source[192];          /**< where the row comes from */
} gpucost_compatibility;

/** A combination to ask about. Empty texts are left open; versions may be cut short, as in "525.60". */
typedef struct gpucost_compatibility_case {
    uint64_t size;               /**< sizeof this struct; GPUCOST_INIT sets it */
    char accelerator[64];        /**< any name that gpucost_accelerator_find() knows */
    char framework[32];          /**< pytorch or tensorflow; empty for CUDA alone */
    char framework_version[16];  /**< such as "2.1" or "2.1.2+cu121" */
    char cuda[16];               /**< such as "12.1" or "cu121" */
    char driver[24];             /**< such as "525.60.13" */
} gpucost_compatibility_case;

/** Whether a combination works, and the nearest one that does. */
typedef struct gpucost_compatibility_answer {
    uint64_t size;               /**< sizeof this struct; GPUCOST_INIT sets it */
    int32_t possible;            /**< 1 when the combination works */
    int32_t through_ptx;         /**< 1 when the working combination compiles PTX as it starts */
    char reason[320];            /**< why, or why not */
    char framework[32];          /**< of the combination that works; empty for CUDA alone or when none works */
    char framework_version[16];  /**< of the combination that works */
    char cuda[16];               /**< of the combination that works; empty when none works */
    char driver_least[24];       /**< oldest driver of the combination that works */
    char driver_last[24];        /**< last driver branch of the device; empty when it is still supported */
    char capability[8];          /**< compute capability of the accelerator */
    char source[192];            /**< row that decided */
} gpucost_compatibility_answer;

/** An Xid: an event that the NVIDIA driver writes to the kernel log. */
typedef struct gpucost_fault {
    uint64_t size;          /**< sizeof this struct; GPUCOST_INIT sets it */
    uint64_t code;          /**< Xid */
    char mnemonic[72];      /**< NVIDIA's names, joined by ';' */
    char meaning[96];       /**< what happened */
    char origin[16];        /**< hardware, driver, application or information; empty when current products do not
                                 report it */
    char cause[96];         /**< what is behind it most often */
    char action[32];        /**< what to do, such as restart_application or reset_device */
    int32_t ends_job;       /**< 1 when work on the device cannot go on */
    uint32_t reserved;      /**< zero */
    char resolution[32];    /**< NVIDIA's bucket of what to do at once */
    char investigation[64]; /**< NVIDIA's bucket of what to look into */
    char source[192];       /**< where the row comes from */
} gpucost_fault;

/** An error of the CUDA runtime and driver interfaces, which number alike. */
typedef struct gpucost_cuda_error {
    uint64_t size;        /**< sizeof this struct; GPUCOST_INIT sets it */
    uint64_t code;        /**< number of both interfaces */
    char runtime[56];     /**< name in the runtime interface, such as "cudaErrorIllegalAddress"; empty where it has
                               none */
    char driver[64];      /**< name in the driver interface, such as "CUDA_ERROR_ILLEGAL_ADDRESS"; empty where it has
                               none */
    char meaning[96];     /**< what happened */
    char origin[16];      /**< application, software (versions that do not go together), machine or hardware */
    char cause[128];      /**< what is behind it most often */
    char action[128];     /**< what to do */
    int32_t ends_process; /**< 1 when the process cannot go on with the device */
    uint32_t reserved;    /**< zero */
    char source[128];     /**< where the row comes from */
} gpucost_cuda_error;

/** Events of one kind on one device: an Xid, an SXid of an NVSwitch, or what the amdgpu driver tells of. */
typedef struct gpucost_fault_events {
    uint64_t size;        /**< sizeof this struct; GPUCOST_INIT sets it */
    char device[32];      /**< PCI address, such as "0000:3b:00" */
    uint64_t code;        /**< Xid or SXid; 0 for amdgpu, which numbers nothing */
    uint64_t events;      /**< lines in the log */
    uint64_t failures;    /**< those that end a job, with lines of one failure counted once */
    uint64_t first_line;  /**< line of the first event, from 1 */
    uint64_t last_line;   /**< line of the last event */
    char origin[16];      /**< as in #gpucost_fault; empty for a code that is not known */
    char fault[32];       /**< "Xid", "SXid" or such as "amdgpu ring timeout" */
} gpucost_fault_events;

/** A kernel log in short. */
typedef struct gpucost_fault_summary {
    uint64_t size;                 /**< sizeof this struct; GPUCOST_INIT sets it */
    uint64_t lines;                /**< lines read */
    uint64_t events;               /**< lines of faults */
    uint64_t devices;              /**< devices with a fault */
    uint64_t failures;             /**< failures that end a job: of hardware, driver and application together */
    uint64_t hardware_failures;    /**< failures of hardware */
    uint64_t driver_failures;      /**< failures of driver or firmware */
    uint64_t application_failures; /**< failures of applications */
    uint64_t untimed;              /**< lines of faults without a readable time: none of them was merged with another */
} gpucost_fault_summary;

/** How often devices fail. */
typedef struct gpucost_fault_rate {
    uint64_t size;          /**< sizeof this struct; GPUCOST_INIT sets it */
    uint64_t failures;      /**< n, failures seen */
    double device_hours;    /**< H, hours of all devices added [h] */
    double confidence;      /**< 1 - a, such as 0.95 */
    double per_hour;        /**< n / H, failures per device and hour */
    double low_per_hour;    /**< lower end of the interval */
    double high_per_hour;   /**< upper end of the interval */
    double mean_h;          /**< H / n, device hours between failures [h]; 0 when none was seen */
    double mean_low_h;      /**< shortest mean inside the interval [h] */
    double mean_high_h;     /**< longest mean inside the interval [h]; 0 when none was seen: unbounded */
} gpucost_fault_rate;

/** A read kernel log. Immutable. */
typedef struct gpucost_fault_log gpucost_fault_log;

/**
 * Number of facts about compatibility.
 *
 * @return number of rows
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API uint64_t gpucost_compatibility_count(void);

/**
 * The i-th fact about compatibility.
 *
 * @param[in]  index  from 0
 * @param[out] row    the row
 * @param[out] err    filled on failure; may be NULL
 * @retval GPUCOST_OK         the row is there
 * @retval GPUCOST_E_ARGUMENT @p index is past the end, or the struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_compatibility_at(uint64_t index, gpucost_compatibility *row, gpucost_error *err);

/**
 * Do a device, a framework, a CUDA version and a driver go together, and if not, what does?
 *
 * Machine code runs on a device of the same major compute capability and the same or a higher minor one; PTX runs on
 * any device from its own capability up, with the driver of its CUDA version. Otherwise a driver from the floor of the
 * CUDA family serves: 450.80.02 for 11, 525.60.13 for 12, 580 for 13; older CUDA wants the driver it came with. The
 * driver must also know the device: it is at least the one of the first CUDA version that builds for it.
 *
 * A version with fewer parts stands for every one that begins with it. The nearest combination changes the fewest
 * things, CUDA before the driver before the framework's version, and then the version least; the accelerator always
 * stays.
 *
 * @worked t4, pytorch 2.1, CUDA 12.1, driver 525.60: possible. The same with driver 470: not; CUDA 11.8 is.
 *
 * @param[in]  catalogue  NULL for the bundled accelerators
 * @param[in]  question   what is fixed; framework, cuda or driver must be given
 * @param[out] answer     whether it works; the combination that does
 * @param[out] err        filled on failure; may be NULL
 * @retval GPUCOST_OK             answered, also when the answer is no
 * @retval GPUCOST_E_ARGUMENT     nothing is asked, or a version has no digits
 * @retval GPUCOST_E_UNKNOWN_NAME no such accelerator or framework
 * @retval GPUCOST_E_UNKNOWN_FACT the release is older or newer than what the facts cover
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_compatibility_check(const gpucost_catalogue *catalogue,
                                                       const gpucost_compatibility_case *question,
                                                       gpucost_compatibility_answer *answer, gpucost_error *err);

/**
 * Number of known Xids.
 *
 * @return number of rows
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API uint64_t gpucost_fault_count(void);

/**
 * The i-th known Xid.
 *
 * @param[in]  index  from 0
 * @param[out] fault  the row
 * @param[out] err    filled on failure; may be NULL
 * @retval GPUCOST_OK         the row is there
 * @retval GPUCOST_E_ARGUMENT @p index is past the end, or the struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_fault_at(uint64_t index, gpucost_fault *fault, gpucost_error *err);

/**
 * What an Xid means, what causes it and what to do.
 *
 * @param[in]  code   Xid, such as 79
 * @param[out] fault  the row
 * @param[out] err    filled on failure; may be NULL
 * @retval GPUCOST_OK             found
 * @retval GPUCOST_E_UNKNOWN_NAME no such Xid is known
 * @retval GPUCOST_E_ARGUMENT     the struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_fault_find(uint64_t code, gpucost_fault *fault, gpucost_error *err);

/**
 * Count the Xids of a kernel log: lines of dmesg, syslog or journalctl that hold `NVRM: Xid (PCI:0000:3b:00): 79, ...`.
 *
 * Lines of one device that end a job within 60 seconds of each other are one failure, of the origin of its first line;
 * times are read as `[12345.678]`, `2024-02-29T12:00:00+00:00` or `Feb 29 12:00:00`.
 *
 * @param[in]  path  file, plain or gzip; "-" is standard input
 * @param[out] log   yours; end it with gpucost_fault_log_free()
 * @param[out] err   filled on failure; may be NULL
 * @retval GPUCOST_OK       read, also when there is no Xid in it
 * @retval GPUCOST_E_IO     the file cannot be read
 * @retval GPUCOST_E_SYNTAX a line is longer than 16 MiB: not a log
 * @retval GPUCOST_E_MEMORY out of memory
 * @threads any thread; a log may be shared
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_fault_log_from_file(const char *path, gpucost_fault_log **log, gpucost_error *err);

/**
 * As gpucost_fault_log_from_file(), from text in memory.
 *
 * @param[in]  text    lines of a kernel log
 * @param[in]  source  name of the text in errors
 * @param[out] log     yours; end it with gpucost_fault_log_free()
 * @param[out] err     filled on failure; may be NULL
 * @retval GPUCOST_OK       read, also when there is no Xid in it
 * @retval GPUCOST_E_SYNTAX a line is longer than 16 MiB: not a log
 * @retval GPUCOST_E_MEMORY out of memory
 * @threads any thread; a log may be shared
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_fault_log_from_text(const char *text, const char *source, gpucost_fault_log **log,
                                                       gpucost_error *err);

/**
 * End a log.
 *
 * @param[in] log  may be NULL
 * @threads the last user of the log
 * @since 0.1
 */
GPUCOST_API void gpucost_fault_log_free(gpucost_fault_log *log);

/**
 * A log in short.
 *
 * @param[in]  log      a log
 * @param[out] summary  its counts
 * @param[out] err      filled on failure; may be NULL
 * @retval GPUCOST_OK         filled
 * @retval GPUCOST_E_ARGUMENT the struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_fault_log_summarise(const gpucost_fault_log *log, gpucost_fault_summary *summary,
                                                       gpucost_error *err);

/**
 * Number of rows of a log: one for each device and Xid.
 *
 * @param[in] log  a log
 * @return number of rows
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API uint64_t gpucost_fault_log_count(const gpucost_fault_log *log);

/**
 * The i-th row of a log, in the order of first appearance.
 *
 * @param[in]  log     a log
 * @param[in]  index   from 0
 * @param[out] events  the row
 * @param[out] err     filled on failure; may be NULL
 * @retval GPUCOST_OK         the row is there
 * @retval GPUCOST_E_ARGUMENT @p index is past the end, or the struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_fault_log_at(const gpucost_fault_log *log, uint64_t index,
                                                gpucost_fault_events *events, gpucost_error *err);

/**
 * Number of known CUDA errors.
 *
 * @return number of rows
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API uint64_t gpucost_cuda_error_count(void);

/**
 * The i-th CUDA error, in order of their numbers.
 *
 * @param[in]  index  from 0
 * @param[out] error  the row
 * @param[out] err    filled on failure; may be NULL
 * @retval GPUCOST_OK         the row is there
 * @retval GPUCOST_E_ARGUMENT @p index is past the end, or the struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_cuda_error_at(uint64_t index, gpucost_cuda_error *error, gpucost_error *err);

/**
 * What a CUDA error means, what causes it and what to do.
 *
 * @param[in]  name   its number or its name in either interface: "700", "cudaErrorIllegalAddress",
 *                    "CUDA_ERROR_ILLEGAL_ADDRESS"; case and underscores do not matter
 * @param[out] error  the row
 * @param[out] err    suggests the nearest three names; may be NULL
 * @retval GPUCOST_OK             found
 * @retval GPUCOST_E_UNKNOWN_NAME no such error, or none that matters
 * @retval GPUCOST_E_ARGUMENT     the struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_cuda_error_find(const char *name, gpucost_cuda_error *error, gpucost_error *err);

/**
 * Rate of failures and its exact interval, for the checkpoint and spot models.
 *
 * \f[ \left[ \frac{\chi^2_{a/2,\,2n}}{2H},\ \frac{\chi^2_{1-a/2,\,2n+2}}{2H} \right] \f]
 * n failures in H device hours, 1 - a confidence; the lower end is 0 for n = 0.
 *
 * @source{garwood1936, pp. 437-442}
 * @valid  failures of devices that are alike, independent, at a constant rate.
 * @worked n = 5, H = 1000 h, 0.95: 0.005 per hour in [0.00162349, 0.01166833] (rates.csv, five).
 *
 * @param[in]  failures      n, 0..1e9
 * @param[in]  device_hours  H, above 0 [h]
 * @param[in]  confidence    1 - a, 0.5..0.999999; 0 means 0.95
 * @param[out] rate          the rate and its interval
 * @param[out] err           filled on failure; may be NULL
 * @retval GPUCOST_OK         computed
 * @retval GPUCOST_E_RANGE    a number is outside its limits
 * @retval GPUCOST_E_NUMERIC  the quantile did not converge
 * @retval GPUCOST_E_ARGUMENT the struct has no size
 * @threads any thread; turns off GSL's abort handler once per process
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_fault_rate_of(uint64_t failures, double device_hours, double confidence,
                                                 gpucost_fault_rate *rate, gpucost_error *err);

GPUCOST_END_DECLS
/** @} */
#endif
