/* What the benchmarks in C share. */
#ifndef BENCH_H
#define BENCH_H

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static inline double now(void)
{
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (double)at.tv_sec + 1e-9 * (double)at.tv_nsec;
}

/* What a Python peer prints: seconds of one call. 0 when it cannot be run. */
static inline double python_seconds(const char *script)
{
    char command[1024], line[64];
    double seconds = 0;
    snprintf(command, sizeof command, "python3 '%s' 20000", script);
    FILE *pipe = popen(command, "r");
    if (!pipe) return 0;
    if (fgets(line, sizeof line, pipe)) seconds = strtod(line, NULL);
    pclose(pipe);
    return seconds;
}

static inline void print_seconds(const char *name, double seconds)
{
    printf("%-40s %10.3f us  %12.0f a second\n", name, 1e6 * seconds, 1 / seconds);
}

#endif
