/* A plan for people: what to take first, then the ranking, then why. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpucost/report.h"
#include "model/model_handle.h"
#include "report/report_buffer.h"
#include "report/report_unit.h"

enum { DROPPED_SHOWN = 12, OLD_PRICE_DAYS = 30 };

static const char *const kinds[] = {"Training", "LoRA fine-tuning", "QLoRA fine-tuning", "Serving"};
static const char *const bounds[] = {"compute", "memory bandwidth", "communication", "the pipeline bubble"};

static void title(gpucost__buffer *out, const gpucost_plan *plan)
{
    const gpucost_model *model;
    gpucost_workload workload = GPUCOST_INIT(gpucost_workload);
    gpucost_plan_options options = GPUCOST_INIT(gpucost_plan_options);
    gpucost_job_parts(gpucost_plan_job(plan), &model, &workload, NULL, &options, NULL);
    char parameters[GPUCOST__UNIT_TEXT], count[GPUCOST__UNIT_TEXT];
    gpucost__unit_count((double)model->parameters.total, parameters);
    gpucost__buffer_add(out, "%s of %s (%s parameters)", kinds[workload.kind], model->architecture.name, parameters);
    if (workload.kind != GPUCOST_WORKLOAD_INFERENCE) {
        gpucost__unit_count((double)workload.tokens, count);
        gpucost__buffer_add(out, ", %s tokens", count);
    } else if (workload.requests) {
        gpucost__unit_count((double)workload.requests, count);
        gpucost__buffer_add(out, ", %s requests", count);
    } else if (workload.requests_per_s > 0) {
        gpucost__unit_count(workload.requests_per_s, count);
        gpucost__buffer_add(out, ", %s requests/s", count);
    }
    if (options.deadline_h > 0) {
        gpucost__unit_time(options.deadline_h * 3600, count);
        gpucost__buffer_add(out, ", within %s", count);
    }
    gpucost__buffer_add(out, "\n\n");
}

static void recommendation(gpucost__buffer *out, const gpucost_plan *plan)
{
    if (gpucost_plan_option_count(plan) == 0) {
        gpucost__buffer_add(out, "  Nothing on offer can run this. The reasons are below.\n\n");
        return;
    }
    gpucost_plan_option option = GPUCOST_INIT(gpucost_plan_option);
    gpucost_memory memory = GPUCOST_INIT(gpucost_memory);
    gpucost_training training = GPUCOST_INIT(gpucost_training);
    gpucost_serving serving = GPUCOST_INIT(gpucost_serving);
    gpucost_plan_option_at(plan, 0, &option, NULL);
    gpucost_requirement_parts(gpucost_plan_option_requirement(plan, 0), NULL, NULL, NULL, &memory, &training, &serving,
                              NULL);
    char time[GPUCOST__UNIT_TEXT], cost[GPUCOST__UNIT_TEXT], bytes[GPUCOST__UNIT_TEXT], part[GPUCOST__UNIT_TEXT];
    gpucost__unit_time(option.wall_h * 3600, time);
    gpucost__unit_money(&option.cost, cost);
    gpucost__unit_bytes(memory.total_bytes, bytes);
    gpucost__buffer_add(out, "  TAKE  %llu x %s  (%llu x %s, %s %s)\n", (unsigned long long)option.devices,
                        option.accelerator, (unsigned long long)option.instances, option.instance, option.provider,
                        option.region);
    gpucost__buffer_add(out, "  COST  %s %s for %s, %s", cost, option.cost.currency, time, option.mix);
    if (option.savings > 0.005) {
        gpucost__unit_percent(option.savings, part);
        gpucost__buffer_add(out, " (%s below on demand)", part);
    }
    if (option.price_age_s > (int64_t)OLD_PRICE_DAYS * 86400)
        gpucost__buffer_add(out, ", at a price of %lld days ago", (long long)(option.price_age_s / 86400));
    gpucost__buffer_add(out, "\n  FITS  %s per GPU in %s", bytes, option.weights);
    const char *room = option.tight ? " (tight: 1 run in 10 may need more than there is)" : "";
    if (training.step_s > 0) {
        gpucost__unit_percent(training.mfu, part);
        gpucost__unit_time(training.step_s, time);
        gpucost__buffer_add(out, "%s; a step takes %s, MFU %s, bound by %s\n\n", room, time, part,
                            bounds[training.bound]);
    } else {
        gpucost__unit_time(serving.first_token_s, time);
        gpucost__unit_time(serving.output_token_s, part);
        gpucost__buffer_add(out, "%s; first token after %s, then %s each; %llu replica%s\n\n", room, time, part,
                            (unsigned long long)option.replicas, option.replicas == 1 ? "" : "s");
    }
}

/* The ranking as cells, so that each column is as wide as its widest. */
enum { COLUMNS = 11, CELL = 128 };
typedef char table_row[COLUMNS][CELL];

static void option_cells(const gpucost_plan_option *option, table_row row)
{
    snprintf(row[0], CELL, "%llu", (unsigned long long)option->rank);
    snprintf(row[1], CELL, "%llu x %s", (unsigned long long)option->devices, option->accelerator);
    snprintf(row[2], CELL, "%llu x %s %s", (unsigned long long)option->instances, option->provider, option->instance);
    snprintf(row[3], CELL, "%s", option->region);
    gpucost__unit_time(option->wall_h * 3600, row[4]);
    gpucost__unit_money(&option->cost, row[5]);
    gpucost__unit_price(option->on_demand_nanos, row[6]);
    gpucost__unit_price(option->reserved_nanos, row[7]);
    gpucost__unit_price(option->spot_nanos, row[8]);
    snprintf(row[9], CELL, "%lld d", (long long)(option->price_age_s / 86400));
    snprintf(row[10], CELL, "%s%s", option->mix, option->tight ? "; memory is tight" : "");
}

static void print_row(gpucost__buffer *out, table_row row, const int width[COLUMNS])
{
    for (int c = 0; c < COLUMNS; c++) {
        bool left = (c >= 1 && c <= 3) || c == 10; /* names to the left, figures to the right */
        gpucost__buffer_add(out, "  %*s", c == 10 ? 0 : left ? -width[c] : width[c], row[c]);
    }
    gpucost__buffer_add(out, "\n");
}

static void ranking(gpucost__buffer *out, const gpucost_plan *plan)
{
    static const char *const names[COLUMNS] = {"#",    "accelerators", "instance", "region", "time", "cost",
                                               "od/h", "best/h",       "spot/h",   "age",    "mix"};
    uint64_t count = gpucost_plan_option_count(plan);
    table_row row;
    int width[COLUMNS];
    gpucost_plan_option option = GPUCOST_INIT(gpucost_plan_option);
    if (count == 0) return;
    for (int c = 0; c < COLUMNS; c++) width[c] = (int)strlen(names[c]);
    for (uint64_t i = 0; i < count; i++) {
        gpucost_plan_option_at(plan, i, &option, NULL);
        option_cells(&option, row);
        for (int c = 0; c < COLUMNS; c++)
            if ((int)strlen(row[c]) > width[c]) width[c] = (int)strlen(row[c]);
    }
    for (int c = 0; c < COLUMNS; c++) snprintf(row[c], CELL, "%s", names[c]);
    print_row(out, row, width);
    for (uint64_t i = 0; i < count; i++) {
        gpucost_plan_option_at(plan, i, &option, NULL);
        option_cells(&option, row);
        print_row(out, row, width);
    }
    gpucost__buffer_add(out,
                        "     cost in %s; od/h, best/h, spot/h: an instance on demand, under its best commitment, on "
                        "spot; age of the price\n\n",
                        option.cost.currency);
}

typedef struct {
    const char *name;
    uint64_t bytes;
} byte_row;

static void memory_parts(gpucost__buffer *out, const gpucost_memory *memory)
{
    const byte_row rows[] = {
        {"weights", memory->weights_bytes},         {"gradients", memory->gradients_bytes},
        {"optimiser states", memory->optimizer_bytes}, {"master weights", memory->master_bytes},
        {"activations", memory->activations_bytes}, {"logits and loss", memory->logits_bytes},
        {"communication", memory->communication_bytes}, {"KV cache", memory->kv_cache_bytes},
        {"workspace", memory->workspace_bytes},     {"fragmentation", memory->fragmentation_bytes},
        {"CUDA context", memory->context_bytes},
    };
    char bytes[GPUCOST__UNIT_TEXT], high[GPUCOST__UNIT_TEXT];
    gpucost__unit_bytes(memory->total_bytes, bytes);
    gpucost__unit_bytes(memory->high_bytes, high);
    gpucost__buffer_add(out, "  Memory per GPU: %s (9 in 10 runs below %s)\n", bytes, high);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].bytes == 0) continue;
        gpucost__unit_bytes(rows[i].bytes, bytes);
        gpucost__buffer_add(out, "      %-18s %10s\n", rows[i].name, bytes);
    }
}

typedef struct {
    const char *name;
    double seconds;
} time_row;

static void training_parts(gpucost__buffer *out, const gpucost_training *training)
{
    const time_row rows[] = {
        {"matrix products", training->matrix_s}, {"attention", training->attention_s},
        {"recomputation", training->recompute_s}, {"memory-bound", training->memory_s},
        {"communication", training->communication_s}, {"pipeline bubble", training->bubble_s},
        {"optimiser", training->optimizer_s},     {"overhead", training->overhead_s},
    };
    char time[GPUCOST__UNIT_TEXT], rate[GPUCOST__UNIT_TEXT], low[GPUCOST__UNIT_TEXT], high[GPUCOST__UNIT_TEXT];
    gpucost__unit_time(training->step_s, time);
    gpucost__unit_count(training->tokens_per_s_per_device, rate);
    gpucost__unit_time(training->low_step_s, low);
    gpucost__unit_time(training->high_step_s, high);
    gpucost__buffer_add(out, "  Time per step: %s (P10 %s, P90 %s), %s tokens/s per GPU\n", time, low, high, rate);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (!(rows[i].seconds > 0)) continue;
        gpucost__unit_time(rows[i].seconds, time);
        gpucost__buffer_add(out, "      %-18s %10s\n", rows[i].name, time);
    }
}

static void layout_line(gpucost__buffer *out, const gpucost_parallelism *layout, const gpucost_workload *workload)
{
    static const char *const recompute[] = {"auto", "none", "selective", "full"};
    gpucost__buffer_add(out, "  Layout: tensor %llu, pipeline %llu, data %llu, ZeRO stage %d",
                        (unsigned long long)layout->tensor_degree, (unsigned long long)layout->pipeline_degree,
                        (unsigned long long)layout->data_degree, layout->zero_stage);
    if (workload->kind == GPUCOST_WORKLOAD_INFERENCE)
        gpucost__buffer_add(out, "; %llu sequences at once\n", (unsigned long long)workload->concurrent_sequences);
    else
        gpucost__buffer_add(out, "; micro-batch %llu, global batch %llu x %llu tokens, recompute %s\n",
                            (unsigned long long)workload->micro_batch, (unsigned long long)workload->global_batch,
                            (unsigned long long)workload->sequence, recompute[workload->recompute]);
}

static void details(gpucost__buffer *out, const gpucost_plan *plan)
{
    const gpucost_requirement *requirement = gpucost_plan_option_requirement(plan, 0);
    if (!requirement) return;
    gpucost_workload workload = GPUCOST_INIT(gpucost_workload);
    gpucost_parallelism layout = GPUCOST_INIT(gpucost_parallelism);
    gpucost_memory memory = GPUCOST_INIT(gpucost_memory);
    gpucost_training training = GPUCOST_INIT(gpucost_training);
    gpucost_requirement_parts(requirement, NULL, &workload, &layout, &memory, &training, NULL, NULL);
    gpucost__buffer_add(out, "Option 1 in detail\n");
    layout_line(out, &layout, &workload);
    memory_parts(out, &memory);
    if (training.step_s > 0) training_parts(out, &training);
    gpucost__buffer_add(out, "\n");
}

static void left_out(gpucost__buffer *out, const gpucost_plan *plan)
{
    uint64_t count = gpucost_plan_dropped_count(plan);
    if (count == 0) return;
    gpucost__buffer_add(out, "Left out\n");
    for (uint64_t i = 0; i < count && i < DROPPED_SHOWN; i++) {
        gpucost_plan_dropped dropped = GPUCOST_INIT(gpucost_plan_dropped);
        gpucost_plan_dropped_at(plan, i, &dropped, NULL);
        gpucost__buffer_add(out, "  %s (%llu): %s\n", dropped.what, (unsigned long long)dropped.candidates,
                            dropped.reason);
    }
    if (count > DROPPED_SHOWN)
        gpucost__buffer_add(out, "  and %llu more in the JSON form\n", (unsigned long long)(count - DROPPED_SHOWN));
    gpucost__buffer_add(out, "\n");
}

static void notes(gpucost__buffer *out, const gpucost_plan *plan)
{
    if (gpucost_plan_note_count(plan) > 0) gpucost__buffer_add(out, "Notes\n");
    for (uint64_t i = 0; i < gpucost_plan_note_count(plan); i++)
        gpucost__buffer_add(out, "  %s\n", gpucost_plan_note_at(plan, i));
}

gpucost_status gpucost_report_plan_text(const gpucost_plan *plan, char **text, gpucost_error *err)
{
    gpucost__clear(err);
    gpucost__buffer out = {0};
    title(&out, plan);
    recommendation(&out, plan);
    ranking(&out, plan);
    details(&out, plan);
    left_out(&out, plan);
    notes(&out, plan);
    if (out.failed) {
        free(out.text);
        return gpucost__fail_memory(err);
    }
    *text = out.text;
    return GPUCOST_OK;
}
