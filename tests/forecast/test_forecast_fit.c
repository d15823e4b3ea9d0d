/* Fits that do not allocate, against GSL's own. */
#include "support/draw.h"
#include "support/table.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_multifit.h>
#include <math.h>

#include "forecast/forecast_fit.h"

enum { ROWS = 400, COLUMNS = 5 };

static double x[ROWS * COLUMNS], y[ROWS];

/* A level, a slope, a season and two columns more; every seventh row is an outlier. */
static void pose(double scatter)
{
    draw_from(3);
    for (int i = 0; i < ROWS; i++) {
        double row[COLUMNS] = {1, i / (double)ROWS - 0.5, cos(i * 0.2618), sin(i * 0.2618), i > ROWS / 2 ? 1 : 0};
        double noise = draw_share() - 0.5;
        y[i] = scatter * (noise + (i % 7 == 0 ? 8 : 0));
        for (int k = 0; k < COLUMNS; k++) {
            x[i * COLUMNS + k] = row[k];
            y[i] += (k + 1) * row[k];
        }
    }
}

static void robust_fit__is_that_of_gsl(void **state)
{
    (void)state;
    double scratch[3 * ROWS], c[COLUMNS], covariance[COLUMNS * COLUMNS], expected[COLUMNS];
    pose(1);
    gsl_matrix_view matrix = gsl_matrix_view_array(x, ROWS, COLUMNS),
                    cov = gsl_matrix_view_array(covariance, COLUMNS, COLUMNS);
    gsl_vector_view values = gsl_vector_view_array(y, ROWS), found = gsl_vector_view_array(expected, COLUMNS);
    gsl_multifit_robust_workspace *work = gsl_multifit_robust_alloc(gsl_multifit_robust_bisquare, ROWS, COLUMNS);
    assert_int_equal(gsl_multifit_robust(&matrix.matrix, &values.vector, &found.vector, &cov.matrix, work),
                     GSL_SUCCESS);
    gsl_multifit_robust_free(work);
    assert_int_equal(gpucost__robust_fit(x, y, ROWS, COLUMNS, scratch, c), GSL_SUCCESS);
    for (int k = 0; k < COLUMNS; k++) assert_close(c[k], expected[k], 1e-6);
}

static void robust_fit__without_scatter__is_exact(void **state)
{
    (void)state;
    double scratch[3 * ROWS], c[COLUMNS];
    pose(0);
    assert_int_equal(gpucost__robust_fit(x, y, ROWS, COLUMNS, scratch, c), GSL_SUCCESS);
    for (int k = 0; k < COLUMNS; k++) assert_close(c[k], k + 1, 1e-9);
}

/* Two columns that say the same share it, and the fit is the same. */
static void robust_fit__takes_repeated_columns(void **state)
{
    (void)state;
    double scratch[3 * ROWS], c[COLUMNS];
    pose(0);
    for (int i = 0; i < ROWS; i++) x[i * COLUMNS + 4] = 2 * x[i * COLUMNS + 1];
    for (int i = 0; i < ROWS; i++) y[i] = 3 + 5 * x[i * COLUMNS + 1];
    assert_int_equal(gpucost__robust_fit(x, y, ROWS, COLUMNS, scratch, c), GSL_SUCCESS);
    assert_close(c[0], 3, 1e-6);
    assert_close(c[1] + 2 * c[4], 5, 1e-6);
}

/* A bowl that is not round, its lowest place at 1, 2, 3, 4. */
static double bowl(const double *at, void *context)
{
    double sum = 0;
    ++*(int *)context;
    for (int k = 0; k < GPUCOST__PARAMETERS; k++) sum += (k + 1) * pow(at[k] - k - 1, 2);
    return sum + pow(at[0] - 1, 2) * pow(at[1] - 2, 2);
}

static void simplex__finds_the_lowest_place(void **state)
{
    (void)state;
    double at[GPUCOST__PARAMETERS] = {-1.5, -2, -1.5, 0};
    int calls = 0;
    gpucost__simplex_descend(bowl, &calls, 1000, 1e-6, at);
    for (int k = 0; k < GPUCOST__PARAMETERS; k++) assert_close(at[k], k + 1, 1e-5);
    assert_true(calls < 600);
    double still[GPUCOST__PARAMETERS] = {1, 2, 3, 4};
    gpucost__simplex_descend(bowl, &calls, 0, 1e-6, still);
    for (int k = 0; k < GPUCOST__PARAMETERS; k++) assert_close(still[k], k + 1, 0);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(robust_fit__is_that_of_gsl),
        cmocka_unit_test(robust_fit__without_scatter__is_exact),
        cmocka_unit_test(robust_fit__takes_repeated_columns),
        cmocka_unit_test(simplex__finds_the_lowest_place),
    };
    return RUN_TESTS("forecast fit", tests);
}
