#include "support/draw.h"

#include <math.h>

static uint64_t at;

void draw_from(uint64_t seed)
{
    at = seed;
}

static uint64_t next(void)
{
    return at = at * 6364136223846793005u + 1442695040888963407u;
}

int64_t draw(int64_t least, int64_t most)
{
    return least + (int64_t)((next() >> 33) % (uint64_t)(most - least + 1));
}

double draw_share(void)
{
    return ((double)(next() >> 11) + 0.5) * 0x1p-53;
}

double draw_normal(void)
{
    double radius = draw_share(), angle = draw_share();
    return sqrt(-2 * log(radius)) * cos(6.283185307179586 * angle);
}

uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}
