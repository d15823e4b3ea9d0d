/* The three kinds of job, each for one stage. */
#ifndef GPUCOST_MEMORY_TRAIN_H
#define GPUCOST_MEMORY_TRAIN_H

#include "memory/memory_setting.h"

/* All weights are trained. */
gpucost__memory_parts gpucost__memory_train(const gpucost__memory_setting *setting, const gpucost__memory_stage *stage);

/* Adapters over frozen weights. */
gpucost__memory_parts gpucost__memory_finetune(const gpucost__memory_setting *setting,
                                               const gpucost__memory_stage *stage);

/* Requests are answered. */
gpucost__memory_parts gpucost__memory_infer(const gpucost__memory_setting *setting, const gpucost__memory_stage *stage);

/* Activations, logits and gradients over one step, once states, communication and `workspace` are in `parts`;
   `inputs`: GPUCOST__INPUTS_*. */
void gpucost__memory_step(const gpucost__memory_setting *setting, const gpucost__memory_stage *stage, int32_t inputs,
                          gpucost__memory_parts *parts);

#endif
