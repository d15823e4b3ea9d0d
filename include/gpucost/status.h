#ifndef GPUCOST_STATUS_H
#define GPUCOST_STATUS_H
/**
 * @file
 * @defgroup status Status and errors
 * What every call returns, and where it says why.
 *
 * A negative answer is a success: "does not fit", "no offer" and "the deadline cannot be met" come back with
 * GPUCOST_OK. An error means that the question could not be asked or answered; then no output was touched.
 * @{
 */
#include "gpucost/api.h"

GPUCOST_BEGIN_DECLS

/**
 * The one list of status codes: X(name, value, text). The family is value / 100: 1 argument, 2 input, 3 store,
 * 4 numeric, 5 resource. Values are never reused; handle an unknown code by its family.
 */
#define GPUCOST_STATUS_LIST(X)                                                          \
    X(OK, 0, "success")                                                                 \
    X(E_ARGUMENT, 100, "an argument is wrong")                                          \
    X(E_STRUCT_NEWER, 101, "a struct asks for something this version does not know")    \
    X(E_RANGE, 102, "a value is outside what is allowed")                               \
    X(E_UNKNOWN_NAME, 103, "a name is not in the catalogue")                            \
    X(E_IO, 200, "a file cannot be read or written")                                    \
    X(E_SYNTAX, 201, "the text does not follow its format")                             \
    X(E_FIELD, 202, "a field has the wrong type or an unknown name")                    \
    X(E_MISSING, 203, "a required field is missing")                                    \
    X(E_UNKNOWN_FACT, 204, "a needed fact is not known")                                \
    X(E_CURRENCY, 205, "currencies differ and no rate was given")                       \
    X(E_EMPTY, 206, "the input holds nothing to read")                                  \
    X(E_STORE, 300, "the store failed")                                                 \
    X(E_STORE_MISSING, 301, "the store does not exist")                                 \
    X(E_STORE_FOREIGN, 302, "the file is not a gpucost store")                          \
    X(E_STORE_NEWER, 303, "the store was written by a newer version")                   \
    X(E_STORE_BUSY, 304, "the store is locked by another writer")                       \
    X(E_STORE_READONLY, 305, "the store cannot be written")                             \
    X(E_STORE_FULL, 306, "no room is left to write the store")                          \
    X(E_STORE_CORRUPT, 307, "the store is damaged")                                     \
    X(E_NUMERIC, 400, "a computation did not succeed")                                  \
    X(E_OVERFLOW, 401, "a result exceeds its type")                                     \
    X(E_MEMORY, 500, "out of memory")                                                   \
    X(E_CANCELLED, 501, "the caller cancelled the call")

/** Status of a call; int32_t because an enum has no fixed width. Values are those of #GPUCOST_STATUS_LIST. */
typedef int32_t gpucost_status;

/** The values of #gpucost_status. */
enum {
#define GPUCOST_STATUS_ENUM(name, value, text) GPUCOST_##name = value,
    GPUCOST_STATUS_LIST(GPUCOST_STATUS_ENUM)
#undef GPUCOST_STATUS_ENUM
};

/** Why a call failed: 512 bytes for ever, owned by the caller, cleared when a call enters. */
typedef struct gpucost_error {
    gpucost_status status; /**< GPUCOST_*; 0 when nothing failed */
    int32_t line;          /**< line of the input, from 1; 0 when it does not apply */
    int32_t column;        /**< column of the input, from 1; 0 when it does not apply */
    int32_t reserved;      /**< zero */
    char source[112];      /**< file or input name; a long path keeps its tail */
    char field[96];        /**< field name, CSV column or JSON pointer */
    char value[64];        /**< the offending value, cut to fit */
    char text[224];        /**< one sentence: what is wrong and what was allowed */
} gpucost_error;

/**
 * Text of a status code.
 *
 * @param[in] status  a GPUCOST_* value
 * @return static text; "unknown status" for a value that is not in the list
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API const char *gpucost_status_text(gpucost_status status);

/**
 * Name of a status code, such as "E_RANGE".
 *
 * @param[in] status  a GPUCOST_* value
 * @return static text; NULL for a value that is not in the list
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API const char *gpucost_status_name(gpucost_status status);

/**
 * The i-th status of the list, to walk it from a binding.
 *
 * @param[in]  index   from 0
 * @param[out] status  its value; untouched when @p index is past the end
 * @return 1 when @p index names a status, else 0
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API int32_t gpucost_status_at(uint64_t index, gpucost_status *status);

/**
 * An error in one line: `source:line:column: field: text`, leaving out what is empty.
 *
 * @param[in]  err       a filled error
 * @param[out] text      [capacity] receives the line, always ended by NUL
 * @param[in]  capacity  room in @p text [bytes]
 * @return length of the whole line without NUL [bytes], as snprintf does
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API uint64_t gpucost_error_format(const gpucost_error *err, char *text, uint64_t capacity);

/**
 * Free text that the library handed out through a `char **`.
 *
 * @param[in] text  text to free; may be NULL
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API void gpucost_text_free(char *text);

GPUCOST_END_DECLS
/** @} */
#endif
