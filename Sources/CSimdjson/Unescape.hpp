#pragma once

#include <cstddef>
#include <string_view>

namespace csimdjson {

/// Result of `unescape` for a malformed escape.
constexpr size_t badEscape = size_t(-1);

/// Writes the unescaped `text` to `target`, which must have room for as many bytes.
///
/// Returns the number of bytes written, or `badEscape`. A lone surrogate becomes U+FFFD, and is
/// counted in `replacements`.
size_t unescape(std::string_view text, char *target, size_t &replacements);

}  // namespace csimdjson
