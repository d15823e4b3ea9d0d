#include "support/table.h"

#include <math.h>
#include <stdlib.h>

#include "base/csv.h"
#include "base/decimal.h"
#include "gpucost/model.h"
#include "gpucost/precision.h"

static uint64_t bytes_of(const char *name, const char *precision)
{
    gpucost_model *model = NULL;
    gpucost_error err;
    uint64_t bytes = 0;
    assert_int_equal(gpucost_model_from_preset(name, &model, &err), GPUCOST_OK);
    assert_int_equal(gpucost_model_weight_bytes(model, precision, &bytes, &err), GPUCOST_OK);
    gpucost_model_free(model);
    return bytes;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Over all measured files, those of other software versions and of uploaders' own mixes among them. */
static void files__are_met_within_a_percent(void **state)
{
    (void)state;
    gpucost__input *input;
    gpucost__csv *csv;
    double errors[256];
    size_t count = 0, near = 0;
    bool got;
    assert_int_equal(gpucost__input_open(test_path("model/weights.csv"), &input, NULL), GPUCOST_OK);
    assert_int_equal(gpucost__csv_open(input, ',', &csv, NULL), GPUCOST_OK);
    while (gpucost__csv_next(csv, &got, NULL) == GPUCOST_OK && got && count < 256) {
        double measured;
        const char *name = gpucost__csv_cell(csv, gpucost__csv_column(csv, "model"));
        const char *precision = gpucost__csv_cell(csv, gpucost__csv_column(csv, "precision"));
        gpucost__decimal_double(gpucost__csv_cell(csv, gpucost__csv_column(csv, "measured_bytes")), &measured);
        errors[count] = fabs((double)bytes_of(name, precision) / measured - 1);
        near += errors[count++] <= 0.01;
    }
    gpucost__csv_close(csv);
    gpucost__input_close(input);
    assert_true(count > 70);
    qsort(errors, count, sizeof *errors, by_size);
    assert_true(errors[count / 2] < 0.001);
    assert_true(near * 100 >= count * 90);
}

/* A mix stores no less than its base type and no more than bf16, whatever the model. */
static void mixes__stay_between_their_types(void **state)
{
    (void)state;
    static const struct {
        const char *mix;
        double least, most; /* bits */
    } mixes[] = {{"q4_k_m", 4.5, 6.6}, {"q5_k_m", 5.5, 7}, {"q2_k", 2.6, 6.6}, {"q8_0", 8.5, 8.8}, {"q6_k", 6.5, 8.6},
                 {"iq2_m", 2.5, 7}, {"q3_k_m", 3.4, 7}, {"iq4_xs", 4.25, 7}};
    for (uint64_t i = 0; i < gpucost_model_preset_count(); i++) {
        gpucost_model *model = NULL;
        gpucost_parameters parameters = GPUCOST_INIT(gpucost_parameters);
        assert_int_equal(gpucost_model_from_preset(gpucost_model_preset_at(i), &model, NULL), GPUCOST_OK);
        assert_int_equal(gpucost_model_parameters(model, &parameters, NULL), GPUCOST_OK);
        gpucost_model_free(model);
        if (parameters.total < 1000000000 || parameters.tower) continue; /* heads rule small ones; towers are not cut */
        for (size_t m = 0; m < sizeof mixes / sizeof *mixes; m++) {
            double bits = (double)bytes_of(gpucost_model_preset_at(i), mixes[m].mix) * 8 / (double)parameters.total;
            if (bits < mixes[m].least || bits > mixes[m].most)
                fail_msg("%s in %s: %g bits", gpucost_model_preset_at(i), mixes[m].mix, bits);
        }
    }
}

static void formats__are_all_counted(void **state)
{
    (void)state;
    gpucost_model *model = NULL;
    gpucost_error err;
    assert_int_equal(gpucost_model_from_preset("mixtral-8x7b", &model, &err), GPUCOST_OK);
    for (uint64_t i = 0; i < gpucost_precision_count(); i++) {
        gpucost_precision row = GPUCOST_INIT(gpucost_precision);
        uint64_t bytes = 0;
        assert_int_equal(gpucost_precision_at(i, &row, &err), GPUCOST_OK);
        assert_int_equal(gpucost_model_weight_bytes(model, row.name, &bytes, &err), GPUCOST_OK);
        double bits = (double)bytes * 8 / 46702792704;
        if (fabs(bits / row.bits_per_weight - 1) > 0.25) fail_msg("%s: %g bits", row.name, bits);
    }
    uint64_t bytes = 7;
    assert_int_equal(gpucost_model_weight_bytes(model, "q4_k_x", &bytes, &err), GPUCOST_E_UNKNOWN_NAME);
    assert_int_equal(bytes, 7);
    gpucost_model_free(model);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(files__are_met_within_a_percent),
        cmocka_unit_test(mixes__stay_between_their_types),
        cmocka_unit_test(formats__are_all_counted),
    };
    return RUN_TESTS("model bytes", tests);
}
