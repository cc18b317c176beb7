#pragma once

#include <string_view>

#include "CSimdjson.h"

namespace csimdjson {

/// Sets `field` from a token that is not empty: an integer, a number, or invalid if it is neither
/// by the grammar of RFC 8259, section 6, or lies beyond a double.
void readNumber(std::string_view token, csimdjson_field &field);

}  // namespace csimdjson
