/* Waiting time and replicas for a request rate. */
#ifndef GPUCOST_SERVING_QUEUE_H
#define GPUCOST_SERVING_QUEUE_H

#include <stdint.h>

/*
 * kleinrock1975, section 5.6 (Pollaczek and Khinchine): mean wait of an M/G/1 queue, rho S (1 + c^2)/(2 (1 - rho)),
 * with the mean service time S of a request and c^2 its squared coefficient of variation.
 */
double gpucost__wait_s(double service_s, double utilisation, double variation);

/* Fewest replicas of `capacity` requests/s whose utilisation is at most `most` and whose mean wait is at most `wait_s`.
 */
uint64_t gpucost__replicas(double rate, double capacity, double most, double variation, double wait_s);

#endif
