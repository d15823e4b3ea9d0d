/* Numbers drawn at random, the same on every machine. */
#ifndef TESTS_SUPPORT_DRAW_H
#define TESTS_SUPPORT_DRAW_H

#include <stdint.h>

/* Knuth's MMIX generator: begin, then draw. */
void draw_from(uint64_t seed);
int64_t draw(int64_t least, int64_t most);
double draw_share(void);  /* inside (0, 1) */
double draw_normal(void); /* Box and Muller */

/* SplitMix64, where each sequence keeps its own state. */
uint64_t next_random(uint64_t *state);

#endif
