// A forward reader of JSON documents over simdjson's structural index, for callers in C and Swift.
//
// simdjson finds every structural character of the document, and checks its UTF-8 and its strings,
// at some gigabytes a second; what lies between them is read here, so that one bad value costs one
// field. No function throws, and none keeps what it is given.

#ifndef CSIMDJSON_H
#define CSIMDJSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__clang__)
#define CSIMDJSON_CLOSED __attribute__((enum_extensibility(closed)))
#else
#define CSIMDJSON_CLOSED
#endif

/// The deepest nesting of arrays and objects that is read.
#define CSIMDJSON_MAX_DEPTH 1024

/// What a field of the document turned out to be.
typedef enum CSIMDJSON_CLOSED csimdjson_kind {
    csimdjson_kind_missing,
    csimdjson_kind_null,
    csimdjson_kind_false,
    csimdjson_kind_true,
    csimdjson_kind_integer,    ///< fits `integer`
    csimdjson_kind_number,     ///< a fraction, an exponent, or beyond 64 bits: see `number`
    csimdjson_kind_string,
    csimdjson_kind_container,  ///< an array or an object
    csimdjson_kind_invalid     ///< a scalar that is not JSON
} csimdjson_kind;

/// One value. `bytes` is the unescaped text of a string, and the source text of anything else.
typedef struct csimdjson_field {
    csimdjson_kind kind;
    const uint8_t *bytes;
    size_t length;
    int64_t integer;
    double number;             ///< finite; of an integer beyond it the largest double
} csimdjson_field;

typedef enum CSIMDJSON_CLOSED csimdjson_status {
    csimdjson_status_ok,
    csimdjson_status_empty,
    csimdjson_status_invalid_utf8,
    csimdjson_status_control_character,  ///< unescaped, in a string
    csimdjson_status_truncated,
    csimdjson_status_syntax,
    csimdjson_status_too_deep,
    csimdjson_status_too_large,
    csimdjson_status_stopped,  ///< the visitor wished so
    csimdjson_status_out_of_memory
} csimdjson_status;

/// How reading ended. `reason` (a static text) and `offset` are set for `csimdjson_status_syntax`.
typedef struct csimdjson_outcome {
    csimdjson_status status;
    const char *reason;
    size_t offset;
} csimdjson_outcome;

typedef enum CSIMDJSON_CLOSED csimdjson_role {
    csimdjson_role_array,   ///< the elements of the array at this path are rows
    csimdjson_role_header,  ///< a value outside the rows
    csimdjson_role_field    ///< a value of each row; the path starts at the row
} csimdjson_role;

/// A dotted path of keys, with its number among the paths of the same role.
typedef struct csimdjson_path {
    csimdjson_role role;
    uint32_t index;
    const uint8_t *text;
    size_t length;
} csimdjson_path;

/// An element of one of the arrays. `fields` is indexed by the numbers of the field paths, and has
/// one that is missing if there are none.
typedef struct csimdjson_row {
    const csimdjson_field *fields;
    size_t field_count;
    size_t index;  ///< of the element in its array
    uint32_t array;
    bool is_object;
} csimdjson_row;

/// Where the parts of a document go. What the pointers point at lives until the call returns.
typedef struct csimdjson_receiver {
    void *context;
    /// Told at the end of each array met; a null is an empty one.
    void (*array)(void *context, uint32_t array, size_t count);
    void (*header)(void *context, uint32_t header, const csimdjson_field *field);
    void (*row)(void *context, const csimdjson_row *row);
} csimdjson_receiver;

/// Reads a document in one forward pass. It need not be padded, and must not begin with a BOM.
csimdjson_outcome csimdjson_scan(
    const uint8_t *bytes, size_t length, const csimdjson_path *paths, size_t path_count,
    const csimdjson_receiver *receiver);

typedef enum CSIMDJSON_CLOSED csimdjson_event {
    csimdjson_event_scalar,
    csimdjson_event_key,  ///< a string; one that cannot be unescaped comes as invalid
    csimdjson_event_array,
    csimdjson_event_object,
    csimdjson_event_end  ///< of the innermost array or object
} csimdjson_event;

/// Told of each part of a document in order; `false` stops. `field` is null unless scalar or key.
typedef bool (*csimdjson_visitor)(
    void *context, csimdjson_event event, const csimdjson_field *field);

/// Reads the whole document, checking every token of it; `max_depth` is capped.
csimdjson_outcome csimdjson_visit(
    const uint8_t *bytes, size_t length, size_t max_depth, csimdjson_visitor visitor,
    void *context);

#ifdef __cplusplus
}
#endif

#endif
