#include "support/fault.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <errno.h>

/* glibc's own, under the names that it keeps for interposers. */
extern void *__libc_malloc(size_t bytes);
extern void *__libc_calloc(size_t count, size_t bytes);
extern void *__libc_realloc(void *block, size_t bytes);
extern void __libc_free(void *block);

void *malloc(size_t bytes);
void *calloc(size_t count, size_t bytes);
void *realloc(void *block, size_t bytes);
void free(void *block);

static atomic_bool armed, stays, was_refused;
static atomic_uint_least64_t fail_at, allocations;
static atomic_int_least64_t live;

static bool refuse(void)
{
    if (!atomic_load(&armed)) return false;
    uint64_t n = atomic_fetch_add(&allocations, 1) + 1, at = atomic_load(&fail_at);
    if (at == 0 || n < at || (n > at && !atomic_load(&stays))) return false;
    atomic_store(&was_refused, true);
    errno = ENOMEM;
    return true;
}

void *malloc(size_t bytes)
{
    void *block = refuse() ? NULL : __libc_malloc(bytes);
    if (block) atomic_fetch_add(&live, 1);
    return block;
}

void *calloc(size_t count, size_t bytes)
{
    void *block = refuse() ? NULL : __libc_calloc(count, bytes);
    if (block) atomic_fetch_add(&live, 1);
    return block;
}

void *realloc(void *block, size_t bytes)
{
    if (refuse()) return NULL;
    void *moved = __libc_realloc(block, bytes);
    if (!block && moved) atomic_fetch_add(&live, 1);
    return moved;
}

void free(void *block)
{
    if (block) atomic_fetch_sub(&live, 1);
    __libc_free(block);
}

void fault_arm(uint64_t n, int for_ever)
{
    atomic_store(&fail_at, n);
    atomic_store(&stays, for_ever != 0);
    atomic_store(&allocations, 0);
    atomic_store(&was_refused, false);
    atomic_store(&armed, true);
}

uint64_t fault_disarm(int *refused)
{
    atomic_store(&armed, false);
    if (refused) *refused = atomic_load(&was_refused);
    return atomic_load(&allocations);
}

int64_t fault_live(void)
{
    return atomic_load(&live);
}

int fault_works(void)
{
    fault_arm(1, 1);
    void *volatile block = malloc(8);
    int refused;
    fault_disarm(&refused);
    free(block);
    return !block && refused;
}
