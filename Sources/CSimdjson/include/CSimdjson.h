// Forward reader of JSON documents based on simdjson's On-Demand interface, for callers in C and
// Swift.
//
// simdjson finds every structural character of the document and validates its UTF-8 and strings, at
// some gigabytes per second. The values in between are parsed one by one, so that one malformed
// value invalidates only one field. No function throws or retains its arguments.

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

/// Maximum nesting depth of arrays and objects.
#define CSIMDJSON_MAX_DEPTH 1024

/// Number of zero bytes that must follow a document.
#define CSIMDJSON_PADDING 64

/// Type of a field.
typedef enum CSIMDJSON_CLOSED csimdjson_kind {
    csimdjson_kind_missing,
    csimdjson_kind_null,
    csimdjson_kind_false,
    csimdjson_kind_true,
    csimdjson_kind_integer,    ///< fits in `integer`
    csimdjson_kind_number,     ///< has a fraction or exponent, or exceeds 64 bits: see `number`
    csimdjson_kind_string,
    csimdjson_kind_container,  ///< an array or an object
    csimdjson_kind_invalid     ///< a scalar that is not JSON
} csimdjson_kind;

/// A value. `bytes` is the unescaped text of a string, or the source text of any other value.
typedef struct csimdjson_field {
    csimdjson_kind kind;
    const uint8_t *bytes;
    size_t length;
    size_t replacements;       ///< number of lone surrogates in a string, replaced by U+FFFD
    int64_t integer;
    double number;             ///< finite; the largest double for an integer beyond its range
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
    csimdjson_status_large_value,  ///< a row or a selected value of several windows
    csimdjson_status_stopped,  ///< by the visitor
    csimdjson_status_out_of_memory
} csimdjson_status;

/// Result of reading. `reason` (a static string) and `offset` are set for
/// `csimdjson_status_syntax`; `replacements` is the number of lone surrogates in the fields of a
/// scan.
typedef struct csimdjson_outcome {
    csimdjson_status status;
    const char *reason;
    size_t offset;
    size_t replacements;
} csimdjson_outcome;

typedef enum CSIMDJSON_CLOSED csimdjson_role {
    csimdjson_role_array,   ///< the elements of the array at this path are rows
    csimdjson_role_header,  ///< a value outside the rows
    csimdjson_role_field    ///< a value of each row; the path starts at the row
} csimdjson_role;

/// A dotted path of keys, with its index among the paths of the same role.
typedef struct csimdjson_path {
    csimdjson_role role;
    uint32_t index;
    const uint8_t *text;
    size_t length;
} csimdjson_path;

/// An element of one of the arrays. `fields` is indexed like the field paths; without field paths,
/// it has one element, which is missing.
typedef struct csimdjson_row {
    const csimdjson_field *fields;
    size_t field_count;
    size_t index;  ///< of the element in its array
    uint32_t array;
    bool is_object;
} csimdjson_row;

/// Callbacks for the parts of a document. Their pointers are valid until the callback returns.
typedef struct csimdjson_receiver {
    void *context;
    /// Called at the end of each array; a null counts as an empty array.
    void (*array)(void *context, uint32_t array, size_t count);
    void (*header)(void *context, uint32_t header, const csimdjson_field *field);
    void (*row)(void *context, const csimdjson_row *row);
} csimdjson_receiver;

/// Reads a document in one forward pass. It must not begin with a BOM.
///
/// A document larger than `window` is read in parts of about this size, so that the memory beside it
/// is a few times the window. Then a row or a header may have four times its size, and a container
/// that is both a header and an array, or the document itself, is a header of each part.
csimdjson_outcome csimdjson_scan(
    const uint8_t *bytes, size_t length, const csimdjson_path *paths, size_t path_count,
    size_t window, const csimdjson_receiver *receiver);

typedef enum CSIMDJSON_CLOSED csimdjson_event {
    csimdjson_event_scalar,
    csimdjson_event_key,  ///< a string; invalid if it cannot be unescaped
    csimdjson_event_array,
    csimdjson_event_object,
    csimdjson_event_end  ///< of the innermost array or object
} csimdjson_event;

/// Called for each part of a document in order; returns false to stop. `field` is null unless the
/// event is a scalar or key.
typedef bool (*csimdjson_visitor)(
    void *context, csimdjson_event event, const csimdjson_field *field);

/// Reads the whole document and checks every token; `max_depth` is capped.
csimdjson_outcome csimdjson_visit(
    const uint8_t *bytes, size_t length, size_t max_depth, csimdjson_visitor visitor,
    void *context);

#ifdef __cplusplus
}
#endif

#endif
