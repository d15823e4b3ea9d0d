#include "risk/risk_search.h"

#include <math.h>
#include <stdlib.h>

#include "risk/risk_master.h"
#include "risk/risk_size.h"
#include "schedule/schedule_round.h"

enum { POLISH_TRIALS = 200000, STARTS = 4, SIZE_ROUNDS = 4, SIZE_TRIALS = 2000,
       SIZE_BITS = 20 /* left to the rents of whole purchases */ };

typedef struct {
    const gpucost_portfolio_case *asked;
    gpucost__model *model;
    const gpucost__pricing *pricing;
    const gpucost__measure *measure;
    gpucost__found *found;
    gpucost__master master;
    double scale;             /* costs in the master are of this order */
    double *least, *most;     /* [scenarios] weights as shares */
    double *theta, *centre;   /* [scenarios] what the master asks for; the weights with the best bound */
    double *costs;            /* [scenarios] scratch */
    int64_t *weights;         /* [scenarios] what the circulation gets */
    gpucost__plan plan;       /* the last one */
    int64_t *plans;           /* [rounds][arcs] what each bought */
    gpucost__int128 bound;    /* best bound x bound_sum */
    int64_t bound_sum;
    bool has_bound;
} search;

/* Whole weights near the shares, inside the limits, with the largest sum that is a multiple of the measure's and fits;
   when not even that fits, with limits rounded inwards. Any such weights give a bound. */
static bool set_weights(search *s, const double *theta)
{
    const gpucost__measure *measure = s->measure;
    int64_t most = s->model->weight_most;
    if (gpucost__case_has_sizes(s->asked) && most >> SIZE_BITS >= (int64_t)measure->count) most >>= SIZE_BITS;
    int64_t sum = measure->sum <= most ? most / measure->sum * measure->sum : most;
    if (sum > (int64_t)1 << 40 && measure->sum <= (int64_t)1 << 40)
        sum = ((int64_t)1 << 40) / measure->sum * measure->sum;
    int64_t left = sum;
    for (uint64_t i = 0; i < measure->count; i++) {
        gpucost__int128 low = (gpucost__int128)measure->least[i] * sum, high = (gpucost__int128)measure->most[i] * sum;
        int64_t floor_most = (int64_t)(high / measure->sum),
                ceil_least = (int64_t)((low + measure->sum - 1) / measure->sum);
        int64_t want = llround(theta[i] * (double)sum);
        s->weights[i] = want < ceil_least ? ceil_least : want > floor_most ? floor_most : want;
        left -= s->weights[i];
    }
    for (uint64_t i = 0; i < measure->count && left != 0; i++) {
        gpucost__int128 low = (gpucost__int128)measure->least[i] * sum, high = (gpucost__int128)measure->most[i] * sum;
        int64_t floor_most = (int64_t)(high / measure->sum),
                ceil_least = (int64_t)((low + measure->sum - 1) / measure->sum);
        int64_t to = s->weights[i] + left;
        to = to < ceil_least ? ceil_least : to > floor_most ? floor_most : to;
        left -= to - s->weights[i];
        s->weights[i] = to;
    }
    return left == 0;
}

static int64_t weight_sum(const search *s)
{
    int64_t sum = 0;
    for (uint64_t i = 0; i < s->measure->count; i++) sum += s->weights[i];
    return sum;
}

/* The present weights prove a bound. */
static void raise_bound(search *s, gpucost__int128 bound)
{
    int64_t sum = weight_sum(s);
    if (s->has_bound && (double)bound / (double)sum <= (double)s->bound / (double)s->bound_sum) return;
    s->bound = bound;
    s->bound_sum = sum;
    s->has_bound = true;
    for (uint64_t i = 0; i < s->measure->count; i++) s->centre[i] = (double)s->weights[i] / (double)sum;
}

/* The plan that is cheapest for the weights, its true value, and the bound that it proves. */
static gpucost_status solve(search *s, gpucost_error *err)
{
    gpucost__circulation flow;
    gpucost__model_weigh(s->model, s->weights, s->measure->count);
    GPUCOST__TRY(gpucost__circulate(&s->model->network, &flow, err));
    for (uint64_t a = 0; a < s->model->network.arc_count; a++) s->plan.bought[a] = flow.bought[a];
    gpucost__circulation_free(&flow);
    gpucost__plan_price(s->pricing, &s->plan);
    gpucost__int128 bound = 0;
    for (uint64_t i = 0; i < s->measure->count; i++) bound += s->plan.cost[i] * s->weights[i];
    raise_bound(s, bound);
    if (s->found->rounds == 0 || s->plan.value < s->found->best.value)
        gpucost__plan_copy(s->pricing, &s->plan, &s->found->best);
    return GPUCOST_OK;
}

/* Values are whole multiples of 1 / measure.sum: a bound less than one step below proves the best plan. */
static bool proven(const search *s)
{
    gpucost__int128 steps = s->found->best.value - s->bound / s->bound_sum * s->measure->sum;
    if (steps > (gpucost__int128)1 << 61) return false; /* far away, and more than the product below holds */
    gpucost__int128 rest = s->bound % s->bound_sum * s->measure->sum;
    return (steps - 1) * s->bound_sum < rest;
}

static void add_plan(search *s)
{
    uint64_t arcs = s->model->network.arc_count;
    for (uint64_t a = 0; a < arcs; a++) s->plans[s->found->rounds * arcs + a] = s->plan.bought[a];
    for (uint64_t i = 0; i < s->measure->count; i++) s->costs[i] = (double)s->plan.cost[i] / s->scale;
    gpucost__master_add(&s->master, s->costs);
    s->found->rounds++;
}

/* Rounds until the master's promise and the best bound agree. Each asks half way between what the master wants and the
   best weights so far: the master alone jumps between corners. */
static gpucost_status cut(search *s, uint64_t rounds_most, gpucost_error *err)
{
    for (uint64_t i = 0; i < s->measure->count; i++) s->theta[i] = s->centre[i];
    if (!set_weights(s, s->theta))
        return gpucost__fail_field(err, GPUCOST_E_OVERFLOW, "confidence", NULL,
                                   "prices, horizon and weights of the scenarios are too fine together for 64 bits");
    GPUCOST__TRY(solve(s, err));
    for (uint64_t i = 0; i < s->measure->count; i++)
        if ((double)s->plan.cost[i] > s->scale) s->scale = (double)s->plan.cost[i];
    add_plan(s);
    for (bool corner = false; s->found->rounds < rounds_most && !proven(s);) {
        double promise = gpucost__master_solve(&s->master, s->theta, NULL) * s->scale;
        double bound = (double)s->bound / (double)s->bound_sum;
        if (promise - bound <= 1e-11 * fabs(promise)) break;
        for (uint64_t i = 0; i < s->measure->count && !corner; i++) s->theta[i] = (s->theta[i] + s->centre[i]) / 2;
        if (!set_weights(s, s->theta)) break;
        GPUCOST__TRY(solve(s, err));
        /* no better bound from the middle: ask at the corner next */
        corner = !corner && (double)s->bound / (double)s->bound_sum <= bound;
        add_plan(s);
    }
    return GPUCOST_OK;
}

/* From the mix of plans that reaches the bound, rounded in a few ways, and from the best plan: single units. */
static gpucost_status round_off(search *s, gpucost_error *err)
{
    uint64_t arcs = s->model->network.arc_count;
    double *mix = malloc((size_t)s->master.plans * sizeof *mix);
    if (!mix) return gpucost__fail_memory(err);
    gpucost__master_solve(&s->master, s->theta, mix);
    gpucost_status status = gpucost__plan_polish(s->pricing, &s->found->best, POLISH_TRIALS, err);
    for (int start = 0; start < STARTS && status == GPUCOST_OK && !proven(s); start++) {
        double carry = (start + 0.5) / STARTS;
        for (uint64_t a = 0; a < arcs; a++) {
            double units = carry;
            for (uint64_t i = 0; i < s->master.plans; i++) units += mix[i] * (double)s->plans[i * arcs + a];
            s->plan.bought[a] = (int64_t)floor(units + 1e-9);
            carry = start % 2 ? carry : units - (double)s->plan.bought[a];
        }
        status = gpucost__plan_polish(s->pricing, &s->plan, POLISH_TRIALS, err);
        if (status == GPUCOST_OK && s->plan.value < s->found->best.value)
            gpucost__plan_copy(s->pricing, &s->plan, &s->found->best);
    }
    free(mix);
    return status;
}

/* Whole purchases of several units: plans and bounds at a few weights, from those with the best bound towards the worst
   for the best plan. */
static gpucost_status size_purchases(search *s, gpucost_error *err)
{
    uint64_t count = s->measure->count;
    s->found->best.value = 0;
    for (int round = 0; round < SIZE_ROUNDS; round++) {
        gpucost__int128 bound;
        for (uint64_t i = 0; i < count; i++) s->theta[i] = s->centre[i];
        if (round > 0) {
            gpucost__measure_of(s->measure, s->found->best.cost, s->pricing->order, s->weights);
            for (uint64_t i = 0; i < count; i++)
                s->theta[i] += ((double)s->weights[i] / (double)s->measure->sum - s->centre[i]) * round / SIZE_ROUNDS;
        }
        if (!set_weights(s, s->theta)) break;
        gpucost__model_weigh(s->model, s->weights, count);
        GPUCOST__TRY(gpucost__risk_size(s->asked, s->pricing, &s->plan, &bound, err));
        if (round == 0 || s->plan.value < s->found->best.value)
            gpucost__plan_copy(s->pricing, &s->plan, &s->found->best);
        raise_bound(s, bound);
        s->found->rounds++;
        if (proven(s) || s->measure->is_mean) return GPUCOST_OK;
    }
    return gpucost__risk_size_polish(s->asked, s->pricing, &s->found->best, SIZE_TRIALS, err);
}

static gpucost_status run(search *s, uint64_t rounds_most, gpucost_error *err)
{
    uint64_t count = s->measure->count;
    double sum = (double)s->measure->sum;
    for (uint64_t i = 0; i < count; i++) {
        s->least[i] = (double)s->measure->least[i] / sum;
        s->most[i] = (double)s->measure->most[i] / sum;
        s->centre[i] = s->least[i];
    }
    /* to start with, the tail is spread over all scenarios */
    double spread = 1, room = 0;
    for (uint64_t i = 0; i < count; i++) spread -= s->least[i], room += s->most[i] - s->least[i];
    for (uint64_t i = 0; i < count && room > 0; i++) s->centre[i] += spread * (s->most[i] - s->least[i]) / room;
    GPUCOST__TRY(gpucost__master_new(count, s->least, s->most, rounds_most, &s->master, err));
    GPUCOST__TRY(cut(s, rounds_most, err));
    if (gpucost__case_has_sizes(s->asked))
        GPUCOST__TRY(size_purchases(s, err));
    else if (!proven(s))
        GPUCOST__TRY(round_off(s, err));
    s->found->bound = s->bound;
    s->found->bound_sum = s->bound_sum;
    s->found->optimal = proven(s);
    return GPUCOST_OK;
}

gpucost_status gpucost__risk_search(const gpucost_portfolio_case *asked, gpucost__model *model,
                                    const gpucost__pricing *pricing, uint64_t rounds_most, gpucost__found *found,
                                    gpucost_error *err)
{
    size_t count = (size_t)pricing->measure->count;
    *found = (gpucost__found){.rounds = 0};
    search s = {
        .asked = asked, .model = model, .pricing = pricing, .measure = pricing->measure, .found = found, .scale = 1};
    double *numbers = malloc(5 * count * sizeof *numbers);
    s.weights = malloc(count * sizeof *s.weights);
    s.plans = malloc(((size_t)rounds_most * (size_t)model->network.arc_count + 1) * sizeof *s.plans);
    gpucost_status status = numbers && s.weights && s.plans ? GPUCOST_OK : gpucost__fail_memory(err);
    if (status == GPUCOST_OK) {
        s.least = numbers;
        s.most = numbers + count;
        s.theta = numbers + 2 * count;
        s.centre = numbers + 3 * count;
        s.costs = numbers + 4 * count;
        status = gpucost__plan_new(pricing, &found->best, err);
    }
    if (status == GPUCOST_OK) status = gpucost__plan_new(pricing, &s.plan, err);
    if (status == GPUCOST_OK) status = run(&s, rounds_most, err);
    gpucost__master_free(&s.master);
    gpucost__plan_free(&s.plan);
    free(numbers);
    free(s.weights);
    free(s.plans);
    return status;
}
