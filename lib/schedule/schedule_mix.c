#include "schedule/schedule_mix.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* min  sum of purchases and mixes
   s.t. for each size and segment: what the mixes run - what is bought + slack = 0; for each segment: mixes sum to 1.
   Rents are minus the prices of the former rows. Mixes outside a node's ranges stay as columns at a price that no plan
   pays, so that the basis of one node starts the next. */

static const double TOLERANCE = 1e-9, OUTSIDE = 100, RENT_SHARE = 1 - 1e-9;

enum { ROUNDS_MOST = 200, PIVOTS_MOST = 2000 };

/* Columns: purchases of a size, slacks, mixes. */
#define KIND_SHIFT 40
enum { PURCHASE = 0, SLACK = 1, MIX = 2 };

static uint64_t column_of(int kind, uint64_t size, uint64_t index)
{
    return (uint64_t)kind << 60 | size << KIND_SHIFT | index;
}

static int kind_of(uint64_t column)
{
    return (int)(column >> 60);
}

static uint64_t size_of(uint64_t column)
{
    return column >> KIND_SHIFT & 0xFFFFF;
}

static uint64_t index_of(uint64_t column)
{
    return column & (((uint64_t)1 << KIND_SHIFT) - 1);
}

static bool is_inside(const gpucost__mix *mix, const gpucost__range *ranges, uint64_t point)
{
    for (uint64_t i = 0; i < mix->sizes->count; i++) {
        gpucost__range range = ranges[i * mix->segments + mix->point_segment[point]];
        int32_t number = mix->point[point * mix->sizes->count + i];
        if (number < range.least || number > range.most) return false;
    }
    return true;
}

static double cost_of(const gpucost__mix *mix, const gpucost__range *ranges, uint64_t column)
{
    if (kind_of(column) == SLACK) return 0;
    if (kind_of(column) == MIX)
        return is_inside(mix, ranges, index_of(column)) ? mix->point_cost[index_of(column)] : OUTSIDE;
    return (double)mix->sizes->sizes[size_of(column)].network.arcs[index_of(column)].cost / mix->money;
}

static bool add_point(gpucost__mix *mix, const int32_t *numbers, uint64_t segment)
{
    uint64_t count = mix->sizes->count;
    if (mix->points == mix->room) {
        size_t room = (size_t)mix->room * 2;
        int32_t *point = realloc(mix->point, room * count * sizeof *point);
        if (point) mix->point = point;
        uint32_t *owner = realloc(mix->point_segment, room * sizeof *owner);
        if (owner) mix->point_segment = owner;
        double *cost = realloc(mix->point_cost, room * sizeof *cost);
        if (cost) mix->point_cost = cost;
        if (!point || !owner || !cost) return false;
        mix->room = room;
    }
    int64_t units = 0;
    for (uint64_t i = 0; i < count; i++) {
        mix->point[mix->points * count + i] = numbers[i];
        units += numbers[i] * mix->sizes->sizes[i].size;
    }
    mix->point_segment[mix->points] = (uint32_t)segment;
    mix->point_cost[mix->points++] =
        (double)gpucost__segment_cost(&mix->sizes->model->network.segments, segment, units) *
        (double)mix->sizes->scale / mix->money;
    return true;
}

gpucost_status gpucost__mix_new(gpucost__sizes *sizes, gpucost__int128 cost, gpucost__mix *mix, gpucost_error *err)
{
    uint64_t segments = sizes->model->network.segments.count;
    size_t rows = (size_t)((sizes->count + 1) * segments), spots = (size_t)(sizes->count * segments);
    *mix = (gpucost__mix){.sizes = sizes,
                          .segments = segments,
                          .rows = rows,
                          .money = (double)cost * (double)sizes->scale,
                          .inverse = calloc(rows * rows, sizeof(double)),
                          .level = calloc(rows, sizeof(double)),
                          .price = calloc(rows, sizeof(double)),
                          .column = calloc(rows, sizeof(double)),
                          .basic = calloc(rows, sizeof(uint64_t)),
                          .room = 2 * rows,
                          .point = malloc(2 * rows * (size_t)sizes->count * sizeof(int32_t)),
                          .point_segment = malloc(2 * rows * sizeof(uint32_t)),
                          .point_cost = malloc(2 * rows * sizeof(double)),
                          .choice =
                              malloc(((size_t)sizes->model->network.most + 2) * (size_t)sizes->count * sizeof(int32_t)),
                          .rent = calloc(spots, sizeof(int64_t)),
                          .mean = calloc(spots, sizeof(double))};
    if (!mix->inverse || !mix->level || !mix->price || !mix->column || !mix->basic || !mix->point ||
        !mix->point_segment || !mix->point_cost || !mix->choice || !mix->rent || !mix->mean)
        return gpucost__fail_memory(err);
    int32_t nothing[GPUCOST__SIZES_MOST] = {0};
    for (uint64_t row = 0; row < rows; row++) {
        mix->inverse[row * rows + row] = 1;
        mix->basic[row] = column_of(SLACK, 0, row);
        if (row < spots) continue;
        mix->level[row] = 1;
        mix->basic[row] = column_of(MIX, 0, mix->points);
        if (!add_point(mix, nothing, row - spots)) return gpucost__fail_memory(err);
    }
    return GPUCOST_OK;
}

void gpucost__mix_free(gpucost__mix *mix)
{
    free(mix->inverse);
    free(mix->level);
    free(mix->price);
    free(mix->column);
    free(mix->basic);
    free(mix->point);
    free(mix->point_segment);
    free(mix->point_cost);
    free(mix->choice);
    free(mix->rent);
    free(mix->mean);
    *mix = (gpucost__mix){0};
}

static void add_row(gpucost__mix *mix, uint64_t row, double times)
{
    for (uint64_t i = 0; i < mix->rows; i++) mix->column[i] += times * mix->inverse[i * mix->rows + row];
}

/* The column in terms of the basis. */
static void express(gpucost__mix *mix, uint64_t column)
{
    memset(mix->column, 0, (size_t)mix->rows * sizeof *mix->column);
    uint64_t index = index_of(column);
    if (kind_of(column) == SLACK) {
        add_row(mix, index, 1);
    } else if (kind_of(column) == PURCHASE) {
        const gpucost__arc *arc = &mix->sizes->sizes[size_of(column)].network.arcs[index];
        for (uint32_t j = arc->from; j < arc->to; j++) add_row(mix, size_of(column) * mix->segments + j, -1);
    } else {
        uint64_t segment = mix->point_segment[index], count = mix->sizes->count;
        for (uint64_t i = 0; i < count; i++)
            if (mix->point[index * count + i]) add_row(mix, i * mix->segments + segment, mix->point[index * count + i]);
        add_row(mix, count * mix->segments + segment, 1);
    }
}

static void find_prices(gpucost__mix *mix, const gpucost__range *ranges)
{
    memset(mix->price, 0, (size_t)mix->rows * sizeof *mix->price);
    for (uint64_t row = 0; row < mix->rows; row++) {
        double cost = cost_of(mix, ranges, mix->basic[row]);
        const double *of = mix->inverse + row * mix->rows;
        for (uint64_t i = 0; cost != 0 && i < mix->rows; i++) mix->price[i] += cost * of[i];
    }
    mix->work += mix->rows * mix->rows;
}

/* Bring a column of reduced cost `reduced` < 0 into the basis. */
static void enter(gpucost__mix *mix, uint64_t column, double reduced)
{
    uint64_t leaving = mix->rows, rows = mix->rows;
    double step = INFINITY;
    express(mix, column);
    for (uint64_t row = 0; row < rows; row++) {
        if (mix->column[row] <= TOLERANCE) continue;
        double ratio = mix->level[row] / mix->column[row];
        if (ratio < step - 1e-12 || (ratio <= step && leaving < rows && mix->column[row] > mix->column[leaving])) {
            step = ratio;
            leaving = row;
        }
    }
    if (leaving == rows) return; /* rounding only: costs are bounded below */
    if (step < 0) step = 0;
    double pivot = mix->column[leaving], *out = mix->inverse + leaving * rows;
    for (uint64_t i = 0; i < rows; i++) out[i] /= pivot;
    for (uint64_t i = 0; i < rows; i++) mix->price[i] += reduced * out[i];
    for (uint64_t row = 0; row < rows; row++) {
        double factor = mix->column[row], *in = mix->inverse + row * rows;
        if (row == leaving || fabs(factor) < 1e-13) continue;
        for (uint64_t i = 0; i < rows; i++) in[i] -= factor * out[i];
        mix->level[row] -= factor * step;
        if (mix->level[row] < 0) mix->level[row] = 0;
    }
    mix->level[leaving] = step;
    mix->basic[leaving] = column;
    mix->work += rows * rows;
}

/* Enter purchases and slacks of negative reduced cost until there are none. */
static void enter_all(gpucost__mix *mix)
{
    uint64_t spots = mix->sizes->count * mix->segments;
    for (int pivots = 0; pivots < PIVOTS_MOST; pivots++) {
        uint64_t best = 0;
        double least = -TOLERANCE;
        for (uint64_t row = 0; row < spots; row++)
            if (-mix->price[row] < least) {
                least = -mix->price[row];
                best = column_of(SLACK, 0, row);
            }
        for (uint64_t i = 0; i < mix->sizes->count; i++) {
            double *before = mix->column; /* rents summed up to each segment */
            before[0] = 0;
            for (uint64_t j = 0; j < mix->segments; j++) before[j + 1] = before[j] - mix->price[i * mix->segments + j];
            const gpucost__network *network = &mix->sizes->sizes[i].network;
            for (uint64_t a = 0; a < network->arc_count; a++) {
                double reduced = (double)network->arcs[a].cost / mix->money - before[network->arcs[a].to] +
                                 before[network->arcs[a].from];
                if (reduced >= least) continue;
                least = reduced;
                best = column_of(PURCHASE, i, a);
            }
        }
        if (least == -TOLERANCE) return;
        enter(mix, best, least);
    }
}

/* Whole rents near the prices, over no arc more than its cost. */
static void whole_rents(gpucost__mix *mix)
{
    for (uint64_t i = 0; i < mix->sizes->count; i++) {
        const gpucost__network *network = &mix->sizes->sizes[i].network;
        int64_t *rent = mix->rent + i * mix->segments;
        double *before = mix->column, share = 1;
        before[0] = 0;
        for (uint64_t j = 0; j < mix->segments; j++) {
            double own = -mix->price[i * mix->segments + j] * mix->money;
            before[j + 1] = before[j] + (own > 0 ? own : 0);
        }
        for (uint64_t a = 0; a < network->arc_count; a++) {
            double sum = before[network->arcs[a].to] - before[network->arcs[a].from];
            if (sum * share > (double)network->arcs[a].cost) share = (double)network->arcs[a].cost / sum;
        }
        for (uint64_t j = 0; j < mix->segments; j++) {
            double own = -mix->price[i * mix->segments + j] * mix->money * share * RENT_SHARE;
            rent[j] = own > 0 ? (int64_t)own : 0;
        }
    }
}

/* The best mix of a segment at the rents, inside its ranges; what it costs is exact. */
static gpucost__int128 best_mix(gpucost__mix *mix, const gpucost__range *ranges, uint64_t j, int32_t *numbers)
{
    gpucost__sizes *sizes = mix->sizes;
    const gpucost__segments *segments = &sizes->model->network.segments;
    gpucost__int128 *cost = sizes->cost, base = 0;
    int64_t most = sizes->level_most[j], units = 0;
    uint64_t stride = (uint64_t)sizes->model->network.most + 2;
    cost[most] = 0;
    for (uint64_t hinge = segments->first[j + 1], n = (uint64_t)most; n-- > 0;) {
        while (hinge > segments->first[j] && segments->level[hinge - 1] > (int64_t)n) hinge--;
        cost[n] = cost[n + 1] + (gpucost__int128)segments->weight[hinge] * sizes->scale;
    }
    for (uint64_t i = 0; i < sizes->count; i++) {
        gpucost__range range = ranges[i * mix->segments + j];
        int64_t size = sizes->sizes[i].size, rent = mix->rent[i * mix->segments + j], spare = range.most - range.least;
        int32_t *choice = mix->choice + i * stride;
        numbers[i] = range.least;
        units += size * range.least;
        base += (gpucost__int128)rent * range.least;
        choice[most] = 0;
        if (spare * size >= most) {
            for (int64_t n = most; n-- > 0;) {
                int64_t then = n + size < most ? n + size : most;
                bool more = cost[then] + rent < cost[n];
                choice[n] = more ? choice[then] + 1 : 0;
                if (more) cost[n] = cost[then] + rent;
            }
            continue;
        }
        for (int64_t n = 0; n < most; n++) { /* from below: what is read is still without this size */
            choice[n] = 0;
            gpucost__int128 least = cost[n];
            for (int64_t c = 1; c <= spare && n + (c - 1) * size < most; c++) {
                int64_t then = n + c * size < most ? n + c * size : most;
                if (cost[then] + (gpucost__int128)rent * c >= least) continue;
                least = cost[then] + (gpucost__int128)rent * c;
                choice[n] = (int32_t)c;
            }
            cost[n] = least;
        }
    }
    int64_t at = units < most ? units : most;
    gpucost__int128 value = base + cost[at];
    for (uint64_t i = sizes->count; i-- > 0;) {
        int32_t more = mix->choice[i * stride + (uint64_t)at];
        numbers[i] += more;
        at = at + more * sizes->sizes[i].size < most ? at + more * sizes->sizes[i].size : most;
    }
    return value;
}

static void find_mean(gpucost__mix *mix)
{
    uint64_t count = mix->sizes->count;
    memset(mix->mean, 0, (size_t)(count * mix->segments) * sizeof *mix->mean);
    for (uint64_t row = 0; row < mix->rows; row++) {
        if (kind_of(mix->basic[row]) != MIX) continue;
        uint64_t point = index_of(mix->basic[row]);
        for (uint64_t i = 0; i < count; i++)
            mix->mean[i * mix->segments + mix->point_segment[point]] += mix->level[row] * mix->point[point * count + i];
    }
}

gpucost_status gpucost__mix_solve(gpucost__mix *mix, const gpucost__range *ranges, gpucost__int128 enough,
                                  uint64_t work_most, gpucost__int128 *bound, gpucost_error *err)
{
    uint64_t last = mix->sizes->count * mix->segments;
    int32_t numbers[GPUCOST__SIZES_MOST];
    *bound = 0;
    for (int round = 0; round < ROUNDS_MOST; round++) {
        find_prices(mix, ranges);
        enter_all(mix);
        whole_rents(mix);
        gpucost__int128 sum = 0;
        bool entered = false;
        for (uint64_t j = 0; j < mix->segments; j++) {
            gpucost__int128 value = best_mix(mix, ranges, j, numbers);
            double reduced = (double)value / mix->money - mix->price[last + j];
            sum += value;
            if (reduced >= -TOLERANCE) continue;
            if (!add_point(mix, numbers, j)) return gpucost__fail_memory(err);
            /* prices have changed since the rents were made whole: what this column costs now */
            double now = mix->point_cost[mix->points - 1] - mix->price[last + j];
            for (uint64_t i = 0; i < mix->sizes->count; i++) now -= numbers[i] * mix->price[i * mix->segments + j];
            entered = true;
            if (now < -TOLERANCE) enter(mix, column_of(MIX, 0, mix->points - 1), now);
        }
        if (sum > *bound) *bound = sum;
        if (!entered || *bound >= enough || mix->work > work_most) break;
    }
    find_mean(mix);
    return GPUCOST_OK;
}
