#include <math.h>
#include <string.h>

#include "forecast/forecast_fit.h"

enum { N = GPUCOST__PARAMETERS, CORNERS = N + 1 };

typedef struct {
    double (*loss)(const double *x, void *context);
    void *context;
    double corner[CORNERS][N], value[CORNERS];
} simplex;

static void centre_of(const simplex *s, int but, double centre[N])
{
    for (int k = 0; k < N; k++) {
        centre[k] = 0;
        for (int i = 0; i < CORNERS; i++)
            if (i != but) centre[k] += s->corner[i][k] / (but < 0 ? CORNERS : N);
    }
}

/* The mean square distance of the corners from their centre, as a length. */
static double size_of(const simplex *s)
{
    double centre[N], sum = 0;
    centre_of(s, -1, centre);
    for (int i = 0; i < CORNERS; i++)
        for (int k = 0; k < N; k++) sum += pow(s->corner[i][k] - centre[k], 2);
    return sqrt(sum / CORNERS);
}

/* The worst corner moved along the line through the centre of the others: -1 mirrors it. */
static double try_at(const simplex *s, int worst, double factor, double there[N])
{
    double centre[N];
    centre_of(s, worst, centre);
    for (int k = 0; k < N; k++) there[k] = centre[k] + factor * (s->corner[worst][k] - centre[k]);
    return s->loss(there, s->context);
}

static void replace(simplex *s, int i, const double there[N], double value)
{
    memcpy(s->corner[i], there, sizeof s->corner[i]);
    s->value[i] = value;
}

static void shrink(simplex *s, int best)
{
    for (int i = 0; i < CORNERS; i++) {
        if (i == best) continue;
        for (int k = 0; k < N; k++) s->corner[i][k] = (s->corner[i][k] + s->corner[best][k]) / 2;
        s->value[i] = s->loss(s->corner[i], s->context);
    }
}

static int best_of(const simplex *s)
{
    int best = 0;
    for (int i = 1; i < CORNERS; i++)
        if (s->value[i] < s->value[best]) best = i;
    return best;
}

static void step(simplex *s)
{
    int best = best_of(s), worst = 0;
    double second = -INFINITY, mirrored[N], further[N];
    for (int i = 1; i < CORNERS; i++)
        if (s->value[i] > s->value[worst]) worst = i;
    for (int i = 0; i < CORNERS; i++)
        if (i != worst && s->value[i] > second) second = s->value[i];
    double value = try_at(s, worst, -1, mirrored);
    if (value < s->value[best]) {
        double beyond = try_at(s, worst, -2, further);
        if (beyond < s->value[best])
            replace(s, worst, further, beyond);
        else
            replace(s, worst, mirrored, value);
        return;
    }
    if (value <= second) {
        replace(s, worst, mirrored, value);
        return;
    }
    if (value <= s->value[worst]) replace(s, worst, mirrored, value);
    double nearer = try_at(s, worst, 0.5, further);
    if (nearer <= s->value[worst])
        replace(s, worst, further, nearer);
    else
        shrink(s, best);
}

void gpucost__simplex_descend(double (*loss)(const double *x, void *context), void *context, int steps, double size,
                              double x[GPUCOST__PARAMETERS])
{
    simplex s = {.loss = loss, .context = context};
    for (int i = 0; i < CORNERS; i++) {
        memcpy(s.corner[i], x, sizeof s.corner[i]);
        if (i > 0) s.corner[i][i - 1] += 1;
        s.value[i] = loss(s.corner[i], context);
    }
    for (int i = 0; i < steps && size_of(&s) >= size; i++) step(&s);
    memcpy(x, s.corner[best_of(&s)], sizeof s.corner[0]);
}
