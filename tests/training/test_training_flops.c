#include "support/table.h"

#include <string.h>

#include "training/training_flops.h"

/* The published closed forms, in FLOPs per token; the second figure is what full recomputation adds. */
static void check(const table_row *row)
{
    gpucost_architecture a = GPUCOST_INIT(gpucost_architecture);
    a.layers = table_u64(row, "layers");
    a.hidden = table_u64(row, "hidden");
    a.heads = table_u64(row, "heads");
    a.kv_heads = table_u64(row, "kv_heads");
    a.head_dim = table_u64(row, "head_dim");
    a.ffn = table_u64(row, "ffn");
    a.vocabulary = table_u64(row, "vocabulary");
    a.gated_mlp = (int32_t)table_u64(row, "gated");
    a.output_head = 1;
    int32_t kind = strcmp(table_text(row, "kind"), "lora") == 0 ? GPUCOST_WORKLOAD_LORA : GPUCOST_WORKLOAD_TRAINING;
    int32_t recompute =
        strcmp(table_text(row, "recompute"), "full") == 0 ? GPUCOST_RECOMPUTE_FULL : GPUCOST_RECOMPUTE_NONE;
    gpucost__stack stack;
    gpucost__stack_of(&a, &stack);
    gpucost__flops flops;
    gpucost__flops_of(&stack, table_double(row, "sequence"), kind, recompute, &flops);
    assert_close(flops.model, table_double(row, "expect_flop_per_token"), table_double(row, "tol_rel"));
    double again = table_double(row, "expect_again_per_token");
    assert_true(flops.again >= again * (1 - 1e-9) && flops.again <= again * (1 + 1e-9));
}

int main(void)
{
    return table_run("training/flops.csv", check);
}
