#pragma once

#include <cstddef>
#include <string_view>

namespace csimdjson {

/// What `unescape` says of an escape that is not JSON.
constexpr size_t badEscape = size_t(-1);

/// Writes `text` without its escapes to `target`, which holds at least as many bytes; the number of
/// bytes written, or `badEscape`. Half a surrogate pair becomes U+FFFD.
size_t unescape(std::string_view text, char *target);

}  // namespace csimdjson
