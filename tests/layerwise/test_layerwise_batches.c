#include "support/table.h"

#include <string.h>

#include "gpucost/layerwise.h"

/* Batches that a benchmark filled cards with: they fit, and half as many again do not. */
static void check_batch(const table_row *row)
{
    gpucost_workload w = GPUCOST_INIT(gpucost_workload);
    gpucost_accelerator card = GPUCOST_INIT(gpucost_accelerator);
    gpucost_error err;
    uint64_t largest, ran = table_u64(row, "micro_batch");
    strcpy(w.weights, "fp32");
    strcpy(w.compute, table_text(row, "compute"));
    w.optimizer = GPUCOST_OPTIMIZER_MOMENTUM;
    w.attention = GPUCOST_ATTENTION_MATERIALISED;
    assert_int_equal(gpucost_accelerator_find(NULL, table_text(row, "accelerator"), &card, &err), GPUCOST_OK);
    gpucost_network *network;
    if (gpucost_network_from_preset(table_text(row, "network"), NULL, &network, &err)) fail_msg("%s", err.text);
    if (gpucost_layerwise_largest_batch(network, &w, NULL, card.memory_usable_bytes, &largest, &err))
        fail_msg("%s", err.text);
    gpucost_network_free(network);
    if (largest < ran || 2 * largest > 3 * ran)
        fail_msg("%llu fit, %llu ran", (unsigned long long)largest, (unsigned long long)ran);
}

int main(void)
{
    return table_run("layerwise/batches.csv", check_batch);
}
