/* Jobs as JSON lines in, memory as JSON lines out: how scripts/validate.py asks the library.
   {"model": preset, "parameters": when there is no such preset, "architecture": {changes}, "workload": {...},
    "layout": {...}} */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "gpucost/precision.h"
#include "memory/memory_table.h"
#include "model/model_handle.h"
#include "parallelism/parallelism_table.h"
#include "workload/workload_table.h"

static gpucost_status read_model(json_t *job, gpucost_model **model, gpucost_error *err)
{
    json_t *changes = json_object_get(job, "architecture"), *name = json_object_get(job, "model");
    gpucost_architecture shape = GPUCOST_INIT(gpucost_architecture);
    if (name) {
        gpucost_status status = gpucost_model_from_preset(json_string_value(name), model, err);
        double size = json_number_value(json_object_get(job, "parameters"));
        if (status != GPUCOST_OK && size > 0) status = gpucost_model_from_parameters((uint64_t)size, model, err);
        if (status != GPUCOST_OK) return status;
        if (!changes) return GPUCOST_OK;
        shape = (*model)->architecture;
        gpucost_model_free(*model);
        *model = NULL;
    }
    GPUCOST__TRY(gpucost__struct_from_json(&gpucost__architecture_table, changes, &shape, err));
    return gpucost_model_from_architecture(&shape, model, err);
}

/* The embedding table in the weights' format, for engines that leave it in host memory. */
static double table_bytes(const gpucost_model *model, const gpucost_workload *work)
{
    gpucost_precision row = GPUCOST_INIT(gpucost_precision);
    if (gpucost_precision_find(work->weights[0] ? work->weights : "bf16", &row, NULL) != GPUCOST_OK) return 0;
    return (double)model->parameters.embedding * row.bits_per_weight / 8;
}

static gpucost_status answer(json_t *job, gpucost_memory *memory, double *embedding, gpucost_error *err)
{
    gpucost_model *model = NULL;
    gpucost_workload work = GPUCOST_INIT(gpucost_workload);
    gpucost_parallelism layout = GPUCOST_INIT(gpucost_parallelism);
    GPUCOST__TRY(gpucost__struct_from_json(&gpucost__workload_table, json_object_get(job, "workload"), &work, err));
    GPUCOST__TRY(gpucost__struct_from_json(&gpucost__parallelism_table, json_object_get(job, "layout"), &layout, err));
    gpucost_status status = read_model(job, &model, err);
    if (status == GPUCOST_OK) status = gpucost_memory_estimate(model, &work, &layout, memory, err);
    if (status == GPUCOST_OK) *embedding = table_bytes(model, &work);
    gpucost_model_free(model);
    return status;
}

int main(void)
{
    static char line[1 << 16];
    while (fgets(line, sizeof line, stdin)) {
        gpucost_error err = {0};
        json_t *job = NULL;
        double embedding = 0;
        gpucost_memory memory = GPUCOST_INIT(gpucost_memory);
        if (gpucost__json_text(line, strlen(line), "job", &job, &err) == GPUCOST_OK)
            answer(job, &memory, &embedding, &err);
        json_t *out = err.status ? json_pack("{s:s}", "error", err.text)
                                 : gpucost__struct_to_json(&gpucost__memory_table, &memory);
        if (out && !err.status) json_object_set_new(out, "embedding_bytes", json_real(embedding));
        char *text = out ? json_dumps(out, JSON_COMPACT) : NULL;
        if (!text) return 1;
        puts(text);
        free(text);
        json_decref(out);
        json_decref(job);
    }
    return 0;
}
