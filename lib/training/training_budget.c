#include "training/training_table.h"

static gpucost_status missing(gpucost_error *err, const char *field, const char *why)
{
    return gpucost__fail_field(err, GPUCOST_E_MISSING, field, NULL, "%s", why);
}

gpucost_status gpucost_training_time_from_flops(const gpucost_training_budget *budget, double *total_s,
                                                gpucost_error *err)
{
    gpucost__clear(err);
    gpucost_training_budget run;
    GPUCOST__TRY(gpucost__struct_in(&gpucost__training_budget_table, budget, &run, err));
    double flop = run.flop;
    if (flop <= 0) {
        if (run.parameters <= 0 || run.tokens <= 0) return missing(err, "flop", "give flop, or parameters and tokens");
        /* kaplan2020: C = 6 N D */
        flop = 6.0 * run.parameters * run.tokens;
    }
    if (run.peak_flop_per_s <= 0) return missing(err, "peak_flop_per_s", "give the dense peak of one device");
    if (run.mfu <= 0) return missing(err, "mfu", "give the model FLOPs utilisation, above 0 and at most 1");
    double efficiency = run.scaling_efficiency > 0 ? run.scaling_efficiency : 1.0;
    double devices = run.devices > 0 ? (double)run.devices : 1.0;
    *total_s = flop / (devices * run.peak_flop_per_s * run.mfu * efficiency);
    return GPUCOST_OK;
}
