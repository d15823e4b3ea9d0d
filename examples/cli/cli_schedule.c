/* portfolio by date: what to buy when, why so many, and what plans without an optimiser would cost. */
#include "cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const gpucost_portfolio_case *asked;
    const gpucost_schedule *schedule;
    gpucost_schedule_summary all;
    gpucost_verdict verdict;
    gpucost_purchase *purchases;
    gpucost_volume_plan volume; /* cost.currency is empty without tiers */
    int64_t start;
} answer;

static const char *const baseline_names[] = {"on_demand", "peak", "mean", "levels", "provider"};
static const char *const baseline_texts[] = {"nothing committed", "the peak committed all the time",
                                             "the mean committed all the time", "each level of the demand on its own",
                                             "what a month of use recommends, monthly"};
enum { BASELINES = 5, DRAWS = 10, EXPLAINED_MOST = 20, TIERS_MOST = 64 };
static const double scales[] = {0.8, 0.9, 1.1, 1.2};

static bool collect(answer *found)
{
    gpucost_error err;
    found->all = GPUCOST_INIT(gpucost_schedule_summary);
    found->verdict = GPUCOST_INIT(gpucost_verdict);
    gpucost_schedule_summarise(found->schedule, &found->all, &err);
    found->purchases = calloc((size_t)found->all.purchases + 1, sizeof *found->purchases);
    if (!found->purchases) {
        usage_error("out of memory");
        return false;
    }
    for (uint64_t i = 0; i < found->all.purchases; i++) {
        found->purchases[i].size = sizeof found->purchases[i];
        gpucost_schedule_purchase_at(found->schedule, i, &found->purchases[i], &err);
    }
    if (gpucost_portfolio_verify(found->asked, found->purchases, found->all.purchases,
                                 gpucost_schedule_values(found->schedule), &found->verdict, &err) == GPUCOST_OK)
        return true;
    fail(&err);
    return false;
}

static json_t *baselines_json(const answer *found)
{
    json_t *baselines = json_object();
    for (int32_t i = 0; i < BASELINES; i++) {
        gpucost_error err;
        int32_t possible;
        gpucost_money cost;
        char text[40];
        if (gpucost_schedule_baseline(found->asked, i, &possible, &cost, &err) || !possible) {
            json_object_set_new(baselines, baseline_names[i], json_null());
            continue;
        }
        gpucost_money_format(&cost, 0, text, sizeof text);
        json_object_set_new(baselines, baseline_names[i],
                            json_pack("{s:s, s:s}", "amount", text, "currency", found->all.cost.currency));
    }
    return baselines;
}

static json_t *list_json(const char *struct_name, const void *rows, uint64_t count, size_t stride)
{
    json_t *list = json_array();
    for (uint64_t i = 0; i < count; i++)
        json_array_append_new(list, struct_json(struct_name, (const char *)rows + i * stride));
    return list;
}

static json_t *shares_json(const answer *found)
{
    json_t *list = json_array();
    for (uint64_t i = 0; i < gpucost_schedule_share_count(found->schedule); i++) {
        gpucost_error err;
        gpucost_portfolio_share share = GPUCOST_INIT(gpucost_portfolio_share);
        gpucost_schedule_share_at(found->schedule, i, &share, &err);
        json_array_append_new(list, struct_json("gpucost_portfolio_share", &share));
    }
    return list;
}

static gpucost_schedule_month month_at(const answer *found, uint64_t index)
{
    gpucost_error err;
    gpucost_schedule_month month = GPUCOST_INIT(gpucost_schedule_month);
    gpucost_schedule_month_at(found->schedule, index, &month, &err);
    return month;
}

/* The rule without a forecast, for every commitment that it can buy: at its threshold, and drawn at random. */
static bool online(const answer *found, uint64_t commitment, gpucost_money *fixed, gpucost_money *drawn)
{
    uint64_t purchases;
    gpucost_error err;
    return gpucost_schedule_online(found->asked, commitment, 1, &purchases, fixed, &err) == GPUCOST_OK &&
           gpucost_schedule_online_mean(found->asked, commitment, DRAWS, drawn, &err) == GPUCOST_OK;
}

static json_t *explanation_json(const answer *found)
{
    gpucost_error err;
    json_t *units = json_array(), *effects = json_array(), *ranges = json_array(), *rules = json_array();
    for (uint64_t k = 0; k < gpucost_schedule_share_count(found->schedule) - 1 && k < EXPLAINED_MOST; k++) {
        gpucost_money fixed, drawn;
        char cost[40], mean[40];
        if (!online(found, k, &fixed, &drawn)) continue;
        gpucost_money_format(&fixed, 0, cost, sizeof cost);
        gpucost_money_format(&drawn, 0, mean, sizeof mean);
        json_array_append_new(
            rules, json_pack("{s:I, s:s, s:s}", "commitment", (json_int_t)k, "cost", cost, "drawn_at_random", mean));
    }
    for (uint64_t i = 0; i < found->all.purchases && i < EXPLAINED_MOST; i++) {
        uint64_t bought = found->purchases[i].units;
        for (uint64_t unit = bought > 2 ? bought - 2 : 1; unit <= bought + 2; unit++) {
            gpucost_unit_value value = GPUCOST_INIT(gpucost_unit_value);
            if (gpucost_sensitivity_unit(found->asked, found->schedule, i, unit, &value, &err)) continue;
            json_t *row = struct_json("gpucost_unit_value", &value);
            json_object_set_new(row, "purchase", json_integer((json_int_t)i));
            json_array_append_new(units, row);
        }
    }
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
        gpucost_demand_effect effect = GPUCOST_INIT(gpucost_demand_effect);
        if (!gpucost_sensitivity_demand(found->asked, found->schedule, scales[i], &effect, &err))
            json_array_append_new(effects, struct_json("gpucost_demand_effect", &effect));
    }
    for (int64_t k = GPUCOST_RANGE_ON_DEMAND; k < (int64_t)gpucost_schedule_share_count(found->schedule) - 1; k++) {
        gpucost_price_range range = GPUCOST_INIT(gpucost_price_range);
        if (!gpucost_sensitivity_price(found->asked, found->schedule, k, &range, &err))
            json_array_append_new(ranges, struct_json("gpucost_price_range", &range));
    }
    return json_pack("{s:o, s:o, s:o, s:o}", "units", units, "demands", effects, "prices", ranges, "no_forecast",
                     rules);
}

static json_t *to_json(const answer *found)
{
    json_t *segments = json_array();
    for (uint64_t i = 0; i < gpucost_schedule_segment_count(found->schedule); i++) {
        gpucost_error err;
        gpucost_schedule_segment segment = GPUCOST_INIT(gpucost_schedule_segment);
        gpucost_schedule_segment_at(found->schedule, i, &segment, &err);
        json_array_append_new(segments, struct_json("gpucost_schedule_segment", &segment));
    }
    json_t *months = json_array();
    for (uint64_t i = 0; i < gpucost_schedule_month_count(found->schedule); i++) {
        gpucost_schedule_month month = month_at(found, i);
        json_array_append_new(months, struct_json("gpucost_schedule_month", &month));
    }
    json_t *all = json_pack(
        "{s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "summary", struct_json("gpucost_schedule_summary", &found->all),
        "purchases", list_json("gpucost_purchase", found->purchases, found->all.purchases, sizeof *found->purchases),
        "shares", shares_json(found), "baselines", baselines_json(found), "segments", segments, "verdict",
        struct_json("gpucost_verdict", &found->verdict), "months", months);
    if (found->volume.cost.currency[0])
        json_object_set_new(all, "volume", struct_json("gpucost_volume_plan", &found->volume));
    if (flag_given("explain")) json_object_set_new(all, "explanation", explanation_json(found));
    return all;
}

static void when(const answer *found, uint64_t hour, char text[40])
{
    snprintf(text, 40, "%llu", (unsigned long long)hour);
    if (found->start != 0) gpucost_instant_format(found->start + (int64_t)hour * 3600, text, 40);
}

static void print_calendar(const answer *found)
{
    printf("\nPurchases: what the last unit saves beyond its cost, and what one more would\n");
    if (found->all.purchases == 0) printf("  none pays for itself\n");
    for (uint64_t i = 0; i < found->all.purchases; i++) {
        const gpucost_purchase *row = &found->purchases[i];
        char from[40], to[40], cost[40], last[40], next[40];
        when(found, row->start_hour, from);
        when(found, row->end_hour, to);
        money_text(&row->cost, cost);
        money_text(&row->last_unit_saves, last);
        money_text(&row->next_unit_saves, next);
        printf("  %-20s %6llu x %-20s until %-20s %16s   last %s, next %s; pays above %.1f%% use\n", from,
               (unsigned long long)row->units, row->name, to, cost, last, next, 100 * row->break_even);
    }
}

static void print_online(const answer *found, double least)
{
    for (uint64_t k = 0; k < gpucost_schedule_share_count(found->schedule) - 1 && k < EXPLAINED_MOST; k++) {
        gpucost_error err;
        gpucost_money fixed, drawn;
        gpucost_portfolio_share share = GPUCOST_INIT(gpucost_portfolio_share);
        char cost[40], mean[40];
        gpucost_schedule_share_at(found->schedule, k, &share, &err);
        if (!online(found, k, &fixed, &drawn)) continue;
        money_text(&fixed, cost);
        money_text(&drawn, mean);
        printf("  no forecast, %-24.24s  %16s", share.name, cost);
        if (least > 0) printf("   %+.2f%%", 100 * (gpucost_money_to_double(&fixed) / least - 1));
        printf("   drawn at random %s\n", mean);
    }
}

static int print_baselines(const answer *found)
{
    char cost[40];
    double least = gpucost_money_to_double(&found->all.cost);
    printf("\nPlans without an optimiser\n");
    for (int32_t i = 0; i < BASELINES; i++) {
        gpucost_error err;
        int32_t possible;
        gpucost_money other;
        if (gpucost_schedule_baseline(found->asked, i, &possible, &other, &err)) return fail(&err);
        money_text(&other, cost);
        if (!possible)
            printf("  %-38s %16s\n", baseline_texts[i], "not possible");
        else if (least > 0)
            printf("  %-38s %16s   %+.2f%%\n", baseline_texts[i], cost,
                   100 * (gpucost_money_to_double(&other) / least - 1));
        else
            printf("  %-38s %16s\n", baseline_texts[i], cost);
    }
    if (flag_given("explain")) print_online(found, least);
    return EXIT_ANSWERED;
}

static int print_explanation(const answer *found)
{
    gpucost_error err;
    printf("\nWhy so many: what each unit of a purchase earns, its cost and use\n");
    for (uint64_t i = 0; i < found->all.purchases && i < EXPLAINED_MOST; i++) {
        const gpucost_purchase *row = &found->purchases[i];
        char from[40], earns[40];
        when(found, row->start_hour, from);
        for (uint64_t unit = row->units > 2 ? row->units - 2 : 1; unit <= row->units + 2; unit++) {
            gpucost_unit_value value = GPUCOST_INIT(gpucost_unit_value);
            if (gpucost_sensitivity_unit(found->asked, found->schedule, i, unit, &value, &err)) return fail(&err);
            money_text(&value.earns, earns);
            printf("  %-20s %-20s unit %6llu %-10s used %6.2f%%  earns %14s\n", from, row->name,
                   (unsigned long long)unit, unit <= row->units ? "bought" : "not bought", 100 * value.utilisation,
                   earns);
        }
    }
    printf("\nAnother demand: the plan kept, and the best plan for it\n");
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
        gpucost_demand_effect effect = GPUCOST_INIT(gpucost_demand_effect);
        char kept[40], best[40], regret[40];
        if (gpucost_sensitivity_demand(found->asked, found->schedule, scales[i], &effect, &err)) return fail(&err);
        money_text(&effect.kept, kept);
        money_text(&effect.best, best);
        money_text(&effect.regret, regret);
        printf("  demand %+6.0f%%   kept %16s   best %16s   regret %14s\n", 100 * (scales[i] - 1), kept, best, regret);
    }
    if (!found->all.optimal) return EXIT_ANSWERED;
    printf("\nOther prices: the plan stays the cheapest while a purchase, or an hour on demand, costs so much less or "
           "more\n");
    for (int64_t k = GPUCOST_RANGE_ON_DEMAND; k < (int64_t)gpucost_schedule_share_count(found->schedule) - 1; k++) {
        gpucost_price_range range = GPUCOST_INIT(gpucost_price_range);
        char fall[40], rise[40];
        if (gpucost_sensitivity_price(found->asked, found->schedule, k, &range, &err) == GPUCOST_E_ARGUMENT)
            break; /* spot */
        if (err.status) return fail(&err);
        money_text(&range.fall, fall);
        money_text(&range.rise, rise);
        printf("  %-24s down %16s   up %16s\n", range.name, range.fall_limited ? fall : "any",
               range.rise_limited ? rise : "any");
    }
    return EXIT_ANSWERED;
}

static void print_figure(const char *name, int32_t defined, double value, const char *meaning)
{
    if (defined)
        printf("  %-20s %7.2f%%  %s\n", name, 100 * value, meaning);
    else
        printf("  %-20s undefined %s\n", name, meaning);
}

static int print_text(const answer *found)
{
    static const char *const columns[] = {"name", "units", "purchases", "used_hours", "paid_hours", "utilisation",
                                          "break_even", "cost", NULL};
    const gpucost_schedule_summary *all = &found->all;
    char cost[40], none[40];
    money_text(&all->cost, cost);
    money_text(&all->all_on_demand, none);
    if (found->verdict.optimal) {
        printf("Cost %s %s, proven: no plan can cost less. All on demand: %s.\n", cost, all->cost.currency, none);
    } else {
        char bound[40];
        money_text(&all->bound, bound);
        printf("Cost %s %s; proven: no plan can cost less than %s. All on demand: %s.\n", cost, all->cost.currency,
               bound, none);
    }
    if (found->volume.cost.currency[0]) {
        char off[40], least[40];
        money_text(&found->volume.cost, cost);
        money_text(&found->volume.discount, off);
        money_text(&found->volume.bound, least);
        printf("Those are list prices. Discounts by volume take off %s: cost %s %s; proven: no plan can cost less than "
               "%s.\n",
               off, cost, found->volume.cost.currency, least);
    }
    print_figure("coverage", all->coverage_defined, all->coverage,
                 "of the demanded unit-hours are served by commitments");
    print_figure("utilisation", all->utilisation_defined, all->utilisation, "of the unit-hours paid for are used");
    print_figure("effective savings", all->savings_defined, all->effective_savings, "of the bill all on demand");
    print_figure("return on commitment", all->return_defined, all->return_on_commitment,
                 "of what the purchases cost comes back beyond it");
    print_calendar(found);
    uint64_t count = gpucost_schedule_share_count(found->schedule);
    gpucost_portfolio_share *rows = calloc((size_t)count + 1, sizeof *rows);
    if (!rows) return usage_error("out of memory");
    for (uint64_t i = 0; i < count; i++) {
        gpucost_error err;
        rows[i].size = sizeof rows[i];
        gpucost_schedule_share_at(found->schedule, i, &rows[i], &err);
    }
    printf("\n");
    print_rows("gpucost_portfolio_share", rows, (size_t)count, sizeof *rows, columns);
    free(rows);
    int code = print_baselines(found);
    return code == EXIT_ANSWERED && flag_given("explain") ? print_explanation(found) : code;
}

static int print_hours(const answer *found)
{
    static const char *const columns[] = {"hour", "demand", "held_used", "committed", "committed_used", "spot",
                                          "on_demand", "value_price", "spot_rent_price", NULL};
    gpucost_schedule_hour *rows = calloc((size_t)found->all.hours, sizeof *rows);
    if (!rows) return usage_error("out of memory");
    for (uint64_t t = 0; t < found->all.hours; t++) {
        gpucost_error err;
        rows[t].size = sizeof rows[t];
        gpucost_schedule_hour_at(found->schedule, t, &rows[t], &err);
    }
    print_rows("gpucost_schedule_hour", rows, (size_t)found->all.hours, sizeof *rows, columns);
    free(rows);
    return EXIT_ANSWERED;
}

static int print_months(const answer *found)
{
    static const char *const columns[] = {"start_hour", "end_hour", "upfront",       "fees", "settled",
                                          "usage",      "cash",     "present_value", NULL};
    uint64_t count = gpucost_schedule_month_count(found->schedule);
    gpucost_schedule_month *rows = calloc((size_t)count, sizeof *rows);
    if (!rows) return usage_error("out of memory");
    for (uint64_t i = 0; i < count; i++) rows[i] = month_at(found, i);
    print_rows("gpucost_schedule_month", rows, (size_t)count, sizeof *rows, columns);
    free(rows);
    return EXIT_ANSWERED;
}

static int print_answer(const answer *found)
{
    if (flag_given("hours")) return print_hours(found);
    if (flag_given("months")) return print_months(found);
    if (wants_json()) {
        print_json(to_json(found));
        return EXIT_ANSWERED;
    }
    if (wants_text()) return print_text(found);
    print_rows("gpucost_purchase", found->purchases, (size_t)found->all.purchases, sizeof *found->purchases, NULL);
    return EXIT_ANSWERED;
}

json_t *schedule_json(const gpucost_portfolio_case *asked, gpucost_error *err)
{
    gpucost_schedule *schedule;
    if (gpucost_schedule_new(asked, &schedule, err)) return NULL;
    answer found = {.asked = asked, .schedule = schedule};
    json_t *reply = collect(&found) ? to_json(&found) : NULL;
    free(found.purchases);
    gpucost_schedule_free(schedule);
    return reply;
}

/* "500000,0.05": list value from which a discount holds, and the discount. */
static bool read_tiers(gpucost_volume_tier tiers[TIERS_MOST], uint64_t *count)
{
    const char *text;
    gpucost_error err;
    const gpucost_struct *type = gpucost_struct_find("gpucost_volume_tier");
    for (int at = 0; (text = flag_next("tier", &at)) != NULL; (*count)++) {
        char copy[64], *rest = copy;
        snprintf(copy, sizeof copy, "%s", text);
        const char *threshold = strtok_r(rest, ",", &rest), *discount = strtok_r(rest, ",", &rest);
        if (*count == TIERS_MOST || !threshold || !discount || *rest) {
            usage_error("--tier \"%s\": expected threshold,discount; at most %d tiers", text, TIERS_MOST);
            return false;
        }
        tiers[*count] = GPUCOST_INIT(gpucost_volume_tier);
        if (gpucost_struct_set(type, &tiers[*count], "threshold_price", threshold, &err) ||
            gpucost_struct_set(type, &tiers[*count], "discount", discount, &err)) {
            fail(&err);
            return false;
        }
    }
    return true;
}

int answer_schedule(const gpucost_portfolio_case *asked, int64_t first_hour_utc_s)
{
    gpucost_error err;
    gpucost_volume_tier tiers[TIERS_MOST];
    gpucost_schedule *schedule;
    uint64_t count = 0;
    answer found = {.asked = asked, .volume = GPUCOST_INIT(gpucost_volume_plan), .start = first_hour_utc_s};
    if (!read_tiers(tiers, &count)) return EXIT_USAGE;
    if (count > 0 ? gpucost_savings_tiers(asked, tiers, count, &found.volume, &schedule, &err)
                  : gpucost_schedule_new(asked, &schedule, &err))
        return fail(&err);
    found.schedule = schedule;
    int code = collect(&found) ? print_answer(&found) : EXIT_FAILED;
    free(found.purchases);
    gpucost_schedule_free(schedule);
    return code;
}
