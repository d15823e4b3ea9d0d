#ifndef GPUCOST_API_H
#define GPUCOST_API_H
/**
 * @file
 * @defgroup api Conventions
 * Export marks, C++ guards and the initialiser of value structs.
 *
 * A pointer may be NULL only where its comment says so; elsewhere NULL is a fault of the program, as in the C library.
 * Text is UTF-8, ended by NUL.
 * @{
 */
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#define GPUCOST_BEGIN_DECLS extern "C" { /**< opens C linkage in C++ */
#define GPUCOST_END_DECLS }              /**< closes C linkage in C++ */
#else
#define GPUCOST_BEGIN_DECLS /**< opens C linkage in C++ */
#define GPUCOST_END_DECLS   /**< closes C linkage in C++ */
#endif

#if defined(__GNUC__)
#define GPUCOST_API __attribute__((visibility("default"))) /**< exported by the shared library */
#else
#define GPUCOST_API /**< exported by the shared library */
#endif

/**
 * A zeroed value struct that knows its own size: `gpucost_workload w = GPUCOST_INIT(gpucost_workload);`
 * Zero is the default of every field.
 */
#ifdef __cplusplus
#define GPUCOST_INIT(type)        \
    ([]() {                       \
        type value{};             \
        value.size = sizeof(type); \
        return value;             \
    }())
#else
#define GPUCOST_INIT(type) ((type){.size = sizeof(type)})
#endif

/** @} */
#endif
