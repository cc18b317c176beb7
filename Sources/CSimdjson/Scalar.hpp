#pragma once

#include <cfloat>
#include <string_view>

#include <simdjson.h>

#include "CSimdjson.h"

namespace csimdjson {

/// Sets `field` to a kind of value with its source text.
inline void setText(csimdjson_field &field, csimdjson_kind kind, std::string_view text) {
    field.kind = kind;
    field.bytes = reinterpret_cast<const uint8_t *>(text.data());
    field.length = text.size();
    field.replacements = 0;
}

/// Returns the kind of a scalar that is neither a string nor a number.
csimdjson_kind literal(std::string_view text);

/// Returns whether a nonempty text is an integer as in RFC 8259, section 6.
bool isInteger(std::string_view text);

/// Replaces `number`, which simdjson read from a well-formed text, by the nearest double.
///
/// Version 3.0.1 is wrong if more than 19 digits follow "0.".
void correct(double &number, std::string_view text);

/// Sets `field` from a value with this source text: an integer, a number, or invalid.
///
/// It is invalid if it violates the grammar of RFC 8259, section 6, or is a non-integer beyond the
/// range of a double.
template <class Value>
void readNumber(Value &value, std::string_view text, csimdjson_field &field) {
    // Of a longer text, version 3.0.1 of simdjson might read only the beginning.
    bool isShort = text.size() <= sizeof("-9223372036854775808") - 1;
    field.kind = csimdjson_kind_number;
    if (isShort && !value.get_int64().get(field.integer)) {
        field.kind = csimdjson_kind_integer;
        field.number = double(field.integer);
    } else if (!value.get_double().get(field.number)) {
        if (!isShort) { correct(field.number, text); }
    } else if (isInteger(text)) {
        // It may be an ID, so its digits matter.
        field.number = text.front() == '-' ? -DBL_MAX : DBL_MAX;
    } else {
        field.kind = csimdjson_kind_invalid;
    }
}

/// Sets `field` from a string with its quotes.
///
/// Returns true if it has escapes, which need `unescape` before it is passed on.
bool readString(std::string_view text, csimdjson_field &field);

/// Sets `field` from a scalar with this source text.
///
/// Returns true if it is a string with escapes, which need `unescape` before it is passed on.
template <class Value>
bool readScalar(Value &value, std::string_view text, csimdjson_field &field) {
    char first = text.front();
    if (first == '"') { return readString(text, field); }
    if (first == '-' || (first >= '0' && first <= '9')) {
        setText(field, csimdjson_kind_number, text);
        readNumber(value, text, field);
    } else {
        setText(field, literal(text), text);
    }
    return false;
}

/// Unescapes the string `field` into `storage`, which must have room for it; returns the bytes
/// used.
///
/// The field becomes invalid if an escape is malformed.
size_t unescape(csimdjson_field &field, char *storage);

}  // namespace csimdjson
