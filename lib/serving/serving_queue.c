#include "serving/serving_queue.h"

#include <math.h>

double gpucost__wait_s(double service_s, double utilisation, double variation)
{
    return utilisation * service_s * (1 + variation) / (2 * (1 - utilisation));
}

uint64_t gpucost__replicas(double rate, double capacity, double most, double variation, double wait_s)
{
    /* rho S (1 + c^2)/(2 (1 - rho)) <= W is rho <= W / (W + S (1 + c^2)/2) */
    double bound = wait_s / (wait_s + (1 + variation) / (2 * capacity));
    double allowed = bound < most ? bound : most;
    double replicas = ceil(rate / (capacity * allowed) * (1 - 1e-12));
    return replicas < 1 ? 1 : (uint64_t)replicas;
}
