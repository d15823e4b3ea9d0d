#include "price/price_halves.h"

#include <stdlib.h>
#include <string.h>

enum { CHAINS = 1 << 14 }; /* most halves meet within a few rows */

struct gpucost__halves {
    gpucost__half *chains[CHAINS];
    size_t at; /* chains before this one are empty, once halves are only taken */
};

gpucost__halves *gpucost__halves_new(void)
{
    return calloc(1, sizeof(gpucost__halves));
}

void gpucost__halves_free(gpucost__halves *halves)
{
    if (!halves) return;
    for (gpucost__half *half; (half = gpucost__halves_take_any(halves)) != NULL;) free(half);
    free(halves);
}

/* FNV-1a */
static uint64_t hash_of(const char *key)
{
    uint64_t hash = 0xCBF29CE484222325u;
    for (; *key; key++) hash = (hash ^ (unsigned char)*key) * 0x100000001B3u;
    return hash;
}

gpucost__half *gpucost__halves_take(gpucost__halves *halves, const char *key, bool upfront)
{
    uint64_t hash = hash_of(key);
    for (gpucost__half **at = &halves->chains[hash % CHAINS]; *at; at = &(*at)->next) {
        gpucost__half *half = *at;
        if (half->hash != hash || half->upfront == upfront || strcmp(half->text, key) != 0) continue;
        *at = half->next;
        return half;
    }
    return NULL;
}

bool gpucost__halves_keep(gpucost__halves *halves, const char *key, bool upfront, uint64_t line, const char *price)
{
    size_t key_bytes = strlen(key), price_bytes = strlen(price);
    gpucost__half *half = malloc(sizeof *half + key_bytes + price_bytes + 2);
    if (!half) return false;
    *half = (gpucost__half){.hash = hash_of(key), .line = line, .upfront = upfront, .bytes = key_bytes};
    memcpy(half->text, key, key_bytes + 1);
    memcpy(half->text + key_bytes + 1, price, price_bytes + 1);
    half->next = halves->chains[half->hash % CHAINS];
    halves->chains[half->hash % CHAINS] = half;
    return true;
}

const char *gpucost__half_price(const gpucost__half *half)
{
    return half->text + half->bytes + 1;
}

gpucost__half *gpucost__halves_take_any(gpucost__halves *halves)
{
    for (; halves->at < CHAINS; halves->at++) {
        gpucost__half *half = halves->chains[halves->at];
        if (!half) continue;
        halves->chains[halves->at] = half->next;
        return half;
    }
    return NULL;
}
