/* Key-value cache of one device. */
#ifndef GPUCOST_MEMORY_KV_H
#define GPUCOST_MEMORY_KV_H

#include "memory/memory_setting.h"

/* Of a stage, for all sequences served at once, each of `length` tokens on this device [bytes]. */
double gpucost__memory_kv_stage(const gpucost__memory_setting *setting, const gpucost__memory_stage *stage,
                                double length);

#endif
