#include "Scalar.hpp"

#include <charconv>
#include <cstring>

#include "Unescape.hpp"

namespace csimdjson {

csimdjson_kind literal(std::string_view text) {
    if (text == "true") { return csimdjson_kind_true; }
    if (text == "false") { return csimdjson_kind_false; }
    return text == "null" ? csimdjson_kind_null : csimdjson_kind_invalid;
}

bool isInteger(std::string_view text) {
    std::string_view digits = text.substr(text.front() == '-');
    if (digits.empty() || (digits.front() == '0' && digits.size() > 1)) { return false; }
    return digits.find_first_not_of("0123456789") == std::string_view::npos;
}

void correct(double &number, std::string_view text) {
#if defined(__cpp_lib_to_chars)
    // This changes nothing if the number is too small.
    std::from_chars(text.data(), text.data() + text.size(), number);
#endif
}

bool readString(std::string_view text, csimdjson_field &field) {
    std::string_view inner = text.substr(1, text.size() - 2);
    setText(field, csimdjson_kind_string, inner);
    return std::memchr(inner.data(), '\\', inner.size()) != nullptr;
}

size_t unescape(csimdjson_field &field, char *storage) {
    std::string_view text(reinterpret_cast<const char *>(field.bytes), field.length);
    size_t replacements = 0;
    size_t length = unescape(text, storage, replacements);
    if (length == badEscape) {
        field.kind = csimdjson_kind_invalid;
        return 0;
    }
    setText(field, csimdjson_kind_string, {storage, length});
    field.replacements = replacements;
    return length;
}

}  // namespace csimdjson
