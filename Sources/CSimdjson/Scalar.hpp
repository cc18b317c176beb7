#pragma once

#include <string_view>

#include "CSimdjson.h"

namespace csimdjson {

/// Sets `field` from the token of a string, quotes included, or of a number or literal.
///
/// True if it is a string with escapes: `unescape` must see it before it is handed out.
bool readScalar(std::string_view token, csimdjson_field &field);

/// Sets `field` to the source text of an array or object.
void readContainer(std::string_view text, csimdjson_field &field);

/// Undoes the escapes of `field`, a string, into `storage`, which has room for it; invalid if one
/// of them is not JSON. Returns the bytes used.
size_t unescape(csimdjson_field &field, char *storage);

}  // namespace csimdjson
