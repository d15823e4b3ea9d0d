/* The value structs of this build: bindings, flags and docs are made from this list. */
#include "accelerator/accelerator_row.h"
#include "backtest/backtest_table.h"
#include "checkpoint/checkpoint_table.h"
#include "compatibility/compatibility_row.h"
#include "estimate/estimate_table.h"
#include "forecast/forecast_table.h"
#include "history/history_table.h"
#include "kernel/kernel_table.h"
#include "layerwise/layerwise_table.h"
#include "memory/memory_table.h"
#include "model/model_handle.h"
#include "model/model_tensors.h"
#include "network/network_handle.h"
#include "parallelism/parallelism_table.h"
#include "plan/plan_table.h"
#include "portfolio/portfolio_table.h"
#include "precision/precision_row.h"
#include "price/price_table.h"
#include "risk/risk_table.h"
#include "savings/savings_table.h"
#include "scaling/scaling_table.h"
#include "schedule/schedule_table.h"
#include "sensitivity/sensitivity_table.h"
#include "serving/serving_table.h"
#include "spot/spot_table.h"
#include "tariff/tariff_table.h"
#include "training/training_table.h"
#include "workload/workload_table.h"

#include <string.h>

static const gpucost_struct *const tables[] = {
    &gpucost__accelerator_table,
    &gpucost__link_table,
    &gpucost__instance_table,
    &gpucost__cluster_table,
    &gpucost__mig_table,
    &gpucost__mig_fit_table,
    &gpucost__accelerator_filter_table,
    &gpucost__precision_table,
    &gpucost__compatibility_table,
    &gpucost__compatibility_case_table,
    &gpucost__compatibility_answer_table,
    &gpucost__fault_table,
    &gpucost__cuda_error_table,
    &gpucost__fault_events_table,
    &gpucost__fault_summary_table,
    &gpucost__fault_rate_table,
    &gpucost__architecture_table,
    &gpucost__parameters_table,
    &gpucost__tensor_table,
    &gpucost__tensor_totals_table,
    &gpucost__layer_table,
    &gpucost__layer_count_table,
    &gpucost__network_options_table,
    &gpucost__network_totals_table,
    &gpucost__parallelism_table,
    &gpucost__workload_table,
    &gpucost__memory_table,
    &gpucost__memory_activation_options_table,
    &gpucost__memory_point_table,
    &gpucost__memory_render_table,
    &gpucost__memory_render_parts_table,
    &gpucost__memory_simulation_table,
    &gpucost__memory_simulation_parts_table,
    &gpucost__memory_remedy_table,
    &gpucost__layerwise_profile_table,
    &gpucost__layerwise_time_table,
    &gpucost__layerwise_memory_table,
    &gpucost__training_table,
    &gpucost__training_budget_table,
    &gpucost__training_profile_table,
    &gpucost__training_calibration_table,
    &gpucost__training_goodput_case_table,
    &gpucost__training_goodput_result_table,
    &gpucost__requirement_gain_table,
    &gpucost__kernel_case_table,
    &gpucost__kernel_time_table,
    &gpucost__scaling_summary_table,
    &gpucost__scaling_prediction_table,
    &gpucost__serving_table,
    &gpucost__checkpoint_case_table,
    &gpucost__checkpoint_plan_table,
    &gpucost__spot_case_table,
    &gpucost__spot_result_table,
    &gpucost__spot_deadline_case_table,
    &gpucost__spot_deadline_result_table,
    &gpucost__commitment_table,
    &gpucost__exit_table,
    &gpucost__portfolio_options_table,
    &gpucost__portfolio_share_table,
    &gpucost__portfolio_summary_table,
    &gpucost__held_table,
    &gpucost__purchase_table,
    &gpucost__verdict_table,
    &gpucost__schedule_summary_table,
    &gpucost__schedule_hour_table,
    &gpucost__schedule_segment_table,
    &gpucost__schedule_month_table,
    &gpucost__price_range_table,
    &gpucost__demand_effect_table,
    &gpucost__unit_value_table,
    &gpucost__forecast_options_table,
    &gpucost__forecast_summary_table,
    &gpucost__forecast_hour_table,
    &gpucost__forecast_profile_table,
    &gpucost__risk_options_table,
    &gpucost__risk_summary_table,
    &gpucost__risk_scenario_table,
    &gpucost__risk_point_table,
    &gpucost__risk_sample_table,
    &gpucost__risk_quantile_table,
    &gpucost__risk_gap_options_table,
    &gpucost__risk_gap_table,
    &gpucost__backtest_options_table,
    &gpucost__backtest_row_table,
    &gpucost__usage_kind_table,
    &gpucost__savings_plan_table,
    &gpucost__savings_bill_table,
    &gpucost__volume_tier_table,
    &gpucost__volume_choice_table,
    &gpucost__volume_plan_table,
    &gpucost__resource_table,
    &gpucost__scoped_reservation_table,
    &gpucost__quote_table,
    &gpucost__exchange_rate_table,
    &gpucost__price_filter_table,
    &gpucost__import_options_table,
    &gpucost__import_summary_table,
    &gpucost__import_reject_table,
    &gpucost__price_statistics_table,
    &gpucost__history_step_table,
    &gpucost__unit_price_table,
    &gpucost__saving_table,
    &gpucost__tariff_table,
    &gpucost__tariff_filter_table,
    &gpucost__plan_options_table,
    &gpucost__plan_option_table,
    &gpucost__plan_dropped_table,
};
enum { TABLES = sizeof tables / sizeof *tables };

uint64_t gpucost_struct_count(void)
{
    return TABLES;
}

const gpucost_struct *gpucost_struct_at(uint64_t index)
{
    return index < TABLES ? tables[index] : NULL;
}

const gpucost_struct *gpucost_struct_find(const char *name)
{
    for (uint64_t i = 0; i < TABLES; i++)
        if (strcmp(tables[i]->name, name) == 0) return tables[i];
    return NULL;
}
