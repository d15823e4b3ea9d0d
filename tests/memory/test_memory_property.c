#include <stdio.h>

#include "gpucost/memory.h"
#include "job.h"
#include "memory/memory_table.h"
#include "parallelism/parallelism_table.h"
#include "workload/workload_table.h"

static gpucost_memory ask(const gpucost_model *model, const char *job, const char *split)
{
    gpucost_error err;
    gpucost_workload work = GPUCOST_INIT(gpucost_workload);
    gpucost_parallelism layout = GPUCOST_INIT(gpucost_parallelism);
    gpucost_memory memory = GPUCOST_INIT(gpucost_memory);
    job_set(&gpucost__workload_table, &work, job);
    job_set(&gpucost__parallelism_table, &layout, split);
    if (gpucost_memory_estimate(model, &work, &layout, &memory, &err) != GPUCOST_OK)
        fail_msg("%s %s: %s: %s", job, split, err.field, err.text);
    return memory;
}

static const char *const jobs[] = {
    "kind=training;sequence=2048;micro_batch=%d",
    "kind=training;sequence=2048;recompute=full;micro_batch=%d",
    "kind=training;sequence=2048;optimizer=adamw_8bit;loss=fused;micro_batch=%d",
    "kind=training;sequence=1024;attention=materialised;recompute=selective;micro_batch=%d",
    "kind=lora;sequence=2048;micro_batch=%d",
    "kind=qlora;sequence=2048;recompute=full;micro_batch=%d",
    "kind=inference;concurrent_sequences=%d",
    "kind=inference;weights=awq;kv_cache=fp8;concurrent_sequences=%d",
    "kind=training;framework=megatron;sequence=2048;micro_batch=%d",
    "kind=training;framework=torchtitan;weights=fp32;compute=bf16;recompute=selective;sequence=2048;micro_batch=%d",
    "kind=training;framework=deepspeed;recompute=full;sequence=2048;micro_batch=%d",
    "kind=training;framework=torchtune;optimizer_in_backward=1;activation_offload=1;sequence=2048;micro_batch=%d",
    "kind=training;framework=fsdp;offload=weights;recompute=full;sequence=2048;micro_batch=%d",
    "kind=lora;framework=litgpt;lora_dropout=1;dora=1;train_embeddings=1;sequence=2048;micro_batch=%d",
    "kind=qlora;framework=unsloth;recompute=full;sequence=2048;micro_batch=%d",
    "kind=inference;framework=transformers_legacy;concurrent_sequences=%d",
    "kind=inference;framework=vllm;concurrent_sequences=%d",
    "kind=inference;framework=llama_cpp;weights=q4_k_m;concurrent_sequences=%d",
    "kind=inference;framework=transformers;prefill_logits=all;concurrent_sequences=%d"};
static const char *const models[] = {"llama-2-7b", "llama-3-70b", "mixtral-8x7b", "qwen2.5-72b", "gpt3-175b"};
enum { JOBS = sizeof jobs / sizeof *jobs, MODELS = sizeof models / sizeof *models };

static void job_of(int index, int batch, char text[256])
{
    const char *at = strchr(jobs[index], '%');
    snprintf(text, 256, "%.*s%d", (int)(at - jobs[index]), jobs[index], batch);
}

/* Parts sum to the total; the three views are nested; the band holds the total. */
static void property__parts__sum_to_the_total(void **state)
{
    (void)state;
    static const char *const splits[] = {"",
                                         "tensor_degree=8",
                                         "tensor_degree=2;pipeline_degree=4;data_degree=4",
                                         "data_degree=16;zero_stage=3",
                                         "data_degree=4;zero_stage=2",
                                         "tensor_degree=4;pipeline_degree=8;virtual_stages=2;zero_stage=1"};
    for (int m = 0; m < MODELS; m++) {
        gpucost_model *model = job_model(models[m]);
        for (int j = 0; j < JOBS; j++)
            for (size_t s = 0; s < sizeof splits / sizeof *splits; s++) {
                char job[256];
                job_of(j, 2, job);
                gpucost_memory x = ask(model, job, splits[s]);
                uint64_t sum = 0;
                for (uint64_t f = 1; strcmp(gpucost__memory_table.fields[f].name, "total_bytes") != 0; f++) {
                    uint64_t bytes;
                    memcpy(&bytes, (const char *)&x + gpucost__memory_table.fields[f].offset, sizeof bytes);
                    sum += bytes;
                }
                assert_true(sum == x.total_bytes);
                assert_true(x.allocated_bytes <= x.reserved_bytes && x.reserved_bytes < x.total_bytes);
                assert_true(x.low_bytes <= x.total_bytes && x.total_bytes <= x.high_bytes);
            }
        gpucost_model_free(model);
    }
}

static void property__batch__never_takes_fewer_bytes(void **state)
{
    (void)state;
    for (int m = 0; m < MODELS; m++) {
        gpucost_model *model = job_model(models[m]);
        for (int j = 0; j < JOBS; j++) {
            uint64_t before = 0;
            for (int batch = 1; batch < 200; batch += 1 + batch / 3) {
                char job[256];
                job_of(j, batch, job);
                uint64_t now = ask(model, job, "pipeline_degree=4;tensor_degree=2").total_bytes;
                assert_true(now >= before);
                before = now;
            }
        }
        gpucost_model_free(model);
    }
}

/* Doubling a degree that shards never adds bytes to a model of at least 7e9 parameters. From one device to two the
   communicator comes first, so each chain starts at two. */
static void property__shards__never_take_more_bytes(void **state)
{
    (void)state;
    static const char *const chains[][4] = {
        {"tensor_degree=2", "tensor_degree=4", "tensor_degree=8", "tensor_degree=16"},
        {"tensor_degree=2;sequence_parallel=1", "tensor_degree=4;sequence_parallel=1",
         "tensor_degree=8;sequence_parallel=1", NULL},
        {"tensor_degree=8", "tensor_degree=8;sequence_parallel=1", NULL, NULL},
        {"data_degree=2;zero_stage=1", "data_degree=4;zero_stage=1", "data_degree=8;zero_stage=1", NULL},
        {"data_degree=2;zero_stage=2", "data_degree=4;zero_stage=2", "data_degree=64;zero_stage=2", NULL},
        {"data_degree=2;zero_stage=3", "data_degree=4;zero_stage=3", "data_degree=64;zero_stage=3", NULL},
        {"data_degree=8", "data_degree=8;zero_stage=1", NULL, NULL},
        {"pipeline_degree=2", "pipeline_degree=4", "pipeline_degree=8", "pipeline_degree=16"},
        {"context_degree=2", "context_degree=4", "context_degree=8", NULL},
    };
    for (int m = 0; m < MODELS; m++) {
        gpucost_model *model = job_model(models[m]);
        for (int j = 0; j < JOBS; j++)
            for (size_t c = 0; c < sizeof chains / sizeof *chains; c++) {
                uint64_t before = UINT64_MAX;
                /* More stages hold more micro-batches, which shows when the weights are away. */
                if (strstr(jobs[j], "offload=weights") && strncmp(chains[c][0], "pipeline", 8) == 0) continue;
                for (int i = 0; i < 4 && chains[c][i]; i++) {
                    char job[256];
                    job_of(j, 1, job);
                    uint64_t now = ask(model, job, chains[c][i]).total_bytes;
                    if (now > before) fail_msg("%s %s %s takes more", models[m], job, chains[c][i]);
                    before = now;
                }
            }
        gpucost_model_free(model);
    }
}

/* Recomputation never adds bytes. */
static void property__recomputation__never_takes_more_bytes(void **state)
{
    (void)state;
    static const char *const splits[] = {"", "tensor_degree=8;sequence_parallel=1", "tensor_degree=2;pipeline_degree=4",
                                         "data_degree=8;zero_stage=3"};
    static const char *const policies[] = {"none", "selective", "full"};
    for (int m = 0; m < MODELS; m++) {
        gpucost_model *model = job_model(models[m]);
        for (int j = 0; j < JOBS; j++)
            for (size_t s = 0; s < sizeof splits / sizeof *splits && !strstr(jobs[j], "inference"); s++) {
                uint64_t before = UINT64_MAX;
                for (int r = 0; r < 3; r++) {
                    char base[256], job[300];
                    job_of(j, 2, base);
                    snprintf(job, sizeof job, "%s;recompute=%s", base, policies[r]);
                    uint64_t now = ask(model, job, splits[s]).total_bytes;
                    if (now > before) fail_msg("%s %s %s takes more", models[m], job, splits[s]);
                    before = now;
                }
            }
        gpucost_model_free(model);
    }
}

static uint64_t states(const gpucost_memory *x)
{
    return x->weights_bytes + x->gradients_bytes + x->optimizer_bytes + x->master_bytes;
}

/* A further ZeRO stage never adds states, and adds to the total in two places only, by what is said there. */
static void property__zero__adds_bytes_only_through_its_buffers(void **state)
{
    (void)state;
    for (int m = 0; m < MODELS; m++) {
        gpucost_model *model = job_model(models[m]);
        for (int j = 0; j < JOBS; j++)
            for (int d = 2; d <= 64 && !strstr(jobs[j], "inference"); d *= 2) {
                gpucost_memory before = {0};
                for (int zero = 0; zero <= 3; zero++) {
                    char job[256], split[64];
                    job_of(j, 1, job);
                    snprintf(split, sizeof split, "data_degree=%d;zero_stage=%d", d, zero);
                    gpucost_memory now = ask(model, job, split);
                    uint64_t more = 0;
                    /* Gradients are reduced in buckets; DeepSpeed's update casts its share of them to fp32. */
                    if (zero == 2) more = now.master_bytes + now.communication_bytes;
                    /* 4-bit weights are gathered layer by layer, which leaves holes in everything that moves. */
                    if (zero == 3 && strstr(jobs[j], "qlora")) more = now.communication_bytes + now.fragmentation_bytes;
                    more += more / 10; /* and its fragmentation */
                    if (zero > 0 && (states(&now) > states(&before) || now.total_bytes > before.total_bytes + more))
                        fail_msg("%s %s %s takes more", models[m], job, split);
                    before = now;
                }
            }
        gpucost_model_free(model);
    }
}

/* An answer to an old caller stops at its size; errors touch nothing. */
static void property__callers__get_what_they_have_room_for(void **state)
{
    (void)state;
    gpucost_error err;
    gpucost_model *model = job_model("llama-2-7b");
    gpucost_memory old = {.size = offsetof(gpucost_memory, low_bytes), .low_bytes = 7, .micro_batch = 8};
    assert_int_equal(gpucost_memory_estimate(model, NULL, NULL, &old, &err), GPUCOST_OK);
    assert_true(old.total_bytes > 0);
    assert_int_equal(old.low_bytes, 7);
    assert_int_equal(old.micro_batch, 8);
    gpucost_memory none = {0}, before = none;
    assert_int_equal(gpucost_memory_estimate(model, NULL, NULL, &none, &err), GPUCOST_E_ARGUMENT);
    gpucost_parallelism layout = GPUCOST_INIT(gpucost_parallelism);
    layout.pipeline_degree = 1000;
    none.size = before.size = sizeof none;
    assert_int_equal(gpucost_memory_estimate(model, NULL, &layout, &none, &err), GPUCOST_E_ARGUMENT);
    assert_string_equal(err.field, "pipeline_degree");
    assert_int_equal(gpucost_memory_estimate(NULL, NULL, NULL, &none, &err), GPUCOST_E_ARGUMENT);
    assert_int_equal(gpucost_memory_estimate(model, NULL, NULL, NULL, &err), GPUCOST_E_ARGUMENT);
    assert_memory_equal(&none, &before, sizeof none);
    gpucost_model_free(model);
}

/* GPipe holds all n micro-batches of a step on every stage, 1F1B min(p - i, n) on stage i: with n = 16 and p = 4 the
   first stage holds four times as much, and with n = p the same. */
static void property__schedules__hold_their_micro_batches(void **state)
{
    (void)state;
    gpucost_model *model = NULL;
    assert_int_equal(gpucost_model_from_preset("gpt3-175b", &model, NULL), GPUCOST_OK);
    static const char job[] = "kind=training;sequence=2048;loss=fused;recompute=selective;global_batch=%d";
    static const struct {
        int batch;
        double ratio;
    } rows[] = {{16, 4}, {4, 1}, {2, 1}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[128];
        snprintf(text, sizeof text, job, rows[i].batch);
        gpucost_memory in_turn = ask(model, text, "pipeline_degree=4");
        gpucost_memory all = ask(model, text, "pipeline_degree=4;pipeline_schedule=gpipe");
        assert_close((double)all.activations_bytes, rows[i].ratio * (double)in_turn.activations_bytes, 1e-6);
        assert_int_equal(all.weights_bytes, in_turn.weights_bytes);
    }
    gpucost_model_free(model);
}

/* Field tables tile their structs. */
static void property__tables__leave_no_gap(void **state)
{
    (void)state;
    const gpucost_struct *tables[] = {&gpucost__memory_table, &gpucost__memory_activation_options_table};
    for (size_t t = 0; t < 2; t++) {
        uint64_t end = 0;
        for (uint64_t f = 0; f < tables[t]->count; f++) {
            assert_int_equal(tables[t]->fields[f].offset, end);
            end += tables[t]->fields[f].bytes;
        }
        assert_int_equal(end, tables[t]->size);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(property__parts__sum_to_the_total),
        cmocka_unit_test(property__batch__never_takes_fewer_bytes),
        cmocka_unit_test(property__shards__never_take_more_bytes),
        cmocka_unit_test(property__recomputation__never_takes_more_bytes),
        cmocka_unit_test(property__zero__adds_bytes_only_through_its_buffers),
        cmocka_unit_test(property__callers__get_what_they_have_room_for),
        cmocka_unit_test(property__schedules__hold_their_micro_batches),
        cmocka_unit_test(property__tables__leave_no_gap),
    };
    return RUN_TESTS("memory_property", tests);
}
