#include "Reader.hpp"

#include <string>

namespace csimdjson {

static_assert(CSIMDJSON_PADDING >= simdjson::SIMDJSON_PADDING, "simdjson reads further");

static csimdjson_status status(simdjson::error_code error) {
    switch (error) {
    case simdjson::EMPTY: return csimdjson_status_empty;
    case simdjson::UTF8_ERROR: return csimdjson_status_invalid_utf8;
    case simdjson::UNESCAPED_CHARS: return csimdjson_status_control_character;
    case simdjson::UNCLOSED_STRING: return csimdjson_status_truncated;
    case simdjson::CAPACITY: return csimdjson_status_too_large;
    case simdjson::MEMALLOC: return csimdjson_status_out_of_memory;
    default: return csimdjson_status_syntax;
    }
}

static void check(simdjson::error_code error) {
    if (error == simdjson::SUCCESS) { return; }
    csimdjson_status status = csimdjson::status(error);
    if (status == csimdjson_status_syntax) { throw Failure(simdjson::error_message(error), 0); }
    throw Failure(status);
}

Reader::Reader(const uint8_t *bytes, size_t length)
    : start(reinterpret_cast<const char *>(bytes)), end(start + length), next(start) {
    if (length == 0) { throw Failure(csimdjson_status_empty); }
    // Debug builds of simdjson check the depth, which it counts from 1 and for elements, too.
    check(parser.allocate(length, CSIMDJSON_MAX_DEPTH + 4));
    check(parser.iterate(bytes, length, length + CSIMDJSON_PADDING).get(document));
}

/// simdjson refuses a document whose last token does not close the first one.
void Reader::failAtBrackets() {
    const char *reason = "a comma or a closing bracket is missing";
    next = afterSpace(endOfContainer(afterSpace(start), reason));
    if (next < end) { fail("something follows the document"); }
    throw Failure(csimdjson_status_truncated);
}

void Reader::failAtKey() {
    next = afterSpace(next);
    if (*next != '"') { fail("a key is missing"); }
    do { next += *next == '\\' ? 2 : 1; } while (*next != '"');
    next = afterSpace(next + 1);
    fail("a colon is missing");
}

/// The bytes that matter to brackets, and NUL, which follows the document.
struct BracketBytes {
    bool contains[256] = {};

    constexpr BracketBytes() {
        for (unsigned char byte : "{}[]\"\\") { contains[byte] = true; }
    }
};

static constexpr BracketBytes bracketBytes;

const char *Reader::endOfContainer(const char *at, const char *mismatch) {
    std::string closing;
    do {
        while (!bracketBytes.contains[uint8_t(*at)]) { at++; }
        if (at >= end) { throw Failure(csimdjson_status_truncated); }
        next = at;
        char byte = *at++;
        if (byte == '"') {
            while (*at != '"') { at += *at == '\\' ? 2 : 1; }
            at++;
        } else if (byte == '\\') {
            // simdjson sees escapes outside of strings, too.
            at += *at == '\\' || *at == '"';
        } else if (byte == '{' || byte == '[') {
            if (closing.size() == CSIMDJSON_MAX_DEPTH) { throw Failure(csimdjson_status_too_deep); }
            closing.push_back(byte == '{' ? '}' : ']');
        } else if (byte == '}' || byte == ']') {
            if (byte != closing.back()) { fail(mismatch); }
            closing.pop_back();
        }
    } while (!closing.empty());
    return at;
}

}  // namespace csimdjson
