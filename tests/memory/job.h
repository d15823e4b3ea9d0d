/* Jobs written as "field=value;field=value" in a table's cell. */
#ifndef TESTS_MEMORY_JOB_H
#define TESTS_MEMORY_JOB_H

#include <string.h>

#include "base/decimal.h"
#include "base/field.h"
#include "gpucost/model.h"
#include "support/table.h"

static inline void job_set(const gpucost_struct *type, void *value, const char *text)
{
    char copy[512];
    assert_true(strlen(text) < sizeof copy);
    strcpy(copy, text);
    for (char *at = copy; *at;) {
        char *next = strchr(at, ';'), *is = strchr(at, '=');
        if (next) *next = '\0';
        assert_non_null(is);
        *is = '\0';
        gpucost_error err;
        if (gpucost_struct_set(type, value, at, is + 1, &err) != GPUCOST_OK) fail_msg("%s: %s", at, err.text);
        if (!next) break;
        at = next + 1;
    }
}

/* A preset, or a model of that many parameters. */
static inline gpucost_model *job_model(const char *name)
{
    gpucost_model *model;
    gpucost_error err;
    double parameters;
    gpucost_status status = gpucost__decimal_double(name, &parameters) == GPUCOST__DECIMAL_OK
                                ? gpucost_model_from_parameters((uint64_t)parameters, &model, &err)
                                : gpucost_model_from_preset(name, &model, &err);
    if (status != GPUCOST_OK) fail_msg("%s: %s", name, err.text);
    return model;
}

#endif
