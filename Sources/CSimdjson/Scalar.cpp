#include "Scalar.hpp"

#include <cstring>

#include "Number.hpp"
#include "Unescape.hpp"

namespace csimdjson {

static void setText(csimdjson_field &field, std::string_view text) {
    field.bytes = reinterpret_cast<const uint8_t *>(text.data());
    field.length = text.size();
}

static bool readString(std::string_view token, csimdjson_field &field) {
    if (token.size() < 2 || token.back() != '"') {
        field.kind = csimdjson_kind_invalid;
        return false;
    }
    std::string_view text = token.substr(1, token.size() - 2);
    field.kind = csimdjson_kind_string;
    setText(field, text);
    return std::memchr(text.data(), '\\', text.size()) != nullptr;
}

static csimdjson_kind literal(std::string_view token) {
    if (token == "true") { return csimdjson_kind_true; }
    if (token == "false") { return csimdjson_kind_false; }
    return token == "null" ? csimdjson_kind_null : csimdjson_kind_invalid;
}

bool readScalar(std::string_view token, csimdjson_field &field) {
    setText(field, token);
    switch (token.front()) {
    case '"': return readString(token, field);
    case '-':
    case '0': case '1': case '2': case '3': case '4':
    case '5': case '6': case '7': case '8': case '9': readNumber(token, field); break;
    default: field.kind = literal(token);
    }
    return false;
}

void readContainer(std::string_view text, csimdjson_field &field) {
    field.kind = csimdjson_kind_container;
    setText(field, text);
}

size_t unescape(csimdjson_field &field, char *storage) {
    std::string_view text(reinterpret_cast<const char *>(field.bytes), field.length);
    size_t length = unescape(text, storage);
    if (length == badEscape) {
        field.kind = csimdjson_kind_invalid;
        return 0;
    }
    setText(field, {storage, length});
    return length;
}

}  // namespace csimdjson
