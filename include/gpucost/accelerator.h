#ifndef GPUCOST_ACCELERATOR_H
#define GPUCOST_ACCELERATOR_H
/**
 * @file
 * @defgroup accelerator Accelerators
 * Facts about accelerators, the links between them and the cloud instances that carry them.
 *
 * The bundled facts are immutable and dated. A user's own rows come in a #gpucost_catalogue that is passed in; NULL
 * is the bundled one. Throughput is dense; 0 in a fact field means that it is unknown or that the chip has no such
 * unit, and gpucost_accelerator_rate() makes that an error.
 * @{
 */
#include "gpucost/status.h"

GPUCOST_BEGIN_DECLS

/** Bundled facts with a user's rows laid over them. Immutable once loaded. */
typedef struct gpucost_catalogue gpucost_catalogue;

/** One schedulable accelerator. */
typedef struct gpucost_accelerator {
    uint64_t size;                      /**< sizeof this struct; GPUCOST_INIT sets it */
    char id[32];                        /**< catalogue id, such as "a100-sxm-80gb" */
    char name[64];                      /**< product name */
    char aliases[256];                  /**< other spellings, joined by ';' */
    char vendor[16];                    /**< such as "NVIDIA" */
    char architecture[32];              /**< such as "Hopper" */
    char compute_capability[8];         /**< CUDA compute capability, such as "9.0"; empty where there is none */
    uint64_t year;                      /**< year of introduction */
    uint64_t memory_bytes;              /**< printed memory size [bytes] */
    uint64_t memory_usable_bytes;       /**< memory that a process can use [bytes] */
    char memory_type[16];               /**< such as "HBM3" */
    double memory_bandwidth_bytes_per_s; /**< [bytes/s] */
    double fp64_flop_per_s;             /**< vector rate [FLOP/s] */
    double fp64_tensor_flop_per_s;      /**< matrix rate, dense [FLOP/s] */
    double fp32_flop_per_s;             /**< vector rate [FLOP/s] */
    double tf32_flop_per_s;             /**< matrix rate, dense [FLOP/s] */
    double fp16_flop_per_s;             /**< matrix rate, dense [FLOP/s] */
    double bf16_flop_per_s;             /**< matrix rate, dense [FLOP/s] */
    double fp8_flop_per_s;              /**< matrix rate, dense [FLOP/s] */
    double int8_op_per_s;               /**< matrix rate, dense [op/s] */
    double int4_op_per_s;               /**< matrix rate, dense [op/s] */
    double fp4_flop_per_s;              /**< matrix rate, dense [FLOP/s] */
    uint64_t multiprocessors;           /**< streaming multiprocessors or compute units */
    uint64_t l2_bytes;                  /**< last-level cache [bytes] */
    double scale_up_bytes_per_s;        /**< links to its neighbours, one direction [bytes/s] */
    uint64_t pcie_generation;           /**< PCI Express generation */
    uint64_t pcie_lanes;                /**< PCI Express lanes */
    double power_w;                     /**< top of the configurable board power [W] */
    uint64_t mig_instances;             /**< most MIG instances; 0 without MIG */
    char ecc[16];                       /**< error correction of the memory: yes, no or a word */
    char form_factor[48];               /**< such as "SXM5" */
    char source[192];                   /**< where the row comes from */
} gpucost_accelerator;

/** A link technology. */
typedef struct gpucost_link {
    uint64_t size;               /**< sizeof this struct; GPUCOST_INIT sets it */
    char id[32];                 /**< such as "nvlink4" */
    char kind[16];               /**< scale_up, host or scale_out */
    char technology[48];         /**< such as "NVLink" */
    char generation[16];         /**< as the technology counts it */
    char scope[16];              /**< what the figures describe */
    char accelerators[256];      /**< catalogue ids that carry it, joined by ';' */
    double link_bytes_per_s;     /**< one link, one direction [bytes/s] */
    uint64_t links;              /**< links per device */
    double device_bytes_per_s;   /**< one device, one direction [bytes/s] */
    double node_bytes_per_s;     /**< one node, one direction [bytes/s] */
    double latency_s;            /**< one hop [s] */
    double efficiency;           /**< measured over nominal rate, 0..1 */
    char source[192];            /**< where the row comes from */
} gpucost_link;

/** A cloud instance type that carries accelerators. */
typedef struct gpucost_instance {
    uint64_t size;               /**< sizeof this struct; GPUCOST_INIT sets it */
    char provider[16];           /**< such as "aws" */
    char instance[64];           /**< the provider's name, such as "p5.48xlarge" */
    char accelerator[32];        /**< catalogue id */
    uint64_t accelerator_count;  /**< devices per instance as the provider counts them */
    double accelerator_share;    /**< share of one device, below 1 for sliced instances */
    uint64_t vcpus;              /**< virtual processors */
    uint64_t memory_bytes;       /**< host memory [bytes] */
    uint64_t local_storage_bytes; /**< local NVMe [bytes] */
    double network_bytes_per_s;  /**< highest advertised network rate, one direction [bytes/s] */
    char source[192];            /**< where the row comes from */
} gpucost_instance;

/** A MIG profile: a part of a device that works as a device of its own. A count of 0 is none or unknown. */
typedef struct gpucost_mig {
    uint64_t size;                 /**< sizeof this struct; GPUCOST_INIT sets it */
    char accelerators[64];         /**< catalogue ids that have the profile, joined by ';' */
    char profile[16];              /**< such as "3g.40gb" */
    uint64_t compute_slices;       /**< slices of compute it takes */
    uint64_t memory_slices;        /**< slices of memory it takes */
    uint64_t memory_bytes;         /**< memory that it offers [bytes] */
    uint64_t most_instances;       /**< how many of it fit at once */
    char placements[24];           /**< memory slices at which it may start, joined by ';'; empty when not known */
    uint64_t multiprocessors;      /**< streaming multiprocessors */
    double l2_share;               /**< share of the last-level cache, 0..1 */
    uint64_t copy_engines;         /**< copy engines */
    uint64_t video_decoders;       /**< video decoders */
    uint64_t jpeg_decoders;        /**< JPEG decoders */
    uint64_t optical_flow_engines; /**< optical flow engines */
    uint64_t video_encoders;       /**< video encoders */
    char driver_least[16];         /**< oldest driver that has the profile, where it is stated */
    char source[192];              /**< where the row comes from */
} gpucost_mig;

/** Whether MIG profiles fit one device together. */
typedef struct gpucost_mig_fit {
    uint64_t size;           /**< sizeof this struct; GPUCOST_INIT sets it */
    int32_t fits;            /**< 1 when they do */
    uint32_t reserved;       /**< zero */
    uint64_t instances;      /**< instances asked for */
    uint64_t compute_slices; /**< compute slices they take together */
    uint64_t memory_slices;  /**< memory slices they take together */
    char placements[192];    /**< where each may start, such as "3g.40gb@0;3g.40gb@4"; empty when they do not fit */
    char reason[128];        /**< why they do not fit; empty when they do */
} gpucost_mig_fit;

/** The largest sets of MIG profiles that fit one device. Immutable. */
typedef struct gpucost_mig_sets gpucost_mig_sets;

/** What an accelerator must be. Zero and empty ask for nothing. */
typedef struct gpucost_accelerator_filter {
    uint64_t size;              /**< sizeof this struct; GPUCOST_INIT sets it */
    uint64_t memory_bytes;      /**< least printed memory [bytes] */
    double memory_bandwidth_bytes_per_s; /**< least memory bandwidth [bytes/s] */
    double power_w;             /**< most board power [W]; boards of unknown power are left out */
    char vendor[16];            /**< such as "NVIDIA" */
    char architecture[32];      /**< such as "Hopper" */
    char form_factor[48];       /**< a part of it, such as "SXM" or "PCIe" */
    char compute_capability[8]; /**< least CUDA compute capability */
    char rate[16];              /**< a throughput that it must have, such as "fp8" */
} gpucost_accelerator_filter;

/** Equal accelerators and the links between them. Zero takes the fact from the catalogue. */
typedef struct gpucost_cluster {
    uint64_t size;                /**< sizeof this struct; GPUCOST_INIT sets it */
    char accelerator[32];         /**< any name that gpucost_accelerator_find() knows */
    uint64_t devices;             /**< accelerators in all; 0 means 1 */
    uint64_t devices_per_node;    /**< accelerators that share a node; 0 means 8, or all when fewer */
    double scale_up_bytes_per_s;  /**< in a node, per device and direction [bytes/s]; 0: its NVLink or PCIe */
    double network_bytes_per_s;   /**< between nodes, per node and direction [bytes/s]; 0: 12.5e9 per device */
} gpucost_cluster;

/**
 * A catalogue with the rows of a CSV laid over the bundled ones; same columns and checks as data/accelerators.csv.
 *
 * `id`, `name`, `memory_bytes`, `memory_bandwidth_bytes_per_s` and `source` are required. An empty cell means unknown;
 * an empty `memory_usable_bytes` takes memory_bytes. A column `note` is skipped, any other unknown column is an error.
 * No id, name or alias may name two rows.
 *
 * @param[in]  accelerators_csv  path of a file with the columns of data/accelerators.csv; a known id replaces its row
 * @param[out] catalogue         yours; end it with gpucost_catalogue_free()
 * @param[out] err               file, line, column and value on failure; may be NULL
 * @retval GPUCOST_OK        the catalogue is ready
 * @retval GPUCOST_E_IO      the file cannot be read
 * @retval GPUCOST_E_SYNTAX  not CSV
 * @retval GPUCOST_E_MISSING a required column or cell is missing
 * @retval GPUCOST_E_EMPTY   there is no header line
 * @retval GPUCOST_E_FIELD   a cell has the wrong type, or a column is unknown or there twice
 * @retval GPUCOST_E_RANGE   a cell is outside its limits, or a name is taken
 * @retval GPUCOST_E_MEMORY  out of memory
 * @threads any thread; a loaded catalogue may be shared
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_catalogue_from_csv(const char *accelerators_csv, gpucost_catalogue **catalogue,
                                                      gpucost_error *err);

/**
 * End a catalogue.
 *
 * @param[in] catalogue  may be NULL
 * @threads the last user of the catalogue
 * @since 0.1
 */
GPUCOST_API void gpucost_catalogue_free(gpucost_catalogue *catalogue);

/**
 * Number of accelerators.
 *
 * @param[in] catalogue  NULL for the bundled facts
 * @return number of rows
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API uint64_t gpucost_accelerator_count(const gpucost_catalogue *catalogue);

/**
 * The i-th accelerator.
 *
 * @param[in]  catalogue    NULL for the bundled facts
 * @param[in]  index        from 0
 * @param[out] accelerator  the row
 * @param[out] err          filled on failure; may be NULL
 * @retval GPUCOST_OK         the row is there
 * @retval GPUCOST_E_ARGUMENT @p index is past the end, or the struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_accelerator_at(const gpucost_catalogue *catalogue, uint64_t index,
                                                  gpucost_accelerator *accelerator, gpucost_error *err);

/**
 * An accelerator by any name people type: id, alias or product name; case, blanks and punctuation do not matter.
 * The vendor may stand in front and the printed memory at the end.
 *
 * @param[in]  catalogue    NULL for the bundled facts
 * @param[in]  name         such as "A100 80GB SXM" or "NVIDIA RTX 4090 24GB"
 * @param[out] accelerator  the row
 * @param[out] err          suggests the nearest three names; may be NULL
 * @retval GPUCOST_OK             found
 * @retval GPUCOST_E_UNKNOWN_NAME no such accelerator
 * @retval GPUCOST_E_ARGUMENT     the struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_accelerator_find(const gpucost_catalogue *catalogue, const char *name,
                                                    gpucost_accelerator *accelerator, gpucost_error *err);

/**
 * Dense throughput of an accelerator in one number format.
 *
 * @param[in]  accelerator  the row
 * @param[in]  rate         fp64, fp64_tensor, fp32, tf32, fp16, bf16, fp8, int8, int4 or fp4
 * @param[out] flop_per_s   [FLOP/s]
 * @param[out] err          names the chip and the format; may be NULL
 * @retval GPUCOST_OK             the rate is known
 * @retval GPUCOST_E_UNKNOWN_FACT the chip has no such unit, or no figure is known
 * @retval GPUCOST_E_UNKNOWN_NAME no such rate
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_accelerator_rate(const gpucost_accelerator *accelerator, const char *rate,
                                                    double *flop_per_s, gpucost_error *err);

/**
 * Is an accelerator what a filter asks for?
 *
 * @param[in]  accelerator  the row
 * @param[in]  filter       what is asked; NULL asks for nothing
 * @param[out] matches      1 when everything that is asked holds, else 0
 * @param[out] err          filled on failure; may be NULL
 * @retval GPUCOST_OK             answered
 * @retval GPUCOST_E_UNKNOWN_NAME no such rate
 * @retval GPUCOST_E_ARGUMENT     the compute capability has no digits, or a struct has no size
 * @retval GPUCOST_E_RANGE        a field is outside its limits
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_accelerator_matches(const gpucost_accelerator *accelerator,
                                                       const gpucost_accelerator_filter *filter, int32_t *matches,
                                                       gpucost_error *err);

/**
 * Number of MIG profiles of all devices.
 *
 * @return number of rows
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API uint64_t gpucost_mig_count(void);

/**
 * The i-th MIG profile.
 *
 * @param[in]  index  from 0
 * @param[out] mig    the row
 * @param[out] err    filled on failure; may be NULL
 * @retval GPUCOST_OK         the row is there
 * @retval GPUCOST_E_ARGUMENT @p index is past the end, or the struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_mig_at(uint64_t index, gpucost_mig *mig, gpucost_error *err);

/**
 * Do MIG profiles fit one device together? Exact: every legal placement is tried.
 *
 * Instances take memory slices from a legal start on and share none; compute slices and engines are not more than the
 * device has, and no profile is there more often than it may be.
 *
 * @worked h100-sxm-80gb, "3g.40gb,3g.40gb": fits at 0 and 4. "4g.40gb,4g.40gb": does not.
 *
 * @param[in]  catalogue    NULL for the bundled facts
 * @param[in]  accelerator  any name that gpucost_accelerator_find() knows
 * @param[in]  profiles     joined by ',' or ';', a count in front where there are several: "2x3g.40gb,1g.10gb"
 * @param[out] fit          the answer and a placement
 * @param[out] err          filled on failure; may be NULL
 * @retval GPUCOST_OK             answered, also when they do not fit
 * @retval GPUCOST_E_UNKNOWN_NAME no such accelerator or profile
 * @retval GPUCOST_E_UNKNOWN_FACT the device has no MIG, or its placements are not known
 * @retval GPUCOST_E_ARGUMENT     no profile is named, or the struct has no size
 * @retval GPUCOST_E_RANGE        a count is not in 1..64
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_mig_fits(const gpucost_catalogue *catalogue, const char *accelerator,
                                            const char *profiles, gpucost_mig_fit *fit, gpucost_error *err);

/**
 * Every set of MIG profiles that fits one device and to which no other profile can be added.
 *
 * Profiles that only differ in engines ("+me", "+gfx", "-me") are left out: they take the place of the plain one.
 *
 * @param[in]  catalogue    NULL for the bundled facts
 * @param[in]  accelerator  any name that gpucost_accelerator_find() knows
 * @param[out] sets         yours; end it with gpucost_mig_sets_free()
 * @param[out] err          filled on failure; may be NULL
 * @retval GPUCOST_OK             the sets are ready
 * @retval GPUCOST_E_UNKNOWN_NAME no such accelerator
 * @retval GPUCOST_E_UNKNOWN_FACT the device has no MIG, or its placements are not known
 * @retval GPUCOST_E_MEMORY       out of memory
 * @threads any thread; sets may be shared
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_mig_sets_new(const gpucost_catalogue *catalogue, const char *accelerator,
                                                gpucost_mig_sets **sets, gpucost_error *err);

/**
 * End the sets.
 *
 * @param[in] sets  may be NULL
 * @threads the last user of the sets
 * @since 0.1
 */
GPUCOST_API void gpucost_mig_sets_free(gpucost_mig_sets *sets);

/**
 * Number of sets.
 *
 * @param[in] sets  sets
 * @return number of sets
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API uint64_t gpucost_mig_sets_count(const gpucost_mig_sets *sets);

/**
 * The i-th set, as gpucost_mig_fits() takes it; the fewest and largest instances come first.
 *
 * @param[in] sets   sets
 * @param[in] index  from 0
 * @return such as "1x4g.40gb,1x3g.40gb", borrowed from the sets; NULL past the end
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API const char *gpucost_mig_sets_at(const gpucost_mig_sets *sets, uint64_t index);

/**
 * Number of link technologies.
 *
 * @return number of rows
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API uint64_t gpucost_link_count(void);

/**
 * The i-th link technology.
 *
 * @param[in]  index  from 0
 * @param[out] link   the row
 * @param[out] err    filled on failure; may be NULL
 * @retval GPUCOST_OK         the row is there
 * @retval GPUCOST_E_ARGUMENT @p index is past the end, or the struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_link_at(uint64_t index, gpucost_link *link, gpucost_error *err);

/**
 * Number of cloud instance types.
 *
 * @return number of rows
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API uint64_t gpucost_instance_count(void);

/**
 * The i-th cloud instance type.
 *
 * @param[in]  index     from 0
 * @param[out] instance  the row
 * @param[out] err       filled on failure; may be NULL
 * @retval GPUCOST_OK         the row is there
 * @retval GPUCOST_E_ARGUMENT @p index is past the end, or the struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_instance_at(uint64_t index, gpucost_instance *instance, gpucost_error *err);

/**
 * A cloud instance type by name.
 *
 * @param[in]  provider  such as "aws"; "" for any provider
 * @param[in]  name      such as "p5.48xlarge"; case does not matter
 * @param[out] instance  the row
 * @param[out] err       suggests the nearest three names; may be NULL
 * @retval GPUCOST_OK             found
 * @retval GPUCOST_E_UNKNOWN_NAME no such instance type or provider
 * @retval GPUCOST_E_ARGUMENT     the struct has no size
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_instance_find(const char *provider, const char *name, gpucost_instance *instance,
                                                 gpucost_error *err);

/**
 * Take a cluster as the caller gave it and fill every zero from the facts.
 *
 * Fewer devices than `devices_per_node` share one node. The links of a PCIe card are a bridge over two cards (four
 * where the facts say so); with more in a node, the rate is that of PCI Express: lanes times the payload rate of a
 * lane, 0.985e9, 1.969e9, 3.938e9 and 7.563e9 bytes/s in generations 3 to 6. A lone device without a link has the
 * network. The network's default is 100 Gb/s a device.
 *
 * @source{pcisig2022, line rates and codes of generations 1 to 6}
 * @worked 16 t4 give 2 nodes of 8, 15.76e9 bytes/s inside a node and 100e9 bytes/s between them.
 *
 * @param[in]  catalogue    NULL for the bundled facts
 * @param[in]  cluster      accelerator name, counts, links
 * @param[out] resolved     the same with nothing left at zero
 * @param[out] accelerator  the accelerator's row
 * @param[out] err          filled on failure; may be NULL
 * @retval GPUCOST_OK             both outputs are filled
 * @retval GPUCOST_E_UNKNOWN_NAME no such accelerator
 * @retval GPUCOST_E_ARGUMENT     no accelerator is named, devices_per_node does not divide devices, or a struct has no
 *                                size
 * @retval GPUCOST_E_UNKNOWN_FACT devices share a node, and no link of the accelerator is known
 * @retval GPUCOST_E_RANGE        a field is outside its limits
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_cluster_resolve(const gpucost_catalogue *catalogue, const gpucost_cluster *cluster,
                                                   gpucost_cluster *resolved, gpucost_accelerator *accelerator,
                                                   gpucost_error *err);

GPUCOST_END_DECLS
/** @} */
#endif
