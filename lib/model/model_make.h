/* Making a model: an architecture and notes in, a checked and counted model out. */
#ifndef GPUCOST_MODEL_MAKE_H
#define GPUCOST_MODEL_MAKE_H

#include "model/model_handle.h"

/* Notes while a model is read; `failed` says that memory ran out, and the maker reports it. */
typedef struct gpucost__notes {
    char (*text)[256];
    uint64_t count;
    bool failed;
} gpucost__notes;

void gpucost__note(gpucost__notes *notes, const char *format, ...) GPUCOST__PRINTF(2, 3);

/* Fill the zeros that stand for a default, check, count. Takes the notes, on failure too. Errors name the field of
   the architecture. */
gpucost_status gpucost__model_make(const gpucost_architecture *architecture, gpucost__notes *notes,
                                   gpucost_model **model, gpucost_error *err);

/* Parameters by block of a checked architecture. */
gpucost_status gpucost__model_count(const gpucost_architecture *a, gpucost_parameters *parameters, gpucost_error *err);

#endif
