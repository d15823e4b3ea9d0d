#include "serving/serving_prefill.h"

#include "training/training_collective.h"
#include "training/training_roofline.h"

/* pope2022, section 2: reading a prompt is a forward pass, bound by arithmetic. */
double gpucost__prefill_s(const gpucost__serving_case *run, double prompts)
{
    const gpucost__training_rates *rates = &run->rates->compute;
    const gpucost_parallelism *layout = run->layout;
    double sequence = (double)run->workload->prompt_tokens, tensor = (double)layout->tensor_degree;
    double tokens = prompts * sequence / (double)layout->context_degree;
    gpucost__slice slice = {.tokens = tokens,
                            .keys = gpucost__stack_keys(&run->stack, sequence),
                            .tensor = tensor,
                            .experts = (double)layout->expert_degree,
                            .norm_tensor = 1,
                            .materialised = rates->stores_scores > 0};
    gpucost__group group = gpucost__group_of(rates, tensor, 1);
    double bytes = tokens * (double)run->architecture->hidden * rates->element_bytes, total = 0;
    for (int i = 0; i < run->stack.kinds; i++) {
        const gpucost__layer *layer = &run->stack.layer[i];
        gpucost__layer_time time;
        gpucost__layer_time_of(rates, layer, &slice, &time);
        double device = time.matrix_s / run->rates->unpacked_matrix + time.attention_s + time.memory_s;
        double wait = 2 * gpucost__all_reduce_s(rates, group, bytes, 1);
        total += layer->count * ((device > run->rates->layer_s ? device : run->rates->layer_s) + wait);
    }
    double hops = (double)layout->pipeline_degree - 1;
    return total + hops * gpucost__send_s(rates, tensor, bytes);
}
