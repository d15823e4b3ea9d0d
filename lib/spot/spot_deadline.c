/* A job with a deadline on capacity that comes and goes. */
#include <math.h>
#include <stdlib.h>

#include "base/checked.h"
#include "spot/spot_table.h"

enum { NONE = 0, SPOT = 1, ON_DEMAND = 2, MACHINES = 3, STATES_MOST = 1 << 26, TICKS_MOST = 1000000 };

typedef struct {
    uint64_t left;  /* ticks of work */
    int machine;
    uint64_t start; /* ticks until it works */
} state;

typedef struct {
    const int32_t *available;
    const int64_t *spot;     /* [ticks] */
    uint64_t ticks;
    gpucost_spot_deadline_case asked;
    double appear, vanish;   /* chances a tick */
    uint8_t *best;           /* [ticks][states] machine to run */
    uint64_t states;
} job;

static bool has_spot(const job *j, uint64_t tick)
{
    return j->available[tick] != 0;
}

/* A spot machine is lost in the first tick without spot. */
static state lose(state s, bool spot)
{
    if (s.machine == SPOT && !spot) return (state){s.left, NONE, 0};
    return s;
}

static state run_tick(const job *j, state s, int machine)
{
    if (machine == NONE) return (state){s.left, NONE, 0};
    uint64_t start = machine == s.machine ? s.start : j->asked.restart_ticks;
    if (start > 0) return (state){s.left, machine, start - 1};
    return (state){s.left - 1, machine, 0};
}

static uint64_t place(const job *j, state s, bool spot)
{
    return ((s.left * MACHINES + (uint64_t)s.machine) * (j->asked.restart_ticks + 1) + s.start) * 2 + spot;
}

/* Backwards in time: the least cost from every state. Known: what comes is the trace; else the chain. */
static double cost_from(const job *j, const double *next, uint64_t tick, state s, bool spot, bool known, int machine)
{
    double price = machine == SPOT ? (double)(known ? j->spot[tick] : j->asked.spot_nanos)
                                   : machine == ON_DEMAND ? (double)j->asked.on_demand_nanos : 0;
    state then = run_tick(j, s, machine);
    if (then.left == 0) return price;
    if (tick + 1 == j->ticks) return INFINITY;
    if (known) {
        bool comes = has_spot(j, tick + 1);
        return price + next[place(j, lose(then, comes), comes)];
    }
    double chance = spot ? 1 - j->vanish : j->appear, with = next[place(j, lose(then, true), true)];
    double without = next[place(j, lose(then, false), false)];
    return price + (chance > 0 ? chance * with : 0) + (chance < 1 ? (1 - chance) * without : 0);
}

static void solve_tick(job *j, uint64_t tick, bool known, const double *next, double *now)
{
    for (uint64_t left = 1; left <= j->asked.work_ticks; left++)
        for (int machine = NONE; machine < MACHINES; machine++)
            for (uint64_t start = 0; start <= j->asked.restart_ticks; start++)
                for (int spot = 0; spot < 2; spot++) {
                    state s = {left, machine, start};
                    uint64_t at = place(j, s, spot);
                    now[at] = INFINITY;
                    /* equal costs: the machine that runs, or else the earlier */
                    for (int i = 0; i < MACHINES; i++) {
                        int choice = (machine + i) % MACHINES;
                        if ((choice == SPOT && !spot) || (machine == SPOT && !spot)) continue;
                        double cost = cost_from(j, next, tick, s, spot, known, choice);
                        if (cost >= now[at]) continue;
                        now[at] = cost;
                        j->best[tick * j->states + at] = (uint8_t)choice;
                    }
                }
}

static gpucost_status solve(job *j, bool known, gpucost_error *err)
{
    j->states = (j->asked.work_ticks + 1) * MACHINES * (j->asked.restart_ticks + 1) * 2;
    if (j->states > STATES_MOST / j->ticks)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "work_ticks", NULL,
                                   "ticks x work x restart is too large to plan: take longer ticks");
    double *room = malloc(2 * (size_t)j->states * sizeof *room);
    j->best = calloc((size_t)(j->states * j->ticks), 1);
    if (!room || !j->best) {
        free(room);
        return gpucost__fail_memory(err);
    }
    for (uint64_t i = 0; i < j->states; i++) room[i] = room[j->states + i] = INFINITY;
    for (uint64_t tick = j->ticks; tick-- > 0;)
        solve_tick(j, tick, known, room + (tick + 1) % 2 * j->states, room + tick % 2 * j->states);
    free(room);
    return GPUCOST_OK;
}

/* What no rule may put at risk: with d ticks to start a machine, the last moment to run on demand; -1 before it. */
static int last_moment(const job *j, uint64_t tick, state s)
{
    uint64_t rest = j->ticks - tick, d = j->asked.restart_ticks;
    if (s.left + d >= rest) return s.machine == SPOT && s.start == 0 && has_spot(j, tick) ? SPOT : ON_DEMAND;
    return s.left + 2 * d >= rest && s.machine != SPOT ? ON_DEMAND : -1;
}

/* Uniform Progress [wu2024]: keep up with an even pace, leave on demand only when two starts ahead of it. */
static int even_pace(const job *j, uint64_t tick, state s)
{
    double done = (double)(j->asked.work_ticks - s.left), pace = (double)j->asked.work_ticks / (double)j->ticks;
    if (s.machine == ON_DEMAND)
        return has_spot(j, tick) && done > (double)(tick + 2 * j->asked.restart_ticks) * pace ? SPOT : ON_DEMAND;
    if (has_spot(j, tick)) return SPOT;
    return done < (double)tick * pace ? ON_DEMAND : NONE;
}

static int choose(const job *j, uint64_t tick, state s)
{
    if (j->asked.policy == GPUCOST_SPOT_ON_DEMAND) return ON_DEMAND;
    if (j->best) return j->best[tick * j->states + place(j, s, has_spot(j, tick))];
    int forced = last_moment(j, tick, s);
    if (forced >= 0) return forced;
    if (j->asked.policy == GPUCOST_SPOT_UNIFORM) return even_pace(j, tick, s);
    return has_spot(j, tick) ? SPOT : NONE;
}

static gpucost_status replay(const job *j, int32_t *choices, gpucost_spot_deadline_result *found, gpucost_error *err)
{
    state s = {j->asked.work_ticks, NONE, 0};
    *found = (gpucost_spot_deadline_result){.size = sizeof *found};
    for (uint64_t tick = 0; tick < j->ticks; tick++) {
        s = lose(s, has_spot(j, tick));
        int machine = s.left > 0 ? choose(j, tick, s) : NONE;
        if (choices) choices[tick] = machine;
        if (s.left == 0) continue;
        int64_t price = machine == SPOT ? j->spot[tick] : machine == ON_DEMAND ? j->asked.on_demand_nanos : 0;
        if (gpucost__add_i64(found->cost_nanos, price, &found->cost_nanos))
            return gpucost__fail(err, GPUCOST_E_OVERFLOW, "the job costs more than 64 bits of nanos hold");
        found->spot_ticks += machine == SPOT;
        found->on_demand_ticks += machine == ON_DEMAND;
        found->idle_ticks += machine == NONE;
        found->starts += machine != NONE && machine != s.machine;
        s = run_tick(j, s, machine);
        if (s.left == 0) found->end_tick = tick + 1;
    }
    found->finished = s.left == 0;
    return GPUCOST_OK;
}

static gpucost_status check(const job *j, gpucost_error *err)
{
    if (!j->available || j->ticks == 0 || j->ticks > TICKS_MOST)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "available", NULL, "expected 1 to %d ticks", TICKS_MOST);
    if (j->asked.work_ticks == 0 || j->asked.on_demand_nanos == 0)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, j->asked.work_ticks ? "on_demand_price" : "work_ticks", "0",
                                   "0 is not allowed; expected more");
    for (uint64_t t = 0; t < j->ticks; t++)
        if (j->spot[t] < 0)
            return gpucost__fail_field(err, GPUCOST_E_RANGE, "spot_prices", NULL, "tick %llu has a negative price",
                                       (unsigned long long)t);
    return GPUCOST_OK;
}

/* Without chances in the case, those of the trace: changes over the ticks in which each could happen. */
static void count_chances(job *j)
{
    double from[2] = {0, 0}, changes[2] = {0, 0};
    for (uint64_t t = 0; t + 1 < j->ticks; t++) {
        from[has_spot(j, t)]++;
        changes[has_spot(j, t)] += has_spot(j, t) != has_spot(j, t + 1);
    }
    j->appear = j->asked.appear > 0 ? j->asked.appear : from[0] > 0 ? changes[0] / from[0] : 1;
    j->vanish = j->asked.vanish > 0 ? j->asked.vanish : from[1] > 0 ? changes[1] / from[1] : 0;
}

gpucost_status gpucost_spot_deadline(const int32_t *available, const int64_t *spot_prices, uint64_t ticks,
                                     const gpucost_spot_deadline_case *asked, int32_t *choices,
                                     gpucost_spot_deadline_result *result, gpucost_error *err)
{
    gpucost__clear(err);
    job j = {.available = available, .ticks = ticks};
    gpucost_spot_deadline_result found = {0};
    GPUCOST__TRY(gpucost__struct_in(&gpucost__spot_deadline_case_table, asked, &j.asked, err));
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__spot_deadline_result_table, result, err));
    if (ticks > TICKS_MOST) ticks = 0;
    int64_t *prices = malloc(((size_t)ticks + 1) * sizeof *prices);
    int32_t *made = malloc(((size_t)ticks + 1) * sizeof *made);
    gpucost_status status = prices && made ? GPUCOST_OK : gpucost__fail_memory(err);
    for (uint64_t t = 0; status == GPUCOST_OK && t < ticks; t++)
        prices[t] = spot_prices ? spot_prices[t] : j.asked.spot_nanos;
    j.spot = prices;
    j.ticks = ticks;
    if (status == GPUCOST_OK) status = check(&j, err);
    bool known = j.asked.policy == GPUCOST_SPOT_OPTIMUM;
    if (status == GPUCOST_OK && (known || j.asked.policy == GPUCOST_SPOT_CHAIN)) {
        count_chances(&j);
        status = solve(&j, known, err);
    }
    if (status == GPUCOST_OK) status = replay(&j, made, &found, err);
    for (uint64_t t = 0; status == GPUCOST_OK && choices && t < ticks; t++) choices[t] = made[t];
    free(prices);
    free(made);
    free(j.best);
    found.policy = j.asked.policy;
    if (status == GPUCOST_OK) gpucost__struct_out(&gpucost__spot_deadline_result_table, &found, result);
    return status;
}
