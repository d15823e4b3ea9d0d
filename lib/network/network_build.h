/* Making the list of layers: presets by their rules, and a user's by names. */
#ifndef GPUCOST_NETWORK_BUILD_H
#define GPUCOST_NETWORK_BUILD_H

#include "network/network_handle.h"

/* A network that grows. The first failure stays; what is added after it is dropped, and nodes are then 0. */
typedef struct gpucost__build {
    gpucost__node *nodes;
    uint64_t count, room;
    gpucost_status status;
    gpucost_error error;
    uint32_t block; /* numbers the parts in the names of layers */
} gpucost__build;

/* Add a layer that reads `from` [inputs]; its node. */
uint32_t gpucost__build_add(gpucost__build *build, const gpucost_layer *layer, const uint32_t *from, uint32_t inputs);

/* Finish as an owned network, or give the failure and free the nodes. */
gpucost_status gpucost__build_end(gpucost__build *build, const gpucost_network_totals *about, gpucost_network **network,
                                  gpucost_error *err);

/* Short forms; each gives its node. */
uint32_t gpucost__add_input(gpucost__build *b, uint64_t channels, uint64_t height, uint64_t width);
uint32_t gpucost__add_conv(gpucost__build *b, uint32_t from, uint64_t outputs, uint64_t kernel, uint64_t stride,
                           uint64_t groups, bool bias);
uint32_t gpucost__add_linear(gpucost__build *b, uint32_t from, uint64_t outputs, bool bias);
uint32_t gpucost__add_norm(gpucost__build *b, uint32_t from, int32_t kind, bool plain);
uint32_t gpucost__add_function(gpucost__build *b, uint32_t from, int32_t function);
uint32_t gpucost__add_one(gpucost__build *b, uint32_t from, int32_t kind); /* a kind without sizes */
uint32_t gpucost__add_two(gpucost__build *b, uint32_t from, uint32_t other, int32_t kind);
uint32_t gpucost__add_attention(gpucost__build *b, uint32_t query, uint32_t key, uint32_t value, uint64_t heads);
uint32_t gpucost__add_slice(gpucost__build *b, uint32_t from, uint64_t channels);
uint32_t gpucost__add_positions(gpucost__build *b, uint32_t from, uint64_t positions);
uint32_t gpucost__add_reshape(gpucost__build *b, uint32_t from, uint64_t channels, uint64_t height, uint64_t width);

/* Convolution, batch norm and, unless negative, a function. */
uint32_t gpucost__add_unit(gpucost__build *b, uint32_t from, uint64_t outputs, uint64_t kernel, uint64_t stride,
                           uint64_t groups, int32_t function);

/* Squeeze and excite: gate the channels by two products of their means (hu2018, section 3). */
uint32_t gpucost__add_gate(gpucost__build *b, uint32_t from, uint64_t squeezed, int32_t function);

const gpucost_layer_count *gpucost__count_of(const gpucost__build *b, uint32_t node);

#endif
