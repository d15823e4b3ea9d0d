#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/decimal.h"
#include "base/utf8.h"
#include "model/model_handle.h"
#include "plan/plan_inner.h"
#include "plan/plan_table.h"
#include "price/price_bundled.h"

enum { STALE_DAYS = 30 }; /* a price older than this is said to be old */

gpucost_status gpucost__plan_note(gpucost_plan *plan, gpucost_error *err, const char *format, ...)
{
    char(*grown)[256] = realloc(plan->notes, (plan->note_count + 1) * sizeof *grown);
    if (!grown) return gpucost__fail_memory(err);
    plan->notes = grown;
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    gpucost__utf8_copy(plan->notes[plan->note_count++], sizeof *grown, text, sizeof text);
    return GPUCOST_OK;
}

gpucost_status gpucost__plan_drop(gpucost_plan *plan, const char *what, const char *reason, uint64_t candidates,
                                  gpucost_error *err)
{
    for (uint64_t i = 0; i < plan->dropped_count; i++) {
        gpucost_plan_dropped *row = &plan->dropped[i];
        if (strcmp(row->what, what) == 0 && strcmp(row->reason, reason) == 0) {
            row->candidates += candidates;
            return GPUCOST_OK;
        }
    }
    gpucost_plan_dropped *grown = realloc(plan->dropped, (plan->dropped_count + 1) * sizeof *grown);
    if (!grown) return gpucost__fail_memory(err);
    plan->dropped = grown;
    gpucost_plan_dropped *row = &plan->dropped[plan->dropped_count++];
    *row = GPUCOST_INIT(gpucost_plan_dropped);
    row->candidates = candidates;
    snprintf(row->what, sizeof row->what, "%s", what);
    snprintf(row->reason, sizeof row->reason, "%s", reason);
    return GPUCOST_OK;
}

/* What a job must say, beyond what its fields check. */
static gpucost_status check_size(const gpucost_job *job, gpucost_error *err)
{
    const gpucost_workload *workload = &job->workload;
    if (workload->kind != GPUCOST_WORKLOAD_INFERENCE && workload->tokens == 0)
        return gpucost__fail_field(err, GPUCOST_E_MISSING, "/workload/tokens", NULL,
                                   "how many tokens to train on is missing, so there is no duration to plan");
    if (workload->kind == GPUCOST_WORKLOAD_INFERENCE && !workload->requests && job->options.deadline_h > 0)
        return gpucost__fail_field(err, GPUCOST_E_MISSING, "/workload/requests", NULL,
                                   "a standing service has no end to meet a deadline; give the number of requests");
    return GPUCOST_OK;
}

static void fill_defaults(gpucost_plan *plan, int64_t last_utc_s)
{
    gpucost_plan_options *options = &plan->options;
    const gpucost_workload *workload = &plan->job->workload;
    bool serving = workload->kind == GPUCOST_WORKLOAD_INFERENCE, standing = serving && !workload->requests;
    if (!options->currency[0]) snprintf(options->currency, sizeof options->currency, "USD");
    if (options->horizon_h == 0) options->horizon_h = 8760;
    if (!options->most_devices) options->most_devices = serving ? 64 : 1024;
    if (options->no_spot)
        options->interruptible = 0;
    else if (options->interruptible == 0)
        options->interruptible = standing ? 0 : 1;
    if (options->restart_s == 0) options->restart_s = 600;
    if (options->failures_per_device_hour == 0) options->failures_per_device_hour = 2e-5;
    if (options->checkpoint_bytes_per_s == 0) options->checkpoint_bytes_per_s = 1e9;
    if (!options->at_utc_s) options->at_utc_s = last_utc_s;
    if (!options->now_utc_s) options->now_utc_s = options->at_utc_s;
    if (!options->most_options) options->most_options = 10;
    if (options->transfer_bytes_per_s == 0) options->transfer_bytes_per_s = 125e6;
    if (!options->checkpoints_kept) options->checkpoints_kept = 2;
    for (char *c = options->data_provider; *c; c++) /* as stores write providers */
        if (*c >= 'A' && *c <= 'Z') *c = (char)(*c - 'A' + 'a');
}

static bool has_profile(const gpucost_training_profile *profile)
{
    const unsigned char *bytes = (const unsigned char *)profile;
    for (size_t i = sizeof profile->size; i < sizeof *profile; i++)
        if (bytes[i]) return true;
    return false;
}

static gpucost_status note_assumptions(gpucost_plan *plan, bool bundled, int64_t last_utc_s, gpucost_error *err)
{
    const gpucost_plan_options *options = &plan->options;
    for (uint64_t i = 0; i < plan->job->model->note_count; i++)
        GPUCOST__TRY(gpucost__plan_note(plan, err, "Model: %s", plan->job->model->notes[i]));
    if (has_profile(&plan->job->profile))
        GPUCOST__TRY(
            gpucost__plan_note(plan, err, "Times: the job's own training profile holds on every accelerator listed."));
    if (plan->job->workload.kind != GPUCOST_WORKLOAD_INFERENCE) {
        char rate[GPUCOST__DOUBLE_TEXT];
        gpucost__double_text(options->failures_per_device_hour, rate);
        GPUCOST__TRY(gpucost__plan_note(plan, err, "Failures: %s a device-hour, each stops the run; restart in %ld s.",
                                        rate, (long)options->restart_s));
    }
    char date[32], newest[32];
    gpucost_instant_format(options->at_utc_s, date, sizeof date);
    gpucost_instant_format(last_utc_s, newest, sizeof newest);
    GPUCOST__TRY(gpucost__plan_note(plan, err, "Prices are %s as of %.10s; its newest price is of %.10s.%s",
                                    bundled ? "those of the bundled list of offers" : "those of the store", date,
                                    newest, bundled ? " Import your own feeds into a store for today's." : ""));
    if (options->interruptible > 0) {
        char share[64] = "10 % (A100, H100, H200) or 20 % (others)";
        if (options->monthly_interruption > 0) {
            char number[GPUCOST__DOUBLE_TEXT];
            gpucost__double_fixed(options->monthly_interruption * 100, 2, number);
            snprintf(share, sizeof share, "%s %%", number);
        }
        GPUCOST__TRY(gpucost__plan_note(
            plan, err, "Spot: %s of instances are interrupted a month (%s); restart in %ld s.", share,
            options->monthly_interruption > 0 ? "as given" : "assumed where the store has no record",
            (long)options->restart_s));
    }
    return GPUCOST_OK;
}

static gpucost_status note_ages(gpucost_plan *plan, gpucost_error *err)
{
    int64_t oldest = 0;
    for (uint64_t i = 0; i < plan->candidate_count; i++)
        if (plan->candidates[i].option.price_age_s > oldest) oldest = plan->candidates[i].option.price_age_s;
    if (oldest <= (int64_t)STALE_DAYS * 86400) return GPUCOST_OK;
    return gpucost__plan_note(plan, err, "The oldest price in this list is %lld days old: check it before you buy.",
                              (long long)(oldest / 86400));
}

static gpucost_status read_tariffs(gpucost_store *store, int32_t kind, int64_t at_utc_s, gpucost_tariffs **tariffs,
                                   gpucost_error *err)
{
    gpucost_tariff_filter filter = GPUCOST_INIT(gpucost_tariff_filter);
    filter.at_utc_s = at_utc_s;
    filter.kind = kind;
    return gpucost_tariffs_new(store, &filter, tariffs, err);
}

gpucost_status gpucost__plan_bundled_tariffs(gpucost_plan *plan, gpucost_error *err)
{
    gpucost_store *bundled;
    GPUCOST__TRY(gpucost__store_open_tariffs(&bundled, err));
    gpucost_status status = read_tariffs(bundled, GPUCOST_TARIFF_ANY, 0, &plan->bundled_tariffs, err);
    gpucost_store_close(bundled);
    return status;
}

static gpucost_status make(gpucost_plan *plan, gpucost_store *store, bool bundled, gpucost_error *err)
{
    int64_t last_utc_s;
    plan->store = store;
    plan->bundled = bundled;
    GPUCOST__TRY(gpucost_price_last(store, &last_utc_s, err));
    fill_defaults(plan, last_utc_s);
    GPUCOST__TRY(note_assumptions(plan, bundled, last_utc_s, err));
    int64_t at_utc_s = bundled ? 0 : plan->options.at_utc_s; /* the bundled tariffs are one list, of one day each */
    GPUCOST__TRY(read_tariffs(store, GPUCOST_TARIFF_STORAGE, at_utc_s, &plan->storage, err));
    GPUCOST__TRY(read_tariffs(store, GPUCOST_TARIFF_EGRESS, at_utc_s, &plan->egress, err));
    gpucost__offer *offers;
    uint64_t count;
    GPUCOST__TRY(gpucost__plan_offers(plan, store, &offers, &count, err));
    gpucost_status status = GPUCOST_OK;
    for (uint64_t i = 0; i < count && status == GPUCOST_OK; i++)
        status = gpucost__plan_candidates(plan, &offers[i], err);
    free(offers);
    if (status == GPUCOST_OK) status = gpucost__plan_select(plan, err);
    if (status == GPUCOST_OK) status = note_ages(plan, err);
    if (status == GPUCOST_OK) status = gpucost__plan_note_data(plan, err);
    return status;
}

gpucost_status gpucost_plan_new(const gpucost_job *job, const gpucost_catalogue *catalogue, gpucost_store *store,
                                gpucost_plan **plan, gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(check_size(job, err));
    gpucost_error own; /* a candidate's error decides whether it falls out, so there must be one */
    gpucost_error *why = err ? err : &own;
    gpucost_plan *made = calloc(1, sizeof *made);
    if (!made) return gpucost__fail_memory(err);
    gpucost_store *bundled = NULL;
    gpucost_status status = gpucost_job_new(job->model, &job->workload, &job->profile, &job->options, &made->job, why);
    made->options = job->options;
    made->catalogue = catalogue;
    if (status == GPUCOST_OK && !store) status = gpucost_store_open_bundled(&bundled, why);
    if (status == GPUCOST_OK) status = make(made, store ? store : bundled, !store, why);
    gpucost_store_close(bundled);
    gpucost_tariffs_free(made->storage);
    gpucost_tariffs_free(made->egress);
    gpucost_tariffs_free(made->bundled_tariffs);
    made->storage = made->egress = made->bundled_tariffs = NULL;
    made->catalogue = NULL;
    made->store = NULL;
    if (status != GPUCOST_OK) {
        gpucost_plan_free(made);
        return status;
    }
    *plan = made;
    return GPUCOST_OK;
}

void gpucost_plan_free(gpucost_plan *plan)
{
    if (!plan) return;
    for (uint64_t i = 0; i < plan->candidate_count; i++) gpucost_portfolio_free(plan->candidates[i].portfolio);
    for (uint64_t i = 0; i < plan->requirement_count; i++) gpucost_requirement_free(plan->requirements[i].requirement);
    free(plan->candidates);
    free(plan->requirements);
    free(plan->dropped);
    free(plan->notes);
    gpucost_job_free(plan->job);
    free(plan);
}

const gpucost_job *gpucost_plan_job(const gpucost_plan *plan)
{
    return plan->job;
}

uint64_t gpucost_plan_option_count(const gpucost_plan *plan)
{
    return plan->candidate_count;
}

static gpucost_status past_end(const char *what, uint64_t index, uint64_t count, gpucost_error *err)
{
    return gpucost__fail(err, GPUCOST_E_ARGUMENT, "%s %llu is past the end: there are %llu", what,
                         (unsigned long long)index, (unsigned long long)count);
}

gpucost_status gpucost_plan_option_at(const gpucost_plan *plan, uint64_t index, gpucost_plan_option *option,
                                      gpucost_error *err)
{
    gpucost__clear(err);
    if (index >= plan->candidate_count) return past_end("option", index, plan->candidate_count, err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__plan_option_table, option, err));
    gpucost__struct_out(&gpucost__plan_option_table, &plan->candidates[index].option, option);
    return GPUCOST_OK;
}

const gpucost_requirement *gpucost_plan_option_requirement(const gpucost_plan *plan, uint64_t index)
{
    return index < plan->candidate_count ? plan->candidates[index].requirement : NULL;
}

const gpucost_portfolio *gpucost_plan_option_portfolio(const gpucost_plan *plan, uint64_t index)
{
    return index < plan->candidate_count ? plan->candidates[index].portfolio : NULL;
}

uint64_t gpucost_plan_dropped_count(const gpucost_plan *plan)
{
    return plan->dropped_count;
}

gpucost_status gpucost_plan_dropped_at(const gpucost_plan *plan, uint64_t index, gpucost_plan_dropped *dropped,
                                       gpucost_error *err)
{
    gpucost__clear(err);
    if (index >= plan->dropped_count) return past_end("reason", index, plan->dropped_count, err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__plan_dropped_table, dropped, err));
    gpucost__struct_out(&gpucost__plan_dropped_table, &plan->dropped[index], dropped);
    return GPUCOST_OK;
}

uint64_t gpucost_plan_note_count(const gpucost_plan *plan)
{
    return plan->note_count;
}

const char *gpucost_plan_note_at(const gpucost_plan *plan, uint64_t index)
{
    return index < plan->note_count ? plan->notes[index] : NULL;
}
