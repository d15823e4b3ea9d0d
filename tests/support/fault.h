/* An allocator that fails on demand. A program that links it sees every malloc of the process: ours, SQLite's,
   jansson's. */
#ifndef TESTS_SUPPORT_FAULT_H
#define TESTS_SUPPORT_FAULT_H

#include <stdint.h>
#include <stdlib.h>

/* A handle before a call, and its end after one: freed when it was made, untouched when not. */
#define UNTOUCHED ((void *)(uintptr_t)1)
#define END(status, handle, end)                                                                                       \
    do {                                                                                                               \
        if ((status) == GPUCOST_OK)                                                                                    \
            end(handle);                                                                                               \
        else if ((void *)(handle) != UNTOUCHED)                                                                        \
            abort();                                                                                                   \
    } while (0)

/* From now on the n-th allocation of this program fails, and all after it when `for_ever`; 0: none fails. */
void fault_arm(uint64_t n, int for_ever);

/* Allocations since fault_arm(), and whether one of them was refused. Nothing fails after this. */
uint64_t fault_disarm(int *refused);

/* 0 where the program has another allocator: under a sanitizer, or valgrind. */
int fault_works(void);

/* Blocks that are allocated and not freed. */
int64_t fault_live(void);

#endif
