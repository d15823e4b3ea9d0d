#include "training/training_collective.h"

#include <math.h>

static double least(double a, double b)
{
    return a < b ? a : b;
}

static double most(double a, double b)
{
    return a > b ? a : b;
}

gpucost__group gpucost__group_of(const gpucost__training_rates *rates, double ranks, double stride)
{
    double inside = rates->scale_up_devices / stride;
    return (gpucost__group){.ranks = ranks, .inside = least(most(inside, 1), ranks)};
}

/*
 * thakur2005, section 4.1: a ring moves (n - 1)/n of the buffer over each link. Over nodes, g ranks of a node share the
 * work, so a node's links carry (m - 1)/m of the buffer over g network shares, m nodes; the slower level sets the pace.
 */
double gpucost__all_gather_s(const gpucost__training_rates *rates, gpucost__group group, double bytes, double messages)
{
    if (group.ranks <= 1) return 0;
    double nodes = group.ranks / group.inside;
    double up = group.inside > 1 ? bytes * (group.inside - 1) / group.inside / rates->scale_up_bytes_per_s : 0;
    double out = nodes > 1 ? bytes * (nodes - 1) / nodes / (rates->network_bytes_per_s * group.inside) : 0;
    double hops = (group.inside - 1) * rates->scale_up_latency_s + (nodes - 1) * rates->network_latency_s;
    return most(up, out) + messages * hops;
}

double gpucost__all_reduce_s(const gpucost__training_rates *rates, gpucost__group group, double bytes, double messages)
{
    return 2 * gpucost__all_gather_s(rates, group, bytes, messages);
}

/*
 * deepseek2024v3, section 3.2.2: tokens for several experts of a node cross the network once and are forwarded inside.
 * Of D domains, k copies drawn evenly reach D (1 - (1 - 1/D)^k); one copy reaches one.
 */
double gpucost__all_to_all_s(const gpucost__training_rates *rates, gpucost__group group, double bytes, double copies)
{
    if (group.ranks <= 1) return 0;
    double domains = group.ranks / group.inside;
    double up = bytes * (group.inside - 1) / group.inside / rates->scale_up_bytes_per_s;
    double out = bytes / copies * (domains - 1) * (1 - pow(1 - 1 / domains, copies)) / rates->network_bytes_per_s;
    return most(up, out) + (group.ranks > group.inside ? rates->network_latency_s : rates->scale_up_latency_s);
}

double gpucost__send_s(const gpucost__training_rates *rates, double stride, double bytes)
{
    if (stride < rates->scale_up_devices) return rates->scale_up_latency_s + bytes / rates->scale_up_bytes_per_s;
    return rates->network_latency_s + bytes / rates->network_bytes_per_s;
}
