#include "network/network_build.h"

#include <stdio.h>
#include <stdlib.h>

static const gpucost_layer_count nothing = {.channels = 1, .height = 1, .width = 1};

const gpucost_layer_count *gpucost__count_of(const gpucost__build *b, uint32_t node)
{
    return b->status == GPUCOST_OK ? &b->nodes[node].count : &nothing;
}

static gpucost_status reserve(gpucost__build *b)
{
    if (b->count < b->room) return GPUCOST_OK;
    if (b->count >= GPUCOST__LAYERS_MOST)
        return gpucost__fail(&b->error, GPUCOST_E_RANGE, "a network has at most %d layers", GPUCOST__LAYERS_MOST);
    uint64_t room = b->room ? 2 * b->room : 64;
    gpucost__node *grown = realloc(b->nodes, (size_t)room * sizeof *grown);
    if (!grown) return gpucost__fail_memory(&b->error);
    b->nodes = grown;
    b->room = room;
    return GPUCOST_OK;
}

static void name_it(gpucost__build *b, gpucost__node *n)
{
    if (n->layer.name[0]) return;
    char kind[32];
    gpucost_struct_get(&gpucost__layer_table, &n->layer, "kind", kind, sizeof kind, NULL);
    if (b->block)
        snprintf(n->layer.name, sizeof n->layer.name, "%u.%s%llu", (unsigned)b->block, kind,
                 (unsigned long long)b->count);
    else
        snprintf(n->layer.name, sizeof n->layer.name, "%s%llu", kind, (unsigned long long)b->count);
}

uint32_t gpucost__build_add(gpucost__build *b, const gpucost_layer *layer, const uint32_t *from, uint32_t inputs)
{
    if (b->status != GPUCOST_OK) return 0;
    b->status = reserve(b);
    if (b->status != GPUCOST_OK) return 0;
    gpucost__node *n = &b->nodes[b->count];
    *n = (gpucost__node){.layer = *layer, .inputs = inputs};
    n->layer.size = sizeof n->layer;
    for (uint32_t i = 0; i < inputs; i++) n->from[i] = from[i];
    name_it(b, n);
    b->status = gpucost__node_count(b->nodes, n, &b->error);
    if (b->status != GPUCOST_OK) return 0;
    return (uint32_t)b->count++;
}

/* Results of layers that read others' memory are those others' own. */
static uint32_t owner(const gpucost__build *b, uint32_t node)
{
    while (gpucost__node_aliases(&b->nodes[node]) && b->nodes[node].inputs) node = b->nodes[node].from[0];
    return node;
}

static void mark(gpucost__build *b)
{
    for (uint64_t i = 0; i < b->count; i++) {
        gpucost__node *n = &b->nodes[i];
        bool casts = gpucost__node_casts(n); /* keeps a copy of its own, counted with it */
        for (uint32_t k = 0; k < n->inputs; k++) {
            b->nodes[n->from[k]].uses++;
            b->nodes[n->from[k]].last_use = (uint32_t)i;
            if (gpucost__node_keeps_input(n, k) && !casts) b->nodes[owner(b, n->from[k])].kept = true;
        }
        if (gpucost__node_keeps_result(n)) b->nodes[owner(b, (uint32_t)i)].kept = true;
    }
    for (uint64_t i = 0; i < b->count; i++) {
        gpucost__node *n = &b->nodes[i];
        n->kept_alone = gpucost__node_casts(n) && !b->nodes[owner(b, n->from[0])].kept;
    }
}

static gpucost_status sum_up(const gpucost__build *b, gpucost_network_totals *t, gpucost_error *err)
{
    t->layers = b->count;
    for (uint64_t i = 0; i < b->count; i++) {
        gpucost_layer_count *c = &b->nodes[i].count;
        c->stored_bytes = (uint64_t)gpucost__node_stored_bytes(&b->nodes[i], 2, true);
        if (__builtin_add_overflow(t->parameters, c->parameters, &t->parameters) ||
            __builtin_add_overflow(t->multiply_adds, c->multiply_adds, &t->multiply_adds) ||
            __builtin_add_overflow(t->activation_elements, c->output_elements, &t->activation_elements))
            return gpucost__fail_field(err, GPUCOST_E_RANGE, "/layers", NULL, "the sums exceed 64 bits");
        t->stored_bytes += c->stored_bytes;
    }
    t->flop = 2 * (double)t->multiply_adds;
    return GPUCOST_OK;
}

gpucost_status gpucost__build_end(gpucost__build *b, const gpucost_network_totals *about, gpucost_network **network,
                                  gpucost_error *err)
{
    gpucost_network *made = NULL;
    gpucost_status status = b->status;
    if (status != GPUCOST_OK) {
        if (err) *err = b->error;
    } else if (!(made = calloc(1, sizeof *made))) {
        status = gpucost__fail_memory(err);
    } else {
        mark(b);
        made->totals = *about;
        made->totals.size = sizeof made->totals;
        status = sum_up(b, &made->totals, err);
    }
    if (status != GPUCOST_OK) {
        free(made);
        free(b->nodes);
        return status;
    }
    made->nodes = b->nodes;
    made->count = b->count;
    *network = made;
    return GPUCOST_OK;
}

/* ---- short forms ---- */

uint32_t gpucost__add_input(gpucost__build *b, uint64_t channels, uint64_t height, uint64_t width)
{
    gpucost_layer l = {.kind = GPUCOST_LAYER_INPUT, .outputs = channels, .height = height, .width = width};
    return gpucost__build_add(b, &l, NULL, 0);
}

uint32_t gpucost__add_conv(gpucost__build *b, uint32_t from, uint64_t outputs, uint64_t kernel, uint64_t stride,
                           uint64_t groups, bool bias)
{
    gpucost_layer l = {.kind = GPUCOST_LAYER_CONVOLUTION, .outputs = outputs, .kernel_height = kernel, .stride = stride,
                       .groups = groups, .bias = bias, .same = 1};
    return gpucost__build_add(b, &l, &from, 1);
}

uint32_t gpucost__add_linear(gpucost__build *b, uint32_t from, uint64_t outputs, bool bias)
{
    gpucost_layer l = {.kind = GPUCOST_LAYER_LINEAR, .outputs = outputs, .bias = bias};
    return gpucost__build_add(b, &l, &from, 1);
}

uint32_t gpucost__add_norm(gpucost__build *b, uint32_t from, int32_t kind, bool plain)
{
    gpucost_layer l = {.kind = kind, .plain = plain, .groups = kind == GPUCOST_LAYER_GROUP_NORM ? 32 : 0};
    return gpucost__build_add(b, &l, &from, 1);
}

uint32_t gpucost__add_function(gpucost__build *b, uint32_t from, int32_t function)
{
    gpucost_layer l = {.kind = GPUCOST_LAYER_ACTIVATION, .function = function};
    return gpucost__build_add(b, &l, &from, 1);
}

uint32_t gpucost__add_one(gpucost__build *b, uint32_t from, int32_t kind)
{
    gpucost_layer l = {.kind = kind};
    return gpucost__build_add(b, &l, &from, 1);
}

uint32_t gpucost__add_two(gpucost__build *b, uint32_t from, uint32_t other, int32_t kind)
{
    gpucost_layer l = {.kind = kind};
    uint32_t both[2] = {from, other};
    return gpucost__build_add(b, &l, both, 2);
}

uint32_t gpucost__add_attention(gpucost__build *b, uint32_t query, uint32_t key, uint32_t value, uint64_t heads)
{
    gpucost_layer l = {.kind = GPUCOST_LAYER_ATTENTION, .heads = heads};
    uint32_t all[3] = {query, key, value};
    return gpucost__build_add(b, &l, all, 3);
}

uint32_t gpucost__add_reshape(gpucost__build *b, uint32_t from, uint64_t channels, uint64_t height, uint64_t width)
{
    gpucost_layer l = {.kind = GPUCOST_LAYER_RESHAPE, .outputs = channels, .height = height, .width = width};
    return gpucost__build_add(b, &l, &from, 1);
}

uint32_t gpucost__add_slice(gpucost__build *b, uint32_t from, uint64_t channels)
{
    gpucost_layer l = {.kind = GPUCOST_LAYER_SLICE, .outputs = channels};
    return gpucost__build_add(b, &l, &from, 1);
}

uint32_t gpucost__add_positions(gpucost__build *b, uint32_t from, uint64_t positions)
{
    gpucost_layer l = {.kind = GPUCOST_LAYER_SLICE, .positions = 1, .height = positions};
    return gpucost__build_add(b, &l, &from, 1);
}

uint32_t gpucost__add_unit(gpucost__build *b, uint32_t from, uint64_t outputs, uint64_t kernel, uint64_t stride,
                           uint64_t groups, int32_t function)
{
    uint32_t x = gpucost__add_conv(b, from, outputs, kernel, stride, groups, false);
    x = gpucost__add_norm(b, x, GPUCOST_LAYER_BATCH_NORM, false);
    return function < 0 ? x : gpucost__add_function(b, x, function);
}

uint32_t gpucost__add_gate(gpucost__build *b, uint32_t from, uint64_t squeezed, int32_t function)
{
    uint64_t channels = gpucost__count_of(b, from)->channels;
    uint32_t x = gpucost__add_one(b, from, GPUCOST_LAYER_GLOBAL_POOL);
    x = gpucost__add_conv(b, x, squeezed, 1, 1, 1, true);
    x = gpucost__add_function(b, x, function);
    x = gpucost__add_conv(b, x, channels, 1, 1, 1, true);
    x = gpucost__add_function(b, x, GPUCOST_FUNCTION_SIGMOID);
    return gpucost__add_two(b, from, x, GPUCOST_LAYER_MULTIPLY);
}
