#ifndef GPUCOST_FIELD_H
#define GPUCOST_FIELD_H
/**
 * @file
 * @defgroup field Field tables
 * Each value struct, described once: JSON jobs, flags of the command line, range errors, Python classes and the
 * reference tables all come from these rows.
 * @{
 */
#include "gpucost/status.h"

GPUCOST_BEGIN_DECLS

/** What a field holds. */
enum {
    GPUCOST_FIELD_SIZE = 1,  /**< uint64_t, the struct's own size; always the first field */
    GPUCOST_FIELD_I64 = 2,   /**< int64_t */
    GPUCOST_FIELD_U64 = 3,   /**< uint64_t */
    GPUCOST_FIELD_F64 = 4,   /**< double, finite */
    GPUCOST_FIELD_TEXT = 5,  /**< char[bytes], UTF-8, ended by NUL */
    GPUCOST_FIELD_CHOICE = 6, /**< int32_t, index into choices */
    GPUCOST_FIELD_FLAG = 7,  /**< int32_t, 0 or 1 */
    GPUCOST_FIELD_PRICE = 8, /**< int64_t nanos of a currency; decimal text in JSON */
    GPUCOST_FIELD_INSTANT = 9, /**< int64_t UTC seconds; ISO 8601 in JSON */
    GPUCOST_FIELD_MONEY = 10, /**< gpucost_money; {"amount": "1.5", "currency": "USD"} in JSON */
    GPUCOST_FIELD_RESERVED = 11 /**< zero; not shown */
};

/** One field of a value struct. */
typedef struct gpucost_field {
    const char *name;     /**< name in JSON and Python, with dashes the flag; that in C, but for prices and instants:
                               C's spot_nanos is spot_price, at_utc_s is at_utc */
    const char *choices;  /**< CHOICE: names of 0, 1, ... joined by '|'; else NULL */
    const char *unit;     /**< unit, such as "bytes"; NULL when it has none */
    const char *fallback; /**< what zero means, in words or as a value; NULL when zero is just zero */
    const char *least;    /**< smallest explicit value as decimal text; NULL when unbounded */
    const char *most;     /**< largest value as decimal text; NULL when unbounded */
    const char *doc;      /**< one line */
    uint64_t offset;      /**< from the start of the struct [bytes] */
    uint64_t bytes;       /**< width [bytes] */
    int32_t type;         /**< GPUCOST_FIELD_* */
    int32_t reserved;     /**< zero */
} gpucost_field;

/** One value struct: its name, size and fields, which tile it with no gap. */
typedef struct gpucost_struct {
    const char *name;            /**< such as "gpucost_workload" */
    const char *doc;             /**< one line */
    const gpucost_field *fields; /**< [count] in order of offset */
    uint64_t count;              /**< number of fields */
    uint64_t size;               /**< sizeof the struct [bytes] */
} gpucost_struct;

/**
 * Number of value structs of this build.
 *
 * @return number of structs
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API uint64_t gpucost_struct_count(void);

/**
 * The i-th value struct.
 *
 * @param[in] index  from 0
 * @return its description, static; NULL past the end
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API const gpucost_struct *gpucost_struct_at(uint64_t index);

/**
 * A value struct by name.
 *
 * @param[in] name  such as "gpucost_workload"
 * @return its description, static; NULL when there is none
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API const gpucost_struct *gpucost_struct_find(const char *name);

/**
 * Set one field from text, as a flag or a CSV cell does.
 *
 * @param[in]     type   description of the struct
 * @param[in,out] value  the struct
 * @param[in]     name   field name; dashes and underscores are the same
 * @param[in]     text   number, choice, decimal price, ISO date or text
 * @param[out]    err    names the field, the value and what was allowed; may be NULL
 * @retval GPUCOST_OK       the field was set
 * @retval GPUCOST_E_FIELD  no such field, or text of the wrong type
 * @retval GPUCOST_E_RANGE  outside the field's limits
 * @threads any thread; the struct is the caller's
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_struct_set(const gpucost_struct *type, void *value, const char *name,
                                              const char *text, gpucost_error *err);

/**
 * One field as text, in the form that gpucost_struct_set() reads.
 *
 * @param[in]  type      description of the struct
 * @param[in]  value     the struct
 * @param[in]  name      field name
 * @param[out] text      [capacity] receives the text, always ended by NUL
 * @param[in]  capacity  room in @p text [bytes]
 * @param[out] err       filled on failure; may be NULL
 * @retval GPUCOST_OK       the text is complete
 * @retval GPUCOST_E_FIELD  no such field
 * @retval GPUCOST_E_RANGE  the text does not fit
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_struct_get(const gpucost_struct *type, const void *value, const char *name,
                                              char *text, uint64_t capacity, gpucost_error *err);

/**
 * Fill a struct from a JSON object. Fields that are absent keep their value; unknown names are an error.
 *
 * @param[in]     type    description of the struct
 * @param[in]     json    text of one JSON object
 * @param[in]     source  name of the text in errors
 * @param[in,out] value   the struct; untouched on failure
 * @param[out]    err     line and column (syntax) or JSON pointer (values); may be NULL
 * @retval GPUCOST_OK       the struct is filled and inside its limits
 * @retval GPUCOST_E_SYNTAX not JSON
 * @retval GPUCOST_E_FIELD  a field is unknown or of the wrong type
 * @retval GPUCOST_E_RANGE  a value is outside its limits
 * @retval GPUCOST_E_MEMORY out of memory
 * @threads any thread; the struct is the caller's
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_struct_from_json(const gpucost_struct *type, const char *json, const char *source,
                                                    void *value, gpucost_error *err);

/**
 * A struct as the text of a JSON object, every field written.
 *
 * @param[in]  type   description of the struct
 * @param[in]  value  the struct
 * @param[out] text   yours; free with gpucost_text_free()
 * @param[out] err    filled on failure; may be NULL
 * @retval GPUCOST_OK       the text is ready
 * @retval GPUCOST_E_MEMORY out of memory
 * @threads any thread
 * @since 0.1
 */
GPUCOST_API gpucost_status gpucost_struct_to_json(const gpucost_struct *type, const void *value, char **text,
                                                  gpucost_error *err);

GPUCOST_END_DECLS
/** @} */
#endif
