/* A plan for people: what to take first, then the ranking, then why. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "gpucost/report.h"
#include "model/model_handle.h"
#include "report/report_plan.h"
#include "report/report_unit.h"

enum { DROPPED_SHOWN = 12, OLD_PRICE_DAYS = 30 };

static const char *const kinds[] = {"Training", "LoRA fine-tuning", "QLoRA fine-tuning", "Serving"};
static const char *const bounds[] = {"compute", "memory bandwidth", "communication", "the pipeline bubble"};

void gpucost__report_title(gpucost__buffer *out, const gpucost_plan *plan)
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
}

/* What the cost is made of, when it is not compute alone, and what it leaves out. */
static void cost_lines(gpucost__buffer *out, const gpucost_plan_option *option)
{
    const struct {
        const char *name;
        const gpucost_money *cost;
    } lines[] = {{"compute", &option->compute_cost},
                 {"storage", &option->storage_cost},
                 {"moving data in", &option->data_cost},
                 {"results out", &option->result_cost}};
    char text[4][GPUCOST__UNIT_TEXT], time[GPUCOST__UNIT_TEXT];
    const char *before = "        of it ";
    bool more = false;
    for (int i = 0; i < 4; i++) {
        gpucost__unit_money(lines[i].cost, text[i]);
        more |= i > 0 && strcmp(text[i], "0.00") != 0; /* less than a cent is left to the JSON form */
    }
    for (int i = 0; more && i < 4; i++) {
        if (strcmp(text[i], "0.00") == 0) continue;
        gpucost__buffer_add(out, "%s%s %s", before, lines[i].name, text[i]);
        before = ", ";
    }
    if (more) gpucost__buffer_add(out, "\n");
    gpucost__unit_money(&option->lost_cost, text[0]);
    if (strcmp(text[0], "0.00") != 0)
        gpucost__buffer_add(out, "        of it %s for failures, interruptions, checkpoints and restarts\n", text[0]);
    if (option->transfer_h > 0) {
        gpucost__unit_time(option->transfer_h * 3600, time);
        gpucost__buffer_add(out, "        and %s for data and results to travel\n", time);
    }
    if (option->not_counted[0]) gpucost__buffer_add(out, "        not counted: %s\n", option->not_counted);
}

void gpucost__report_recommendation(gpucost__buffer *out, const gpucost_plan *plan)
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
    gpucost__buffer_add(out, "\n");
    cost_lines(out, &option);
    gpucost__buffer_add(out, "  FITS  %s per GPU in %s", bytes, option.weights);
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

const char *const gpucost__ranking_names[GPUCOST__RANKING_COLUMNS] = {
    "#", "accelerators", "instance", "region", "time", "cost", "od/h", "best/h", "spot/h", "age", "mix"};

bool gpucost__ranking_is_text(int column)
{
    return (column >= 1 && column <= 3) || column == 10;
}

void gpucost__ranking_cells(const gpucost_plan_option *option, gpucost__ranking_row row)
{
    snprintf(row[0], GPUCOST__RANKING_CELL, "%llu", (unsigned long long)option->rank);
    snprintf(row[1], GPUCOST__RANKING_CELL, "%llu x %s", (unsigned long long)option->devices, option->accelerator);
    snprintf(row[2], GPUCOST__RANKING_CELL, "%llu x %s %s", (unsigned long long)option->instances, option->provider,
             option->instance);
    snprintf(row[3], GPUCOST__RANKING_CELL, "%s", option->region);
    gpucost__unit_time(option->wall_h * 3600, row[4]);
    gpucost__unit_money(&option->cost, row[5]);
    gpucost__unit_price(option->on_demand_nanos, row[6]);
    gpucost__unit_price(option->reserved_nanos, row[7]);
    gpucost__unit_price(option->spot_nanos, row[8]);
    snprintf(row[9], GPUCOST__RANKING_CELL, "%lld d", (long long)(option->price_age_s / 86400));
    snprintf(row[10], GPUCOST__RANKING_CELL, "%s%s", option->mix, option->tight ? "; memory is tight" : "");
}

static void print_row(gpucost__buffer *out, gpucost__ranking_row row, const int width[GPUCOST__RANKING_COLUMNS])
{
    for (int c = 0; c < GPUCOST__RANKING_COLUMNS; c++) {
        bool left = gpucost__ranking_is_text(c); /* figures go to the right */
        gpucost__buffer_add(out, "  %*s", c == 10 ? 0 : left ? -width[c] : width[c], row[c]);
    }
    gpucost__buffer_add(out, "\n");
}

static void ranking(gpucost__buffer *out, const gpucost_plan *plan)
{
    uint64_t count = gpucost_plan_option_count(plan);
    gpucost__ranking_row row;
    int width[GPUCOST__RANKING_COLUMNS];
    gpucost_plan_option option = GPUCOST_INIT(gpucost_plan_option);
    if (count == 0) return;
    for (int c = 0; c < GPUCOST__RANKING_COLUMNS; c++) width[c] = (int)strlen(gpucost__ranking_names[c]);
    for (uint64_t i = 0; i < count; i++) {
        gpucost_plan_option_at(plan, i, &option, NULL);
        gpucost__ranking_cells(&option, row);
        for (int c = 0; c < GPUCOST__RANKING_COLUMNS; c++)
            if ((int)strlen(row[c]) > width[c]) width[c] = (int)strlen(row[c]);
    }
    for (int c = 0; c < GPUCOST__RANKING_COLUMNS; c++)
        snprintf(row[c], GPUCOST__RANKING_CELL, "%s", gpucost__ranking_names[c]);
    print_row(out, row, width);
    for (uint64_t i = 0; i < count; i++) {
        gpucost_plan_option_at(plan, i, &option, NULL);
        gpucost__ranking_cells(&option, row);
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

void gpucost__report_details(gpucost__buffer *out, const gpucost_plan *plan)
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
    gpucost__report_title(&out, plan);
    gpucost__buffer_add(&out, "\n\n");
    gpucost__report_recommendation(&out, plan);
    ranking(&out, plan);
    gpucost__report_details(&out, plan);
    left_out(&out, plan);
    notes(&out, plan);
    return gpucost__buffer_take(&out, text, err);
}
