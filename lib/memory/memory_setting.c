#include "memory/memory_setting.h"

#include "base/checked.h"
#include "model/model_handle.h"

/* Of the first n layers of the decoder, those that have experts. */
static uint64_t expert_layers_before(const gpucost_architecture *model, uint64_t n)
{
    uint64_t interval = model->expert_interval ? model->expert_interval : 1;
    if (model->experts == 0 || n <= model->dense_layers) return 0;
    return n / interval - model->dense_layers / interval;
}

double gpucost__memory_expert_layers(const gpucost_architecture *model)
{
    return (double)expert_layers_before(model, model->layers);
}

/* Formats that compute in 8 bits or less keep what the backward pass needs in 16. */
static double activation_bytes(const gpucost_precision *compute)
{
    return compute->bits_per_weight > 16 ? compute->bits_per_weight / 8 : 2;
}

gpucost__memory_setting gpucost__memory_setting_make(const gpucost__memory_case *input)
{
    const gpucost_architecture *model = &input->model->architecture;
    const gpucost_parallelism *layout = input->layout;
    const gpucost_workload *work = input->workload;
    bool inference = work->kind == GPUCOST_WORKLOAD_INFERENCE, training = work->kind == GPUCOST_WORKLOAD_TRAINING;
    gpucost__memory_setting s = {.model = model,
                                 .count = &input->model->parameters,
                                 .work = work,
                                 .profile = gpucost__memory_profile_of(work->framework),
                                 .zero_stage = layout->zero_stage,
                                 .pipeline_schedule = layout->pipeline_schedule,
                                 .tensor = (double)layout->tensor_degree,
                                 .pipeline = (double)layout->pipeline_degree,
                                 .context = (double)layout->context_degree,
                                 .data = (double)layout->data_degree,
                                 .virtual_stages = (double)layout->virtual_stages};
    s.norm_split = layout->sequence_parallel ? s.tensor : 1;
    s.shards = s.data * s.context;
    s.expert_shards = gpucost__most(1, s.shards / (double)layout->expert_degree);
    s.expert_split = s.tensor * (double)layout->expert_degree;
    s.communicators = (s.tensor > 1) + (s.pipeline > 1) + (s.context > 1) + (s.data > 1) + (layout->expert_degree > 1);
    s.layers = (double)(model->layers + model->encoder_layers);
    uint64_t sequence = work->sequence;
    if (sequence == 0) sequence = model->context_length && model->context_length < 4096 ? model->context_length : 4096;
    if (inference) sequence = work->prompt_tokens + work->output_tokens;
    s.whole_sequence = (double)sequence;
    s.sequence = (double)gpucost__ceil_div(sequence, layout->context_degree);
    uint64_t batch = inference ? work->concurrent_sequences : work->micro_batch;
    s.batch = batch ? (double)batch : 1;
    if (work->global_batch && !inference)
        s.micro_batches = gpucost__most(1, (double)work->global_batch / (s.data * s.batch));
    s.element = activation_bytes(input->compute);
    s.residual = input->residual_bytes ? (double)input->residual_bytes : s.element;
    double bits = input->weight_bits;
    s.linear_bits = training ? gpucost__most(16, bits) : bits;
    s.table_bits = input->whole_model ? s.linear_bits : gpucost__most(16, s.linear_bits);
    s.kv_bits = input->kv_cache->bits_per_weight;
    return s;
}

/* GPipe keeps every micro-batch of the step; 1F1B keeps min(p - i, n) micro-batches on stage i; interleaving with v
   chunks a stage keeps 1 + (p - 1)/(p v) times as much. Source: korthikanti2022 section 4.2.3, narayanan2021
   section 2.2. */
static double in_flight(const gpucost__memory_setting *s, double index)
{
    double held = s->pipeline - index;
    if (s->pipeline_schedule == GPUCOST_PIPELINE_GPIPE && s->pipeline > 1)
        return s->micro_batches > 0 ? s->micro_batches : s->pipeline; /* fewer than stages would leave some idle */
    if (s->micro_batches > 0) held = gpucost__least(held, s->micro_batches);
    if (s->virtual_stages > 1) held *= 1 + (s->pipeline - 1) / (s->pipeline * s->virtual_stages);
    return held;
}

/* Index of a stage's first layer; when layers do not divide, the first stages have one more. */
static uint64_t first_layer(const gpucost__memory_setting *s, uint64_t index)
{
    uint64_t all = (uint64_t)s->layers, stages = (uint64_t)s->pipeline, longer = all % stages;
    return index * (all / stages) + (index < longer ? index : longer);
}

gpucost__memory_stage gpucost__memory_stage_at(const gpucost__memory_setting *s, uint64_t index)
{
    const gpucost_architecture *model = s->model;
    uint64_t all = (uint64_t)s->layers, stages = (uint64_t)s->pipeline;
    uint64_t first = first_layer(s, index), layers = first_layer(s, index + 1) - first;
    gpucost__memory_stage stage = {.layers = (double)layers,
                                   .in_flight = in_flight(s, (double)index),
                                   .embedding = index == 0,
                                   .head = index + 1 == stages};
    if (model->experts) { /* models with experts have one stack */
        uint64_t before = expert_layers_before(model, first);
        stage.expert_layers = (double)(expert_layers_before(model, first + layers) - before);
    }
    /* kinds of layers are spread evenly */
    stage.attending_layers = (double)(layers - layers * model->attention_free_layers / all);
    stage.recurrent_layers = (double)gpucost__ceil_div(layers * model->recurrent_layers, all);
    if (model->sliding_window && model->sliding_layers)
        stage.sliding_layers = (double)(layers * model->sliding_layers / all);
    return stage;
}

uint64_t gpucost__memory_stage_next(const gpucost__memory_setting *s, uint64_t index)
{
    uint64_t stages = (uint64_t)s->pipeline;
    /* Of the stages with equal layers and neither embedding nor head the first holds most. */
    bool alike = s->model->expert_interval <= 1 && first_layer(s, index) >= s->model->dense_layers;
    return index >= 1 && alike && index + 2 < stages ? stages - 1 : index + 1;
}
