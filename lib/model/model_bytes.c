#include <string.h>

#include "model/model_gguf_mix.h"
#include "model/model_bytes.h"
#include "precision/precision_row.h"

/* Formats below 16 bits keep embedding, head, norms and routers in 16 bits; MLX files quantise embedding and head too.
 */
static gpucost__int128 plain_bits(const gpucost_parameters *p, const gpucost_precision *row)
{
    double bits = row->bits_per_weight;
    if (bits >= 16) return (gpucost__int128)p->total * (gpucost__int128)bits;
    bool tables = strncmp(row->name, "mlx-", 4) == 0 || strstr(row->aliases, "gguf-");
    uint64_t low = p->attention + p->mlp + p->experts + p->recurrent + (tables ? p->embedding + p->head : 0);
    uint64_t rest = p->total - low;
    return (gpucost__int128)((double)low * bits) + (gpucost__int128)rest * 16;
}

static const gpucost__gguf_mix *mix_of(const gpucost_precision *row)
{
    char name[sizeof row->name];
    memcpy(name, row->name, sizeof name);
    char *file = strstr(name, "-file"); /* the file of a mix that is named as a tensor type is */
    if (file) *file = '\0';
    return strstr(row->aliases, "gguf-") ? gpucost__gguf_mix_named(name) : NULL;
}

gpucost_status gpucost__model_weight_bytes(const gpucost_model *model, const gpucost_precision *row, uint64_t *bytes,
                                           gpucost_error *err)
{
    const gpucost__gguf_mix *mix = mix_of(row);
    gpucost__int128 wide =
        mix ? gpucost__gguf_mix_bytes(mix, model) : (plain_bits(&model->parameters, row) + 7) / 8;
    if (wide > (gpucost__int128)UINT64_MAX) return gpucost__fail(err, GPUCOST_E_OVERFLOW, "the weights exceed 64 bits");
    *bytes = (uint64_t)wide;
    return GPUCOST_OK;
}

gpucost_status gpucost_model_weight_bytes(const gpucost_model *model, const char *precision, uint64_t *bytes,
                                          gpucost_error *err)
{
    gpucost__clear(err);
    const gpucost_precision *row;
    GPUCOST__TRY(gpucost__precision_need(precision, &row, err));
    return gpucost__model_weight_bytes(model, row, bytes, err);
}
