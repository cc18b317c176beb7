#include "Reader.hpp"

namespace csimdjson {

std::string_view Reader::takeKey() {
    if (peek() != '"') { fail("a key is missing"); }
    std::string_view key = takeToken();
    if (key.size() < 2 || key.back() != '"') { fail("a key does not end"); }
    if (peek() != ':') { fail("a colon is missing"); }
    next++;
    return key.substr(1, key.size() - 2);
}

bool Reader::takeComma(uint8_t closing) {
    uint8_t byte = peek();
    if (byte != ',' && byte != closing) { fail("a comma or a closing bracket is missing"); }
    next++;
    return byte == ',';
}

void Reader::skip() {
    uint8_t first = peekValue();
    if (first == '{' || first == '[') { return skipContainer(); }
    next++;
}

void Reader::skipContainer() {
    Nesting nesting;
    do {
        uint8_t byte = peek();
        switch (byte) {
        case '{':
        case '[': nesting.open(byte == '{'); break;
        case '}':
        case ']':
            if (!nesting.close(byte == '}')) { fail("a bracket closes another sort"); }
            break;
        default: break;
        }
        next++;
    } while (!nesting.isEmpty());
}

void Reader::expectEnd() const {
    if (next != end) { fail("something follows the document"); }
}

void Reader::fail(const char *reason) const {
    throw Failure(reason, *next);
}

}  // namespace csimdjson
