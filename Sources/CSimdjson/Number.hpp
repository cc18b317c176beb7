#pragma once

#include <string_view>

#include "CSimdjson.h"

namespace csimdjson {

/// Sets `field` from a nonempty token: an integer, a number, or invalid.
///
/// A token is invalid if it violates the grammar of RFC 8259, section 6, or is a non-integer beyond
/// the range of a double.
void readNumber(std::string_view token, csimdjson_field &field);

}  // namespace csimdjson
