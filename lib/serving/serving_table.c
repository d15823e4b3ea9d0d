#include "serving/serving_table.h"

#define T gpucost_serving
static const gpucost_field fields[] = {
    FIELD_SIZE(T),
    FIELD(T, meets_latency, GPUCOST_FIELD_FLAG, .doc = "the time to the first token is within the objective"),
    FIELD(T, bound, GPUCOST_FIELD_CHOICE, .choices = "compute|memory|communication|pipeline",
          .doc = "what bounds decoding"),
    FIELD(T, prefill_s, GPUCOST_FIELD_F64, .unit = "s", .doc = "compute of one prompt"),
    FIELD(T, first_token_s, GPUCOST_FIELD_F64, .unit = "s", .doc = "mean time to the first token, waiting included"),
    FIELD(T, output_token_s, GPUCOST_FIELD_F64, .unit = "s", .doc = "time per output token of a sequence"),
    FIELD(T, request_s, GPUCOST_FIELD_F64, .unit = "s", .doc = "mean time of a whole request"),
    FIELD(T, concurrent_sequences, GPUCOST_FIELD_F64, .doc = "sequences decoded at once"),
    FIELD(T, output_tokens_per_s, GPUCOST_FIELD_F64, .unit = "1/s", .doc = "output tokens of one replica at full load"),
    FIELD(T, requests_per_s, GPUCOST_FIELD_F64, .unit = "1/s", .doc = "requests of one replica at full load"),
    FIELD(T, utilisation, GPUCOST_FIELD_F64, .doc = "load over capacity with the replicas"),
    FIELD(T, replicas, GPUCOST_FIELD_U64, .doc = "replicas for the request rate"),
    FIELD(T, total_s, GPUCOST_FIELD_F64, .unit = "s", .doc = "time to serve all requests; 0 for a standing service"),
    FIELD(T, low_output_token_s, GPUCOST_FIELD_F64, .unit = "s", .doc = "P10 of the time per output token"),
    FIELD(T, high_output_token_s, GPUCOST_FIELD_F64, .unit = "s", .doc = "P90 of the time per output token"),
};
#undef T
const gpucost_struct gpucost__serving_table =
    STRUCT_TABLE(gpucost_serving, fields, "What one replica does, and how many are needed.");
