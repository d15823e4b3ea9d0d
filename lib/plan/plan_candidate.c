/* The counts of one instance type that can run the job, costed. */
#include "plan/plan_inner.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/checked.h"
#include "gpucost/compatibility.h"
#include "model/model_handle.h"

enum { RISES_MOST = 2 }; /* a larger count that was dearer this often in a row ends the search */

static bool is_serving(const gpucost_plan *plan)
{
    return plan->job->workload.kind == GPUCOST_WORKLOAD_INFERENCE;
}

static bool has_rate(const gpucost_accelerator *accelerator, const char *rate)
{
    double flop_per_s;
    return gpucost_accelerator_rate(accelerator, rate, &flop_per_s, NULL) == GPUCOST_OK;
}

/* Formats of the weights to try when the job names none: that of the requirement, and to serve what does not fit in 16
   bits, fp8 where the chip has it, then 4-bit weights. */
static uint64_t formats(const gpucost_plan *plan, const gpucost_accelerator *accelerator, const char *weights[3])
{
    const gpucost_workload *workload = &plan->job->workload;
    uint64_t count = 0;
    weights[count++] = workload->weights;
    if (workload->weights[0] || !is_serving(plan)) return count;
    if (has_rate(accelerator, "fp8") && !workload->compute[0]) weights[count++] = "fp8";
    weights[count++] = "awq-4bit-g128";
    return count;
}

static gpucost_status require(const gpucost_plan *plan, const gpucost__offer *offer, uint64_t devices,
                              gpucost_requirement **requirement, gpucost_error *err)
{
    gpucost_cluster cluster = GPUCOST_INIT(gpucost_cluster);
    memcpy(cluster.accelerator, offer->accelerator->id, sizeof cluster.accelerator);
    cluster.devices = devices;
    cluster.devices_per_node = devices < offer->count ? devices : offer->count;
    cluster.network_bytes_per_s = offer->network_bytes_per_s;
    const char *weights[3];
    uint64_t count = formats(plan, offer->accelerator, weights);
    gpucost_requirement *made = NULL;
    for (uint64_t i = 0; i < count; i++) {
        gpucost_workload workload = plan->job->workload;
        memset(workload.weights, 0, sizeof workload.weights);
        snprintf(workload.weights, sizeof workload.weights, "%s", weights[i]);
        gpucost_requirement_free(made);
        made = NULL;
        GPUCOST__TRY(gpucost_requirement_new(plan->job->model, plan->catalogue, &cluster, &workload,
                                             &plan->job->profile, &made, err));
        if (gpucost_requirement_fits(made)) break;
    }
    *requirement = made;
    return GPUCOST_OK;
}

/* The same for every region and provider of the instance type: computed once. */
static gpucost_status requirement_of(gpucost_plan *plan, const gpucost__offer *offer, uint64_t devices,
                                     const gpucost_requirement **requirement, gpucost_error *err)
{
    for (uint64_t i = 0; i < plan->requirement_count; i++) {
        const gpucost__requirement_row *row = &plan->requirements[i];
        if (row->accelerator == offer->accelerator && row->devices == devices &&
            row->devices_per_node == offer->count && row->network_bytes_per_s == offer->network_bytes_per_s) {
            *requirement = row->requirement;
            return GPUCOST_OK;
        }
    }
    gpucost__requirement_row *grown =
        realloc(plan->requirements, (plan->requirement_count + 1) * sizeof *plan->requirements);
    if (!grown) return gpucost__fail_memory(err);
    plan->requirements = grown;
    gpucost__requirement_row row = {.accelerator = offer->accelerator,
                                    .devices = devices,
                                    .devices_per_node = offer->count,
                                    .network_bytes_per_s = offer->network_bytes_per_s};
    GPUCOST__TRY(require(plan, offer, devices, &row.requirement, err));
    plan->requirements[plan->requirement_count++] = row;
    *requirement = row.requirement;
    return GPUCOST_OK;
}

/* Work and counts of a candidate; false when the time is not finite in any sense that matters. */
static void size_training(const gpucost_requirement *requirement, gpucost_plan_option *option)
{
    gpucost_training training = GPUCOST_INIT(gpucost_training);
    gpucost_requirement_parts(requirement, NULL, NULL, NULL, NULL, &training, NULL, NULL);
    option->replicas = 1;
    option->work_h = training.total_s / 3600;
    option->mfu = training.mfu < 1 ? training.mfu : 1; /* a given MFU of 1 comes back rounded */
    option->bound = training.bound;
}

static void size_serving(const gpucost_plan *plan, const gpucost__offer *offer, const gpucost_requirement *requirement,
                         double deadline_h, gpucost_plan_option *option)
{
    const gpucost_workload *workload = &plan->job->workload;
    gpucost_serving serving = GPUCOST_INIT(gpucost_serving);
    gpucost_requirement_parts(requirement, NULL, NULL, NULL, NULL, NULL, &serving, NULL);
    uint64_t per_replica = option->devices;
    option->replicas = serving.replicas;
    option->work_h = plan->options.horizon_h;
    if (workload->requests) { /* a batch of requests: as many replicas as the deadline needs */
        double one_h = (double)workload->requests / serving.requests_per_s / 3600;
        if (deadline_h > 0 && one_h / (double)option->replicas > deadline_h)
            option->replicas = (uint64_t)ceil(one_h / deadline_h);
        option->work_h = one_h / (double)option->replicas;
    }
    option->bound = serving.bound;
    option->devices = per_replica * option->replicas;
    uint64_t per_instance = offer->count / per_replica; /* whole replicas on one instance */
    option->instances = per_instance ? gpucost__ceil_div(option->replicas, per_instance)
                                     : option->replicas * gpucost__ceil_div(per_replica, offer->count);
}

static gpucost_status add(gpucost_plan *plan, const gpucost__candidate *candidate, gpucost_error *err)
{
    if (plan->candidate_count == plan->candidate_room) {
        uint64_t room = plan->candidate_room ? plan->candidate_room * 2 : 64;
        gpucost__candidate *grown = realloc(plan->candidates, room * sizeof *grown);
        if (!grown) return gpucost__fail_memory(err);
        plan->candidates = grown;
        plan->candidate_room = room;
    }
    plan->candidates[plan->candidate_count++] = *candidate;
    return GPUCOST_OK;
}

/* One count of one offer. *cost is what it comes to, NAN when it fell out with a reason. */
static gpucost_status try_count(gpucost_plan *plan, const gpucost__offer *offer, uint64_t devices,
                                const gpucost_requirement *requirement, double *cost, char *reason, size_t capacity,
                                gpucost_error *err)
{
    gpucost__candidate candidate = {.option = GPUCOST_INIT(gpucost_plan_option)};
    gpucost_plan_option *option = &candidate.option;
    *cost = NAN;
    memcpy(option->provider, offer->provider, sizeof option->provider);
    memcpy(option->region, offer->region, sizeof option->region);
    memcpy(option->instance, offer->instance, sizeof option->instance);
    memcpy(option->accelerator, offer->accelerator->id, sizeof option->accelerator);
    option->devices = devices;
    option->instances = gpucost__ceil_div(devices, offer->count);
    gpucost_workload workload = GPUCOST_INIT(gpucost_workload);
    GPUCOST__TRY(gpucost_requirement_parts(requirement, NULL, &workload, NULL, NULL, NULL, NULL, err));
    memcpy(option->weights, workload.weights, sizeof option->weights);
    option->tight = gpucost_requirement_tight(requirement);
    if (plan->options.deadline_h > 0) {
        double transfer_h = gpucost__plan_transfer_h(plan, offer);
        candidate.deadline_h = plan->options.deadline_h - transfer_h;
        if (candidate.deadline_h <= 0) {
            snprintf(reason, capacity, "moving its data takes %ld h, past the deadline", lround(ceil(transfer_h)));
            return GPUCOST_OK;
        }
    }
    if (is_serving(plan)) {
        gpucost_serving serving = GPUCOST_INIT(gpucost_serving);
        GPUCOST__TRY(gpucost_requirement_parts(requirement, NULL, NULL, NULL, NULL, NULL, &serving, err));
        if (!serving.meets_latency) {
            snprintf(reason, capacity, "does not meet the latency objective at any number of replicas");
            return GPUCOST_OK;
        }
        size_serving(plan, offer, requirement, candidate.deadline_h, option);
    } else {
        size_training(requirement, option);
    }
    double most_h = plan->options.horizon_h;
    if (candidate.deadline_h > 0 && option->work_h > candidate.deadline_h) {
        snprintf(reason, capacity, "too slow for the deadline: %ld h on %llu device%s", lround(ceil(option->work_h)),
                 (unsigned long long)option->devices, option->devices == 1 ? "" : "s");
        return GPUCOST_OK;
    }
    if (option->work_h > most_h) {
        snprintf(reason, capacity, "takes %ld days on %llu device%s, past the horizon", lround(option->work_h / 24),
                 (unsigned long long)option->devices, option->devices == 1 ? "" : "s");
        return GPUCOST_OK;
    }
    bool runs;
    GPUCOST__TRY(gpucost__plan_cost(plan, offer, requirement, &candidate, &runs, reason, capacity, err));
    if (!runs) return GPUCOST_OK;
    *cost = gpucost_money_to_double(&option->cost);
    if (plan->options.budget > 0 && *cost > plan->options.budget) {
        snprintf(reason, capacity, "costs more than the budget");
        gpucost_portfolio_free(candidate.portfolio);
        return GPUCOST_OK;
    }
    gpucost_status status = add(plan, &candidate, err);
    if (status != GPUCOST_OK) gpucost_portfolio_free(candidate.portfolio);
    return status;
}

/* What cannot be computed for one candidate is its reason to fall out; only what would hit every one ends the plan. */
static gpucost_status drops(gpucost_status status, char *reason, size_t capacity, gpucost_error *err)
{
    bool own = status == GPUCOST_E_UNKNOWN_FACT || status == GPUCOST_E_NUMERIC || status == GPUCOST_E_OVERFLOW ||
               status == GPUCOST_E_RANGE || status == GPUCOST_E_ARGUMENT;
    if (!own) return status;
    snprintf(reason, capacity, "%s", err->text);
    gpucost__clear(err);
    return GPUCOST_OK;
}

/* Does the accelerator run the software that the job names? Otherwise `reason` says why not and what would. */
static gpucost_status runs_software(const gpucost_plan *plan, const gpucost_accelerator *accelerator, bool *runs,
                                    char *reason, size_t capacity, gpucost_error *err)
{
    const gpucost_plan_options *options = &plan->options;
    *runs = true;
    if (!options->software[0] && !options->cuda[0] && !options->driver[0]) return GPUCOST_OK;
    gpucost_compatibility_case asked = GPUCOST_INIT(gpucost_compatibility_case);
    gpucost_compatibility_answer answer = GPUCOST_INIT(gpucost_compatibility_answer);
    size_t name = strcspn(options->software, "=");
    memcpy(asked.accelerator, accelerator->id, sizeof accelerator->id);
    snprintf(asked.framework, sizeof asked.framework, "%.*s", (int)name, options->software);
    snprintf(asked.framework_version, sizeof asked.framework_version, "%s",
             options->software + name + strspn(options->software + name, "="));
    memcpy(asked.cuda, options->cuda, sizeof options->cuda);
    memcpy(asked.driver, options->driver, sizeof options->driver);
    GPUCOST__TRY(gpucost_compatibility_check(plan->catalogue, &asked, &answer, err));
    *runs = answer.possible != 0;
    if (!*runs) snprintf(reason, capacity, "%.*s", (int)capacity - 1, answer.reason);
    return GPUCOST_OK;
}

gpucost_status gpucost__plan_candidates(gpucost_plan *plan, const gpucost__offer *offer, gpucost_error *err)
{
    char reason[256] = "";
    bool runs;
    GPUCOST__TRY(runs_software(plan, offer->accelerator, &runs, reason, sizeof reason, err));
    if (!runs) return gpucost__plan_drop(plan, offer->accelerator->id, reason, 1, err);
    uint64_t most = plan->options.most_devices, kept = 0, rises = 0;
    bool fitted = false;
    if (!(offer->network_bytes_per_s > 0) && most > offer->count)
        most = offer->count; /* no known link between instances */
    double before = INFINITY;
    /* training fills whole instances; a replica of a service may take a part of one */
    for (uint64_t devices = is_serving(plan) ? 1 : offer->count; devices <= most; devices *= 2) {
        const gpucost_requirement *requirement = NULL;
        GPUCOST__TRY(drops(requirement_of(plan, offer, devices, &requirement, err), reason, sizeof reason, err));
        if (!requirement) break;
        if (!gpucost_requirement_fits(requirement)) {
            if (fitted) break; /* more replicas than the batch has sequences for */
            snprintf(reason, sizeof reason, "%s", gpucost_requirement_reason(requirement));
            continue;
        }
        fitted = true;
        double cost;
        uint64_t count = plan->candidate_count;
        GPUCOST__TRY(drops(try_count(plan, offer, devices, requirement, &cost, reason, sizeof reason, err), reason,
                           sizeof reason, err));
        kept += plan->candidate_count - count;
        if (isnan(cost)) continue;
        rises = cost > before ? rises + 1 : 0;
        before = cost;
        if (rises == RISES_MOST && plan->options.objective == 0) break;
    }
    if (kept) return GPUCOST_OK;
    if (!reason[0]) snprintf(reason, sizeof reason, "one instance has more devices than allowed");
    size_t used = strlen(reason);
    if (!fitted && most == offer->count && most < plan->options.most_devices)
        snprintf(reason + used, sizeof reason - used, "; the network between instances is not known");
    return gpucost__plan_drop(plan, offer->accelerator->id, reason, 1, err);
}
