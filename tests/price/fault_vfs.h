/* A file system for SQLite that fails on demand. The whole process uses it once it is installed. */
#ifndef TESTS_PRICE_FAULT_VFS_H
#define TESTS_PRICE_FAULT_VFS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum { FAULT_IO, FAULT_FULL } vfs_fault; /* any call; a write for which there is no room */

void fault_vfs_install(void);

/* From now on the n-th call fails, and all after it when `for_ever`; 0: none fails. */
void fault_vfs_arm(vfs_fault kind, uint64_t n, bool for_ever);

/* Calls since then, and whether one failed. Nothing fails after this. */
uint64_t fault_vfs_disarm(bool *failed);

/* Files that are open through it. */
int fault_vfs_open_files(void);

#endif
