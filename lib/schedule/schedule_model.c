#include "schedule/schedule_model.h"

#include <stdlib.h>

enum { PARTS_MOST = 10080 };

/* The circulation adds potentials of at most a few times the price of a unit over the horizon; segments multiply it by
 * units. */
static const gpucost__int128 narrow_sum = (gpucost__int128)1 << 58, wide_sum = (gpucost__int128)1 << 90;

gpucost__hour gpucost__hour_of(const gpucost_portfolio_case *asked, uint64_t path, uint64_t t)
{
    int32_t demand = asked->paths[path].demand[t], interruptible = asked->paths[path].interruptible[t];
    gpucost__hour hour = {.on_demand = asked->on_demand[t], .spot = asked->on_demand[t]};
    hour.need = demand > asked->held[t] ? demand - asked->held[t] : 0;
    if (asked->spot[t] <= 0 || asked->spot[t] >= asked->on_demand[t]) return hour;
    hour.spot = asked->spot[t];
    hour.cheap = interruptible < hour.need ? interruptible : hour.need;
    if (asked->spot_units[t] < hour.cheap) hour.cheap = asked->spot_units[t];
    return hour;
}

static gpucost__int128 divisor_of(gpucost__int128 a, gpucost__int128 b)
{
    while (b > INT64_MAX) {
        gpucost__int128 rest = a % b;
        a = b;
        b = rest;
    }
    if (b == 0) return a;
    int64_t x = (int64_t)b, y = (int64_t)(a % b);
    while (y != 0) {
        int64_t rest = x % y;
        x = y;
        y = rest;
    }
    return x;
}

typedef struct {
    const gpucost_portfolio_case *asked;
    gpucost__model *model;
    gpucost__int128 *saved; /* [hours + 1] what a first unit saves before each hour */
    gpucost__int128 *cost;  /* [arcs] in nanos, by commitment and then by date */
    uint32_t *from, *to;    /* [arcs] hours */
    uint32_t *place;        /* [hours + 1] node of an hour */
    uint64_t arcs, first_path, paths, hinges;
    bool whole, narrow; /* keep every purchase; 64 bits only */
    gpucost__int128 unit, dearest; /* common divisor of all prices; highest price of an hour */
} building;

static void weigh_hours(building *b)
{
    b->saved[0] = 0;
    for (uint64_t i = 0; i < b->asked->hours * b->paths; i++) {
        uint64_t t = i / b->paths;
        gpucost__hour hour = gpucost__hour_of(b->asked, b->first_path + i % b->paths, t);
        gpucost__int128 saved = b->saved[t] + gpucost__hour_value(&hour, 1);
        if (i % b->paths == 0 || saved > b->saved[t + 1]) b->saved[t + 1] = saved;
        b->hinges += (hour.need > hour.cheap ? 1u : 0u) + (hour.cheap > 0 ? 1u : 0u);
        if (hour.need == 0) continue;
        if (hour.on_demand > b->dearest) b->dearest = hour.on_demand;
        if (hour.need > b->model->network.most) b->model->network.most = hour.need;
        if (b->unit == 0 || hour.on_demand % b->unit != 0) b->unit = divisor_of(hour.on_demand, b->unit);
        if (hour.cheap > 0 && hour.spot % b->unit != 0) b->unit = divisor_of(hour.spot, b->unit);
    }
}

/* Every purchase that can pay. Costs of one commitment are mostly the same at every date. */
static void weigh_purchases(building *b)
{
    const gpucost_portfolio_case *asked = b->asked;
    for (uint64_t k = 0; k < asked->count; k++) {
        const gpucost__dated *dated = &asked->dated[k];
        gpucost__int128 last = 0;
        for (uint64_t i = 0; i < dated->count; i++) {
            uint64_t date = gpucost__date_at(dated, i);
            uint64_t left = asked->hours - date;
            uint64_t end = dated->row.term_hours < left ? date + dated->row.term_hours : asked->hours;
            gpucost__int128 cost = gpucost__dated_cost(asked, dated, i);
            if (!b->whole && cost >= (b->saved[end] - b->saved[date]) * (int64_t)dated->row.unit_size) continue;
            if (cost != last) b->unit = divisor_of(cost, b->unit);
            last = cost;
            b->cost[b->arcs] = cost;
            b->from[b->arcs] = (uint32_t)date;
            b->to[b->arcs] = (uint32_t)end;
            b->model->commitment[b->arcs++] = (uint32_t)k;
        }
    }
}

static void number_nodes(building *b)
{
    uint64_t hours = b->asked->hours, nodes = 0;
    b->place[0] = b->place[hours] = 1;
    for (uint64_t a = 0; a < b->arcs; a++) b->place[b->from[a]] = b->place[b->to[a]] = 1;
    for (uint64_t t = 0; t <= hours; t++) {
        if (!b->place[t]) continue;
        b->model->hour[nodes] = t;
        b->place[t] = (uint32_t)nodes++;
    }
    b->model->network.segments.count = nodes - 1;
}

static int64_t size_of(const building *b, uint64_t arc)
{
    return (int64_t)b->asked->dated[b->model->commitment[arc]].row.unit_size;
}

/* By date: a counting sort that keeps the order of commitments. */
static gpucost_status order_arcs(building *b, gpucost_error *err)
{
    gpucost__network *network = &b->model->network;
    uint64_t nodes = network->segments.count + 1;
    uint64_t *next = calloc((size_t)nodes + 1, sizeof *next);
    uint32_t *commitment = malloc(((size_t)b->arcs + 1) * sizeof *commitment);
    network->arcs = malloc(((size_t)b->arcs + 1) * sizeof *network->arcs);
    b->model->cost = malloc(((size_t)b->arcs + 1) * sizeof *b->model->cost);
    if (!next || !commitment || !network->arcs || !b->model->cost) {
        free(next);
        free(commitment);
        return gpucost__fail_memory(err);
    }
    for (uint64_t a = 0; a < b->arcs; a++) next[b->place[b->from[a]] + 1]++;
    for (uint64_t v = 0; v < nodes; v++) next[v + 1] += next[v];
    for (uint64_t a = 0; a < b->arcs; a++) {
        uint64_t at = next[b->place[b->from[a]]]++;
        network->arcs[at] = (gpucost__arc){
            .from = b->place[b->from[a]], .to = b->place[b->to[a]],
            .cost = b->cost[a] / b->model->unit * (b->model->parts / size_of(b, a))};
        commitment[at] = b->model->commitment[a];
        b->model->cost[at] = network->arcs[at].cost;
    }
    network->arc_count = b->arcs;
    free(b->model->commitment);
    b->model->commitment = commitment;
    free(next);
    return GPUCOST_OK;
}

static gpucost_status hang_hours(building *b, gpucost_error *err)
{
    gpucost__hinge *hinges = malloc(((size_t)b->hinges + 1) * sizeof *hinges);
    if (!hinges) return gpucost__fail_memory(err);
    uint64_t count = 0, segments = b->model->network.segments.count;
    int64_t unit = b->model->unit, parts = b->model->parts;
    uint32_t paths = (uint32_t)b->paths, j = 0;
    for (uint64_t t = 0; t < b->asked->hours; t++) {
        j += t == b->model->hour[j + 1];
        for (uint32_t path = 0; path < paths; path++) {
            gpucost__hour hour = gpucost__hour_of(b->asked, b->first_path + path, t);
            if (hour.need > hour.cheap)
                hinges[count++] =
                    (gpucost__hinge){.price = (hour.on_demand - (hour.cheap ? hour.spot : 0)) / unit * parts,
                                     .level = hour.need - hour.cheap,
                                     .segment = j,
                                     .path = path};
            if (hour.cheap > 0)
                hinges[count++] = (gpucost__hinge){
                    .price = hour.spot / unit * parts, .level = hour.need, .segment = j, .path = path};
        }
    }
    return gpucost__segments_new(hinges, count, segments, &b->model->network.segments, err);
}

static gpucost_status find_parts(building *b, gpucost_error *err)
{
    b->model->parts = 1;
    for (uint64_t k = 0; k < b->asked->count; k++) {
        int64_t size = (int64_t)b->asked->dated[k].row.unit_size;
        b->model->parts *= size / (int64_t)divisor_of(b->model->parts, size);
        if (b->model->parts > PARTS_MOST)
            return gpucost__fail_field(err, GPUCOST_E_RANGE, "unit_size", NULL,
                                       "the sizes have no common multiple up to %d", PARTS_MOST);
    }
    return GPUCOST_OK;
}

static gpucost_status build(building *b, gpucost_error *err)
{
    uint64_t hours = b->asked->hours;
    weigh_hours(b);
    weigh_purchases(b);
    if (b->unit == 0) b->unit = 1;
    GPUCOST__TRY(find_parts(b, err));
    gpucost__int128 sum = (b->saved[hours] / b->unit + 1) * b->model->parts;
    b->model->narrow_most = (int64_t)(narrow_sum / sum);
    gpucost__int128 most =
        b->narrow || b->model->narrow_most >= (int64_t)b->paths ? b->model->narrow_most : wide_sum / sum;
    if (most < (gpucost__int128)b->paths || b->dearest / b->unit * b->model->parts > INT64_MAX)
        return gpucost__fail_field(err, GPUCOST_E_OVERFLOW, "on_demand", NULL,
                                   "a unit over all %llu hours and scenarios costs more than 2^%d steps of the prices' "
                                   "common divisor, or an hour more than 2^63", (unsigned long long)hours,
                                   b->narrow ? 58 : 90);
    b->model->weight_most = most < INT64_MAX ? (int64_t)most : INT64_MAX;
    b->model->unit = (int64_t)b->unit;
    number_nodes(b);
    GPUCOST__TRY(order_arcs(b, err));
    GPUCOST__TRY(hang_hours(b, err));
    gpucost__model_weigh(b->model, NULL, b->paths);
    return GPUCOST_OK;
}

void gpucost__model_weigh(gpucost__model *model, const int64_t *weights, uint64_t paths)
{
    int64_t sum = (int64_t)paths;
    for (uint64_t i = 0; weights && i < paths; i++) sum += weights[i] - 1;
    model->network.wide = sum > model->narrow_most;
    for (uint64_t a = 0; a < model->network.arc_count; a++) model->network.arcs[a].cost = model->cost[a] * sum;
    gpucost__segments_weigh(&model->network.segments, weights);
}

static gpucost_status make(building given, gpucost__model *model, gpucost_error *err)
{
    const gpucost_portfolio_case *asked = given.asked;
    *model = (gpucost__model){0};
    for (uint64_t k = 0; k < asked->count; k++) model->choices += asked->dated[k].count;
    if (model->choices > GPUCOST__CHOICES_MOST)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "commitments", NULL,
                                   "%llu pairs of a commitment and a date; at most %d: allow fewer dates",
                                   (unsigned long long)model->choices, GPUCOST__CHOICES_MOST);
    size_t room = (size_t)model->choices + 1, hours = (size_t)asked->hours + 1;
    building b = given;
    b.model = model;
    b.saved = malloc(hours * sizeof *b.saved);
    b.cost = malloc(room * sizeof *b.cost);
    b.from = malloc(room * sizeof *b.from);
    b.to = malloc(room * sizeof *b.to);
    b.place = calloc(hours, sizeof *b.place);
    model->commitment = malloc(room * sizeof *model->commitment);
    model->hour = malloc(hours * sizeof *model->hour);
    gpucost_status status = GPUCOST_OK;
    if (!b.saved || !b.cost || !b.from || !b.to || !b.place || !model->commitment || !model->hour)
        status = gpucost__fail_memory(err);
    if (status == GPUCOST_OK) status = build(&b, err);
    free(b.saved);
    free(b.cost);
    free(b.from);
    free(b.to);
    free(b.place);
    if (status != GPUCOST_OK) gpucost__model_free(model);
    return status;
}

gpucost_status gpucost__model_of(const gpucost_portfolio_case *asked, bool whole, gpucost__model *model,
                                 gpucost_error *err)
{
    return make((building){.asked = asked, .paths = 1, .whole = whole}, model, err);
}

gpucost_status gpucost__model_new(const gpucost_portfolio_case *asked, uint64_t first_path, uint64_t paths,
                                  gpucost__model *model, gpucost_error *err)
{
    return make((building){.asked = asked, .first_path = first_path, .paths = paths, .narrow = true}, model, err);
}

void gpucost__model_free(gpucost__model *model)
{
    gpucost__segments_free(&model->network.segments);
    free(model->network.arcs);
    free(model->commitment);
    free(model->cost);
    free(model->hour);
    *model = (gpucost__model){0};
}
