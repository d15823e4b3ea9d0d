/* Key-value cache of one device. */
#ifndef GPUCOST_MEMORY_KV_H
#define GPUCOST_MEMORY_KV_H

#include "memory/memory_setting.h"

/* Of one layer, per token [bytes]; `expanded`: latent attention caches what its heads use. */
double gpucost__memory_kv_per_token(const gpucost_architecture *model, double tensor_degree, double bits,
                                    bool expanded);

/* Of a stage, for all sequences served at once, each of `length` tokens on this device [bytes]. */
double gpucost__memory_kv_stage(const gpucost__memory_setting *setting, const gpucost__memory_stage *stage,
                                double length);

#endif
