#include "risk/risk_master.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* min  sum_i (least . cost_i) lambda_i + rest eta + sum_s (most_s - least_s) e_s
   s.t. sum_i cost_is lambda_i - eta - e_s + slack_s = 0,  sum_i lambda_i = 1,  all >= 0,
   with rest = 1 - sum least: the CVaR form of the mixed costs [rockafellar2000]. Row prices y give theta = least - y.
 */

static const double TOLERANCE = 1e-11;

enum { DANTZIG_MOST = 5000 }; /* pivots by steepest price; from there by first index, which cannot cycle */

/* Basic variables beside plans. */
static const uint64_t FIRST = (uint64_t)1 << 32;

static uint64_t threshold(void)
{
    return FIRST;
}

static uint64_t excess_of(uint64_t s)
{
    return FIRST + 1 + 2 * s;
}

static uint64_t slack_of(uint64_t s)
{
    return FIRST + 2 + 2 * s;
}

gpucost_status gpucost__master_new(uint64_t scenarios, const double *least, const double *most, uint64_t plans_most,
                                   gpucost__master *master, gpucost_error *err)
{
    size_t rows = (size_t)scenarios + 1;
    *master = (gpucost__master){.rows = rows,
                                .room = plans_most,
                                .least = least,
                                .most = most,
                                .cost = malloc((size_t)plans_most * rows * sizeof(double)),
                                .inverse = calloc(rows * rows, sizeof(double)),
                                .level = malloc(rows * sizeof(double)),
                                .price = malloc(rows * sizeof(double)),
                                .column = malloc(rows * sizeof(double)),
                                .basic = malloc(rows * sizeof(uint64_t))};
    bool ok = master->cost && master->inverse && master->level && master->price && master->column && master->basic;
    return ok ? GPUCOST_OK : gpucost__fail_memory(err);
}

void gpucost__master_free(gpucost__master *master)
{
    free(master->cost);
    free(master->inverse);
    free(master->level);
    free(master->price);
    free(master->column);
    free(master->basic);
    *master = (gpucost__master){0};
}

static double *costs_of(const gpucost__master *master, uint64_t plan)
{
    return master->cost + plan * (master->rows - 1);
}

/* Cost of a variable in the objective. */
static double weight_of(const gpucost__master *master, uint64_t variable)
{
    uint64_t scenarios = master->rows - 1;
    double sum = 0;
    if (variable < FIRST) {
        const double *costs = costs_of(master, variable);
        for (uint64_t s = 0; s < scenarios; s++) sum += master->least[s] * costs[s];
        return sum;
    }
    if (variable == threshold()) {
        for (uint64_t s = 0; s < scenarios; s++) sum += master->least[s];
        return 1 - sum;
    }
    uint64_t s = (variable - FIRST - 1) / 2;
    return variable == excess_of(s) ? master->most[s] - master->least[s] : 0;
}

/* inverse x column of a variable. */
static void transform(const gpucost__master *master, uint64_t variable, double *column)
{
    uint64_t rows = master->rows, scenarios = rows - 1;
    for (uint64_t r = 0; r < rows; r++) {
        const double *row = master->inverse + r * rows;
        double sum = 0;
        if (variable < FIRST) {
            const double *costs = costs_of(master, variable);
            for (uint64_t s = 0; s < scenarios; s++) sum += row[s] * costs[s];
            sum += row[scenarios];
        } else if (variable == threshold()) {
            for (uint64_t s = 0; s < scenarios; s++) sum -= row[s];
        } else {
            uint64_t s = (variable - FIRST - 1) / 2;
            sum = variable == excess_of(s) ? -row[s] : row[s];
        }
        column[r] = sum;
    }
}

static void pivot(gpucost__master *master, uint64_t leaving, uint64_t variable)
{
    uint64_t rows = master->rows;
    double *row = master->inverse + leaving * rows, scale = 1 / master->column[leaving];
    for (uint64_t c = 0; c < rows; c++) row[c] *= scale;
    master->level[leaving] *= scale;
    for (uint64_t r = 0; r < rows; r++) {
        double factor = master->column[r];
        if (r == leaving || factor == 0) continue;
        double *other = master->inverse + r * rows;
        for (uint64_t c = 0; c < rows; c++) other[c] -= factor * row[c];
        master->level[r] -= factor * master->level[leaving];
        if (master->level[r] < 0) master->level[r] = 0; /* rounding: pivots keep levels from zero up */
    }
    master->basic[leaving] = variable;
}

/* The first plan alone: the threshold is its largest cost, and every other scenario has slack below it. */
static void start(gpucost__master *master)
{
    uint64_t rows = master->rows, scenarios = rows - 1, top = 0;
    const double *costs = costs_of(master, 0);
    for (uint64_t s = 1; s < scenarios; s++)
        if (costs[s] > costs[top]) top = s;
    for (uint64_t s = 0; s < scenarios; s++) {
        double *row = master->inverse + s * rows;
        master->basic[s] = s == top ? threshold() : slack_of(s);
        master->level[s] = s == top ? costs[top] : costs[top] - costs[s];
        row[s] = s == top ? -1 : 1;
        if (s != top) row[top] = -1;
        row[scenarios] = master->level[s];
    }
    master->basic[scenarios] = 0;
    master->level[scenarios] = 1;
    master->inverse[scenarios * rows + scenarios] = 1;
}

void gpucost__master_add(gpucost__master *master, const double *costs)
{
    memcpy(costs_of(master, master->plans), costs, (size_t)(master->rows - 1) * sizeof *costs);
    if (master->plans++ == 0) start(master);
}

static void price_rows(gpucost__master *master)
{
    uint64_t rows = master->rows;
    for (uint64_t c = 0; c < rows; c++) master->price[c] = 0;
    for (uint64_t r = 0; r < rows; r++) {
        double weight = weight_of(master, master->basic[r]);
        if (weight == 0) continue;
        const double *row = master->inverse + r * rows;
        for (uint64_t c = 0; c < rows; c++) master->price[c] += weight * row[c];
    }
}

static void offer(double reduced, uint64_t variable, bool first, double *best, uint64_t *entering)
{
    if (reduced >= *best || (first && *best < -TOLERANCE)) return;
    *best = reduced;
    *entering = variable;
}

/* The variable whose entry helps most, or the first that helps; false when none does. */
static bool find_entering(const gpucost__master *master, bool first, uint64_t *entering)
{
    uint64_t scenarios = master->rows - 1;
    double best = -TOLERANCE, sum = weight_of(master, threshold());
    uint64_t none = UINT64_MAX;
    *entering = none;
    for (uint64_t i = 0; i < master->plans; i++) {
        const double *costs = costs_of(master, i);
        double reduced = -master->price[scenarios];
        for (uint64_t s = 0; s < scenarios; s++) reduced += (master->least[s] - master->price[s]) * costs[s];
        offer(reduced, i, first, &best, entering);
    }
    for (uint64_t s = 0; s < scenarios; s++) {
        sum += master->price[s];
        offer(master->most[s] - master->least[s] + master->price[s], excess_of(s), first, &best, entering);
        offer(-master->price[s], slack_of(s), first, &best, entering);
    }
    offer(sum, threshold(), first, &best, entering);
    return *entering != none;
}

static bool find_leaving(const gpucost__master *master, uint64_t *leaving)
{
    double least = INFINITY;
    for (uint64_t r = 0; r < master->rows; r++) {
        if (master->column[r] <= 1e-9) continue;
        double ratio = master->level[r] / master->column[r];
        if (ratio < least || (ratio <= least && master->basic[r] < master->basic[*leaving])) {
            least = ratio;
            *leaving = r;
        }
    }
    return least < INFINITY;
}

double gpucost__master_solve(gpucost__master *master, double *theta, double *mix)
{
    uint64_t scenarios = master->rows - 1;
    for (int pivots = 0; pivots < 2 * DANTZIG_MOST; pivots++) {
        uint64_t entering, leaving = 0;
        price_rows(master);
        if (!find_entering(master, pivots >= DANTZIG_MOST, &entering)) break;
        transform(master, entering, master->column);
        if (!find_leaving(master, &leaving)) break;
        pivot(master, leaving, entering);
    }
    for (uint64_t s = 0; s < scenarios; s++) theta[s] = master->least[s] - master->price[s];
    if (mix) memset(mix, 0, (size_t)master->plans * sizeof *mix);
    for (uint64_t r = 0; mix && r < master->rows; r++)
        if (master->basic[r] < FIRST) mix[master->basic[r]] = master->level[r];
    return master->price[scenarios];
}
