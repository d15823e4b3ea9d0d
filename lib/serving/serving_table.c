#include "serving/serving_table.h"

static const gpucost_field fields[] = {
    FIELD_SIZE(gpucost_serving),
    FIELD(gpucost_serving, meets_latency, GPUCOST_FIELD_FLAG,
          .doc = "1 when the time to the first token is within the objective, or there is none"),
    FIELD(gpucost_serving, bound, GPUCOST_FIELD_CHOICE, .choices = "compute|memory|communication|pipeline",
          .doc = "what bounds decoding"),
    FIELD(gpucost_serving, prefill_s, GPUCOST_FIELD_F64, .unit = "s", .doc = "compute of one prompt"),
    FIELD(gpucost_serving, first_token_s, GPUCOST_FIELD_F64, .unit = "s",
          .doc = "mean time to the first token, waiting included"),
    FIELD(gpucost_serving, output_token_s, GPUCOST_FIELD_F64, .unit = "s", .doc = "per output token of a sequence"),
    FIELD(gpucost_serving, request_s, GPUCOST_FIELD_F64, .unit = "s", .doc = "mean time of a whole request"),
    FIELD(gpucost_serving, concurrent_sequences, GPUCOST_FIELD_F64, .unit = "sequences", .doc = "decoded at once"),
    FIELD(gpucost_serving, output_tokens_per_s, GPUCOST_FIELD_F64, .unit = "tokens/s",
          .doc = "one replica at full load"),
    FIELD(gpucost_serving, requests_per_s, GPUCOST_FIELD_F64, .unit = "1/s", .doc = "one replica at full load"),
    FIELD(gpucost_serving, utilisation, GPUCOST_FIELD_F64, .doc = "load over capacity with the replicas below, 0..1"),
    FIELD(gpucost_serving, replicas, GPUCOST_FIELD_U64, .doc = "replicas for the request rate; 1 when none is given"),
    FIELD(gpucost_serving, total_s, GPUCOST_FIELD_F64, .unit = "s", .fallback = "a standing service",
          .doc = "time to serve all requests"),
    FIELD(gpucost_serving, low_output_token_s, GPUCOST_FIELD_F64, .unit = "s", .doc = "P10 of output_token_s"),
    FIELD(gpucost_serving, high_output_token_s, GPUCOST_FIELD_F64, .unit = "s", .doc = "P90 of output_token_s"),
};

const gpucost_struct gpucost__serving_table =
    STRUCT_TABLE(gpucost_serving, fields, "Latency and throughput of a served model, and the replicas it needs.");
