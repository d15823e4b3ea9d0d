#include "base/checked.h"
#include "model/model_handle.h"
#include "parallelism/parallelism_table.h"

#include <stdio.h>

#define DEGREE(member, text) \
    FIELD(gpucost_parallelism, member, GPUCOST_FIELD_U64, .fallback = "1", .least = "1", .most = "1000000", .doc = text)

static const gpucost_field fields[] = {
    FIELD_SIZE(gpucost_parallelism),
    DEGREE(tensor_degree, "devices that share each matrix"),
    DEGREE(pipeline_degree, "pipeline stages"),
    DEGREE(virtual_stages, "model chunks per stage of an interleaved pipeline"),
    DEGREE(context_degree, "devices that share a sequence"),
    DEGREE(data_degree, "replicas that see different sequences"),
    DEGREE(expert_degree, "devices, inside data x context, that share the experts"),
    FIELD(gpucost_parallelism, zero_stage, GPUCOST_FIELD_CHOICE, .choices = "0|1|2|3",
          .doc = "ZeRO or FSDP: 0 shards nothing, 1 optimiser, 2 and gradients, 3 and weights"),
    FIELD(gpucost_parallelism, sequence_parallel, GPUCOST_FIELD_FLAG,
          .doc = "norms and dropout are split by sequence over the tensor group"),
    FIELD(gpucost_parallelism, pipeline_schedule, GPUCOST_FIELD_CHOICE, .choices = "1f1b|gpipe",
          .doc = "order of the micro-batches: gpipe holds all of a step"),
    FIELD(gpucost_parallelism, reserved, GPUCOST_FIELD_RESERVED, .doc = "zero"),
};

const gpucost_struct gpucost__parallelism_table =
    STRUCT_TABLE(gpucost_parallelism, fields, "how a model is split over devices");

static gpucost_status take(const gpucost_parallelism *layout, gpucost_parallelism *ours, gpucost_error *err)
{
    GPUCOST__TRY(gpucost__struct_in(&gpucost__parallelism_table, layout, ours, err));
    uint64_t *degrees[] = {&ours->tensor_degree,  &ours->pipeline_degree, &ours->virtual_stages,
                           &ours->context_degree, &ours->data_degree,     &ours->expert_degree};
    for (size_t i = 0; i < sizeof degrees / sizeof *degrees; i++)
        if (!*degrees[i]) *degrees[i] = 1;
    return GPUCOST_OK;
}

/* The largest product of four degrees is 1e24: 128 bits hold it, 64 do not. */
static gpucost_status count_devices(const gpucost_parallelism *ours, uint64_t *devices, gpucost_error *err)
{
    gpucost__int128 product = (gpucost__int128)ours->tensor_degree * ours->pipeline_degree * ours->context_degree *
                              ours->data_degree;
    if (product > 1000000000)
        return gpucost__fail_field(err, GPUCOST_E_RANGE, "data_degree", NULL,
                                   "the layout takes more than 1000000000 devices");
    *devices = (uint64_t)product;
    return GPUCOST_OK;
}

gpucost_status gpucost_parallelism_devices(const gpucost_parallelism *layout, uint64_t *devices, gpucost_error *err)
{
    gpucost__clear(err);
    gpucost_parallelism ours;
    GPUCOST__TRY(take(layout, &ours, err));
    return count_devices(&ours, devices, err);
}

static gpucost_status refuse(gpucost_error *err, const char *field, uint64_t degree, const char *rule, uint64_t size)
{
    char value[24];
    snprintf(value, sizeof value, "%llu", (unsigned long long)degree);
    return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, field, value, "%s is not allowed; expected %s %llu", value,
                               rule, (unsigned long long)size);
}

/* Matrices are cut between heads and across the feed-forward width; a vocabulary is padded instead, and key and value
   heads are repeated when there are fewer of them than devices (Megatron-LM, vLLM). */
static gpucost_status check_tensor(uint64_t t, const gpucost_architecture *a, gpucost_error *err)
{
    bool attends = a->attention_free_layers < a->layers;
    if (attends && a->heads % t) return refuse(err, "tensor_degree", t, "a divisor of the query heads,", a->heads);
    if (attends && !a->kv_lora_rank && a->kv_heads % t && t % a->kv_heads)
        return refuse(err, "tensor_degree", t, "a divisor or a multiple of the key and value heads,", a->kv_heads);
    if (gpucost__expert_layers(a) < a->layers && a->ffn % t)
        return refuse(err, "tensor_degree", t, "a divisor of the feed-forward width,", a->ffn);
    if (a->experts && a->expert_ffn % t)
        return refuse(err, "tensor_degree", t, "a divisor of the width of an expert,", a->expert_ffn);
    if (a->shared_ffn % t)
        return refuse(err, "tensor_degree", t, "a divisor of the width of the shared experts,", a->shared_ffn);
    return GPUCOST_OK;
}

gpucost_status gpucost__parallelism_divides(const gpucost_parallelism *p, const gpucost_architecture *a,
                                            gpucost_error *err)
{
    uint64_t devices, layers = a->layers + a->encoder_layers, replicas = p->data_degree * p->context_degree;
    GPUCOST__TRY(count_devices(p, &devices, err));
    GPUCOST__TRY(check_tensor(p->tensor_degree, a, err));
    if (p->pipeline_degree > layers)
        return refuse(err, "pipeline_degree", p->pipeline_degree, "at most the layers,", layers);
    if (p->virtual_stages > 1 && p->pipeline_degree == 1)
        return refuse(err, "virtual_stages", p->virtual_stages, "1 when pipeline_degree is", 1);
    /* Chunks may hold the embedding or the head alone: Megatron Core counts each as a layer on request
       (account_for_embedding_in_pipeline_split, account_for_loss_in_pipeline_split) [nvidia2024megatron]. */
    if (p->virtual_stages > 1 && p->virtual_stages * p->pipeline_degree > layers + 2)
        return refuse(err, "virtual_stages", p->virtual_stages,
                      "at most the layers of a stage, embedding and head counted, or",
                      (layers + 2) / p->pipeline_degree);
    if (a->context_length % p->context_degree)
        return refuse(err, "context_degree", p->context_degree, "a divisor of the context length,", a->context_length);
    if (p->expert_degree > 1 && !a->experts)
        return refuse(err, "expert_degree", p->expert_degree, "1, since the experts are", 0);
    if (a->experts && a->experts % p->expert_degree)
        return refuse(err, "expert_degree", p->expert_degree, "a divisor of the experts,", a->experts);
    if (replicas % p->expert_degree)
        return refuse(err, "expert_degree", p->expert_degree, "a divisor of data_degree x context_degree,", replicas);
    return GPUCOST_OK;
}

gpucost_status gpucost_parallelism_check(const gpucost_parallelism *layout, const gpucost_model *model,
                                         gpucost_error *err)
{
    gpucost__clear(err);
    gpucost_parallelism ours;
    return gpucost__parallelism_resolve(layout, model, &ours, err);
}

gpucost_status gpucost__parallelism_resolve(const gpucost_parallelism *layout, const gpucost_model *model,
                                            gpucost_parallelism *resolved, gpucost_error *err)
{
    gpucost_parallelism ours;
    GPUCOST__TRY(take(layout, &ours, err));
    GPUCOST__TRY(gpucost__parallelism_divides(&ours, &model->architecture, err));
    *resolved = ours;
    return GPUCOST_OK;
}

gpucost_status gpucost__parallelism_fill(const gpucost_parallelism *layout, const gpucost_model *model,
                                         uint64_t devices, gpucost_parallelism *resolved, gpucost_error *err)
{
    gpucost_parallelism ours;
    uint64_t needed = 0;
    GPUCOST__TRY(gpucost__parallelism_resolve(layout, model, &ours, err));
    GPUCOST__TRY(count_devices(&ours, &needed, err));
    if (needed != devices)
        return gpucost__fail_field(err, GPUCOST_E_ARGUMENT, "layout", NULL,
                                   "the layout takes %llu devices and the cluster has %llu", (unsigned long long)needed,
                                   (unsigned long long)devices);
    *resolved = ours;
    return GPUCOST_OK;
}
