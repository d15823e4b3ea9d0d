/* Typed reading of a Hugging Face config: several spellings of a key, limits, errors with the JSON pointer. */
#ifndef GPUCOST_MODEL_READER_H
#define GPUCOST_MODEL_READER_H

#include <jansson.h>

#include "model/model_make.h"
#include "model/model_traits.h"

enum { GPUCOST__POINTER_BYTES = 96, GPUCOST__PREFIX_BYTES = 64, GPUCOST__READER_PLACES = 24 };

/* After the first failure every call returns its default, and `status` keeps the failure. */
typedef struct gpucost__reader {
    json_t *root;   /* the document */
    json_t *object; /* the language model in it: the root, or nested */
    char prefix[GPUCOST__PREFIX_BYTES]; /* pointer of the object, "" for the root */
    bool nested;
    gpucost__notes *notes;
    gpucost_error *err;
    gpucost_status status;
    struct {
        const char *field; /* of the architecture */
        char pointer[GPUCOST__POINTER_BYTES];
    } places[GPUCOST__READER_PLACES]; /* where a size was read, so that a rule between sizes can name it */
    size_t place_count;
} gpucost__reader;

/* The first of the keys joined by ';' that is there and not null, and its pointer.
   A key may be a path: "attn_config/kv_n_heads". */
json_t *gpucost__config_find(gpucost__reader *r, const char *keys, char pointer[GPUCOST__POINTER_BYTES]);

bool gpucost__config_has(gpucost__reader *r, const char *keys);

/* A whole number in least..most. `field` is remembered for gpucost__config_explain(); NULL for none. */
uint64_t gpucost__config_count(gpucost__reader *r, const char *field, const char *keys, uint64_t least, uint64_t most,
                               uint64_t fallback);

/* The same, and GPUCOST_E_MISSING with the pointer of the first key when there is none. */
uint64_t gpucost__config_need(gpucost__reader *r, const char *field, const char *keys, uint64_t most);

bool gpucost__config_flag(gpucost__reader *r, const char *keys, bool fallback);

/* Text, borrowed from the document. */
const char *gpucost__config_text(gpucost__reader *r, const char *keys, const char *fallback);

/* A list, or NULL when there is none. */
json_t *gpucost__config_list(gpucost__reader *r, const char *keys, char pointer[GPUCOST__POINTER_BYTES]);

/* Is any of the keys a number above zero? *found tells that one was there. */
bool gpucost__config_any_positive(gpucost__reader *r, const char *keys, bool *found);

/* Turn an error that names a field of the architecture into one that names where it was read. */
void gpucost__config_explain(gpucost__reader *r);

/* What a model_type reads beyond the common keys, and what it has beyond the common parts. */
void gpucost__config_particulars(gpucost__reader *r, gpucost_architecture *a);

/* Layers with another mixer than attention, or without a feed-forward layer. */
void gpucost__config_mixers(gpucost__reader *r, gpucost_architecture *a);

/* Vision and audio towers beside the language model, and what joins them to it. */
void gpucost__config_towers(gpucost__reader *r, gpucost_architecture *a);

/* Attention windows: sliding_window and the layers that use it. */
void gpucost__config_window(gpucost__reader *r, gpucost_architecture *a);

/* Routed and shared experts, and the layers that have them. */
void gpucost__config_experts(gpucost__reader *r, gpucost_architecture *a);

#endif
