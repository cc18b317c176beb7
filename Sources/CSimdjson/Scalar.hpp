#pragma once

#include <string_view>

#include "CSimdjson.h"

namespace csimdjson {

/// Sets `field` from the token of a string, with its quotes, or of a number or literal.
///
/// Returns true if it is a string with escapes, which needs `unescape` before it is passed on.
bool readScalar(std::string_view token, csimdjson_field &field);

/// Sets `field` to the source text of an array or object.
void readContainer(std::string_view text, csimdjson_field &field);

/// Unescapes the string `field` into `storage`, which must have room for it; returns the bytes
/// used.
///
/// The field becomes invalid if an escape is malformed.
size_t unescape(csimdjson_field &field, char *storage);

}  // namespace csimdjson
