/* Points for Monte Carlo, reproducible from a seed. */
#include <gsl/gsl_qrng.h>
#include <gsl/gsl_rng.h>
#include <stdbool.h>

#include "forecast/forecast_model.h"
#include "num/gsl_guard.h"

/* Halton's points of large prime bases fall on lines for the first few hundred [owen1998]; 37 is the 12th prime. */
enum { QUASI_MOST = 12, DIMENSIONS_MOST = 1000000, SKIP = 64 };

static gpucost_status fill(int32_t kind, uint64_t seed, uint64_t count, uint64_t dimensions, double *points,
                           gpucost_error *err)
{
    uint64_t quasi = kind == GPUCOST_DRAWS_RANDOM ? 0 : dimensions < QUASI_MOST ? dimensions : QUASI_MOST;
    double shift[QUASI_MOST] = {0}, point[QUASI_MOST];
    gsl_rng *twister = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_qrng *halton =
        quasi > 0 && quasi <= gsl_qrng_halton->max_dimension ? gsl_qrng_alloc(gsl_qrng_halton, (unsigned)quasi) : NULL;
    bool ok = twister && (halton || quasi == 0);
    if (ok) {
        gsl_rng_set(twister, (unsigned long)(seed ^ seed >> 32) & 0xFFFFFFFFu);
        for (uint64_t d = 0; d < quasi; d++) shift[d] = gsl_rng_uniform(twister);
        for (int i = 0; i < SKIP && halton; i++) gsl_qrng_get(halton, point);
        for (uint64_t i = 0; i < count; i++) {
            if (halton) gsl_qrng_get(halton, point);
            for (uint64_t d = 0; d < quasi; d++) {
                double x = point[d] + shift[d];
                points[i * dimensions + d] = x >= 1 ? x - 1 : x;
            }
            for (uint64_t d = quasi; d < dimensions; d++) points[i * dimensions + d] = gsl_rng_uniform(twister);
        }
    }
    if (halton) gsl_qrng_free(halton);
    if (twister) gsl_rng_free(twister);
    return ok ? GPUCOST_OK : gpucost__fail_memory(err);
}

gpucost_status gpucost_forecast_draws(int32_t kind, uint64_t seed, uint64_t count, uint64_t dimensions, double *points,
                                      gpucost_error *err)
{
    gpucost__clear(err);
    if (kind != GPUCOST_DRAWS_QUASI && kind != GPUCOST_DRAWS_RANDOM)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "kind", NULL, "%d is no kind of draws", kind);
    if (dimensions == 0 || dimensions > DIMENSIONS_MOST)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "dimensions", NULL, "%llu is not in 1..%d",
                                   (unsigned long long)dimensions, DIMENSIONS_MOST);
    if (count > 0 && !points) return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "points", NULL, "no room for points");
    gpucost__gsl_guard();
    return fill(kind, seed, count, dimensions, points, err);
}
