#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "model/model_make.h"

void gpucost__note(gpucost__notes *notes, const char *format, ...)
{
    char(*grown)[256] = realloc(notes->text, (size_t)(notes->count + 1) * sizeof *grown);
    if (!grown) {
        notes->failed = true;
        return;
    }
    notes->text = grown;
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    gpucost__utf8_copy(grown[notes->count++], sizeof *grown, text, sizeof text);
}

static gpucost_status bad_size(gpucost_error *err, const char *field, uint64_t value, const char *allowed)
{
    char text[24];
    snprintf(text, sizeof text, "%llu", (unsigned long long)value);
    return gpucost__fail_field(err, GPUCOST_E_RANGE, field, text, "%s is not allowed; expected %s", text, allowed);
}

static gpucost_status must_divide(gpucost_error *err, const char *field, uint64_t value, const char *what,
                                  uint64_t whole)
{
    char allowed[96];
    snprintf(allowed, sizeof allowed, "a divisor of %s, %llu", what, (unsigned long long)whole);
    return bad_size(err, field, value, allowed);
}

static gpucost_status fill_attention(gpucost_architecture *a, gpucost_error *err)
{
    if (!a->heads) return bad_size(err, "heads", 0, "1..1000000");
    if (!a->kv_heads) a->kv_heads = a->heads;
    if (a->kv_heads > a->heads || a->heads % a->kv_heads)
        return must_divide(err, "kv_heads", a->kv_heads, "the heads", a->heads);
    if (a->kv_lora_rank) {
        if (!a->qk_nope_dim) return bad_size(err, "qk_nope_dim", 0, "1..1000000");
        if (!a->v_head_dim) return bad_size(err, "v_head_dim", 0, "1..1000000");
        if (!a->head_dim) a->head_dim = a->qk_nope_dim + a->qk_rope_dim;
    }
    if (!a->head_dim && a->hidden % a->heads) return must_divide(err, "heads", a->heads, "the hidden size", a->hidden);
    if (!a->head_dim) a->head_dim = a->hidden / a->heads;
    return GPUCOST_OK;
}

static gpucost_status fill_experts(gpucost_architecture *a, gpucost_error *err)
{
    if (!a->expert_interval) a->expert_interval = 1;
    if (!a->experts) {
        a->experts_per_token = a->shared_experts = a->expert_ffn = a->shared_ffn = a->dense_layers = 0;
        a->router_bias = a->expert_bias = a->shared_gate = 0;
        a->expert_interval = 1;
        return GPUCOST_OK;
    }
    if (a->kind == GPUCOST_MODEL_ENCODER_DECODER)
        return bad_size(err, "experts", a->experts, "0 in an encoder-decoder model");
    if (!a->experts_per_token || a->experts_per_token > a->experts)
        return bad_size(err, "experts_per_token", a->experts_per_token, "1..experts");
    if (a->dense_layers > a->layers) return bad_size(err, "dense_layers", a->dense_layers, "at most the layers");
    if (a->expert_interval > a->layers)
        return bad_size(err, "expert_interval", a->expert_interval, "at most the layers");
    if (!a->expert_ffn) a->expert_ffn = a->ffn;
    if (!a->expert_ffn) return bad_size(err, "expert_ffn", 0, "1..10000000");
    if (!a->shared_ffn) a->shared_ffn = a->shared_experts * a->expert_ffn;
    if (a->shared_ffn && !a->shared_experts) a->shared_experts = 1;
    return GPUCOST_OK;
}

/* Layers that do without a part, and those with a recurrent mixer. */
static gpucost_status check_mixers(const gpucost_architecture *a, gpucost_error *err)
{
    const struct { const char *field; uint64_t layers, most; } rows[] = {
        {"attention_free_layers", a->attention_free_layers, a->layers},
        {"ffn_free_layers", a->ffn_free_layers, a->layers - gpucost__expert_layers(a)},
        {"recurrent_layers", a->recurrent_layers, a->layers},
        {"attention_reused", a->attention_reused, a->layers - a->attention_free_layers},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char allowed[48];
        snprintf(allowed, sizeof allowed, "at most %llu", (unsigned long long)rows[i].most);
        if (rows[i].layers > rows[i].most) return bad_size(err, rows[i].field, rows[i].layers, allowed);
    }
    if (a->attention_free_layers && a->kind == GPUCOST_MODEL_ENCODER_DECODER)
        return bad_size(err, "attention_free_layers", a->attention_free_layers, "0 in an encoder-decoder model");
    if (a->recurrent_layers && !a->recurrent_parameters)
        return bad_size(err, "recurrent_parameters", 0, "1..1000000000000");
    return GPUCOST_OK;
}

/* Zeros that stand for a default, and the rules between fields. */
static gpucost_status fill(gpucost_architecture *a, gpucost__notes *notes, gpucost_error *err)
{
    if (!a->layers) return bad_size(err, "layers", 0, "1..10000");
    if (!a->hidden) return bad_size(err, "hidden", 0, "1..1000000");
    GPUCOST__TRY(fill_attention(a, err));
    GPUCOST__TRY(fill_experts(a, err));
    GPUCOST__TRY(check_mixers(a, err));
    if (!a->ffn && gpucost__expert_layers(a) + a->ffn_free_layers < a->layers + a->encoder_layers)
        return bad_size(err, "ffn", 0, "1..10000000");
    if (!a->encoder_layers && a->kind == GPUCOST_MODEL_ENCODER_DECODER)
        return bad_size(err, "encoder_layers", 0, "1..10000");
    if (a->kind != GPUCOST_MODEL_ENCODER_DECODER) a->encoder_layers = 0;
    if (!a->vocabulary && a->output_head) return bad_size(err, "vocabulary", 0, "1..1000000000");
    if (!a->context_length) {
        a->context_length = a->learned_positions ? a->learned_positions : 2048;
        gpucost__note(notes, "the context length is not stated; %llu tokens assumed",
                      (unsigned long long)a->context_length);
    }
    if (!a->embedding_dim) a->embedding_dim = a->hidden;
    if (!a->layer_norms) a->layer_norms = 2;
    if (a->sliding_window && !a->sliding_layers) a->sliding_layers = a->layers;
    if (!a->sliding_window) a->sliding_layers = 0;
    if (a->sliding_layers > a->layers)
        return bad_size(err, "sliding_layers", a->sliding_layers, "at most the layers");
    if (!a->model_type[0]) memcpy(a->model_type, "custom", sizeof "custom");
    if (!a->name[0]) memcpy(a->name, a->model_type, sizeof a->model_type);
    return GPUCOST_OK;
}

gpucost_status gpucost__model_make(const gpucost_architecture *architecture, gpucost__notes *notes,
                                   gpucost_model **model, gpucost_error *err)
{
    gpucost_model *made = calloc(1, sizeof *made);
    gpucost_status status =
        made ? gpucost__struct_in(&gpucost__architecture_table, architecture, &made->architecture, err)
             : gpucost__fail_memory(err);
    if (status == GPUCOST_OK) status = fill(&made->architecture, notes, err);
    if (status == GPUCOST_OK) status = gpucost__model_count(&made->architecture, &made->parameters, err);
    if (status == GPUCOST_OK && notes->failed) status = gpucost__fail_memory(err);
    if (status != GPUCOST_OK) {
        free(notes->text);
        free(made);
        return status;
    }
    made->notes = notes->text;
    made->note_count = notes->count;
    *model = made;
    return GPUCOST_OK;
}

gpucost_status gpucost_model_from_architecture(const gpucost_architecture *architecture, gpucost_model **model,
                                               gpucost_error *err)
{
    gpucost__clear(err);
    gpucost__notes notes = {0};
    return gpucost__model_make(architecture, &notes, model, err);
}

void gpucost_model_free(gpucost_model *model)
{
    if (!model) return;
    free(model->notes);
    free(model);
}

gpucost_status gpucost_model_architecture(const gpucost_model *model, gpucost_architecture *architecture,
                                          gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__architecture_table, architecture, err));
    gpucost__struct_out(&gpucost__architecture_table, &model->architecture, architecture);
    return GPUCOST_OK;
}

gpucost_status gpucost_model_parameters(const gpucost_model *model, gpucost_parameters *parameters, gpucost_error *err)
{
    gpucost__clear(err);
    GPUCOST__TRY(gpucost__struct_can_out(&gpucost__parameters_table, parameters, err));
    gpucost__struct_out(&gpucost__parameters_table, &model->parameters, parameters);
    return GPUCOST_OK;
}

uint64_t gpucost_model_note_count(const gpucost_model *model)
{
    return model->note_count;
}

const char *gpucost_model_note_at(const gpucost_model *model, uint64_t index)
{
    return index < model->note_count ? model->notes[index] : NULL;
}
