#include "memory/memory_profile.h"

#include "gpucost/workload.h"

/* What is neither a framework's own default nor a size counted in its code says on which rows it was read.
   ENGINE: max_num_batched_tokens and block_size of vLLM, also for frameworks that do not say. */
#define ENGINE .prefill_tokens = 8192, .page_tokens = 16

static const gpucost__memory_profile profiles[] = {
    [GPUCOST_FRAMEWORK_AUTO] = {ENGINE, .adapter_copies = true},
    /* torch.optim.AdamW with foreach temporaries; prompts in one pass; a cache that is concatenated, without pages. */
    [GPUCOST_FRAMEWORK_TRANSFORMERS] = {.page_tokens = 1, .adapter_copies = true},
    /* Before 4.45 `logits = logits.float()` of the whole prompt; the old cache outlives the new one by a step; each
       layer has cosine and sine tables up to the context length. Counted in the code of 4.38, and exact on Qwen1.5 and
       Qwen2 of 0.5e9 to 14e9 parameters. */
    [GPUCOST_FRAMEWORK_TRANSFORMERS_LEGACY] = {.page_tokens = 1, .adapter_copies = true, .whole_prompt = true},
    /* stage3_max_live_parameters of 1e9, the default (deepspeed.ai, configuration). */
    [GPUCOST_FRAMEWORK_DEEPSPEED] = {ENGINE, .live_parameters = 1e9, .fused_update = true, .adapter_copies = true},
    [GPUCOST_FRAMEWORK_FSDP] = {ENGINE, .adapter_copies = true},
    /* accumulate_allreduce_grads_in_fp32, its default in bf16: 18 bytes per parameter, 6 + 12/d with the distributed
       optimiser (NVIDIA/Megatron-LM issue 654). Norms of Transformer Engine and its fused SwiGLU. */
    [GPUCOST_FRAMEWORK_MEGATRON] = {ENGINE, .gradient_bytes = 4, .fused_update = true, .fused_layer = true},
    /* AdamW(fused=True); token embedding and output are FSDP units of their own (its recipes). */
    [GPUCOST_FRAMEWORK_TORCHTUNE] = {ENGINE, .fused_update = true, .split_tables = true},
    /* Fused AdamW; embedding and output apart; selective means every second matmul and attention are kept
       (torchtitan/models/llama3/infra/parallelize.py, _apply_ac_to_transformer_block). In a pipeline FSDP neither
       reshards after the forward pass nor reduces before the last micro-batch (reshard_after_forward, its default).
       run_train.sh sets expandable_segments. */
    [GPUCOST_FRAMEWORK_TORCHTITAN] = {ENGINE, .fused_update = true, .split_tables = true, .every_second = true,
                                      .stage_gathered = true, .expandable = true},
    /* k.expand().reshape() in litgpt/model.py; without groups the view keeps the joint projection alive. */
    [GPUCOST_FRAMEWORK_LITGPT] = {ENGINE, .joint_attention = true, .adapter_copies = true},
    /* Kernels that write gradients over activations, logits in 16 bits whose gradient takes their place; the share of a
       layer alive at once was read off eight rows of LLaMA-Factory's table with Unsloth (Llama-2 7B, 1k to 100k). */
    [GPUCOST_FRAMEWORK_UNSLOTH] = {ENGINE, .layer_share = 0.25, .fused_update = true, .fused_layer = true},
    /* The profiling run samples for every slot: sorted fp32 logits, 64-bit indices, probabilities and sums. 38.9 bytes
       on four logs of 0.11 (8e9 to 70e9 parameters); the tensor group does not divide it: logits are gathered. */
    [GPUCOST_FRAMEWORK_VLLM] = {ENGINE, .sampler_bytes = 38.9},
    /* chunked_prefill_size of 8192; one token a page. */
    [GPUCOST_FRAMEWORK_SGLANG] = {.prefill_tokens = 8192, .page_tokens = 1},
    /* max_num_tokens of 8192; 64 tokens a block, the default of its engines before 1.0. */
    [GPUCOST_FRAMEWORK_TENSORRT_LLM] = {.prefill_tokens = 8192, .page_tokens = 64},
    /* n_ubatch of 512. The cache is allocated in one piece. */
    [GPUCOST_FRAMEWORK_LLAMA_CPP] = {.prefill_tokens = 512, .page_tokens = 1, .static_graph = true},
};

const gpucost__memory_profile *gpucost__memory_profile_of(int32_t framework)
{
    return &profiles[framework];
}
