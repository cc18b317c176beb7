#pragma once

#include <string_view>

#include "Failure.hpp"
#include "StructuralIndex.hpp"

namespace csimdjson {

/// The open brackets of a value, outermost first, at most `CSIMDJSON_MAX_DEPTH` of them.
class Nesting {
public:
    explicit Nesting(size_t limit = CSIMDJSON_MAX_DEPTH) : limit(limit) {}

    bool isEmpty() const { return depth == 0; }
    bool isInObject() const { return (words[(depth - 1) / 64] >> ((depth - 1) % 64)) & 1; }

    void open(bool object) {
        if (depth >= limit) { throw Failure(csimdjson_status_too_deep); }
        uint64_t bit = uint64_t(1) << (depth % 64);
        uint64_t &word = words[depth / 64];
        word = object ? word | bit : word & ~bit;
        depth++;
    }

    /// Closes the innermost bracket; returns false if it is of the other type.
    bool close(bool object) { return depth > 0 && isInObject() == object && depth-- > 0; }

private:
    size_t limit;
    size_t depth = 0;
    uint64_t words[CSIMDJSON_MAX_DEPTH / 64];
};

/// A cursor that moves forward over the structural characters of a document.
class Reader {
public:
    /// Throws `Failure`.
    Reader(const uint8_t *bytes, size_t length)
        : bytes(bytes), index(bytes, length), next(index.offsets()), end(next + index.count()) {}

    /// Returns the next structural character, or the first byte of the next string or scalar.
    uint8_t peek() const {
        if (next == end) { throw Failure(csimdjson_status_truncated); }
        return bytes[*next];
    }

    /// Like `peek()`, but fails unless a value begins here.
    uint8_t peekValue() const {
        uint8_t byte = peek();
        bool isValue = byte != '}' && byte != ']' && byte != ',' && byte != ':';
        if (!isValue) { fail("a value is missing"); }
        return byte;
    }

    /// Moves past the next bracket.
    void takeBracket() { next++; }

    /// Returns the offset of the next token.
    size_t offset() const { return *next; }

    /// Moves past a string or scalar, and returns it with its quotes.
    std::string_view takeToken() {
        size_t start = *next++;
        return text(start, endBefore(*next));
    }

    /// Moves past a key and its colon, and returns the key without quotes, still escaped.
    std::string_view takeKey();

    /// Moves past the comma or `closing` after a member or element; returns true for a comma.
    bool takeComma(uint8_t closing);

    /// Moves past the next value of any type; checks only its brackets.
    void skip();

    /// Returns the source text of the value that began at `start` and ends here.
    std::string_view textSince(size_t start) const { return text(start, next[-1] + 1); }

    /// Throws unless the document ends here.
    void expectEnd() const;

    [[noreturn]] void fail(const char *reason) const;

private:
    std::string_view text(size_t start, size_t end) const {
        return {reinterpret_cast<const char *>(bytes) + start, end - start};
    }

    /// Returns the end of a token: only white space separates it from the next structural
    /// character.
    size_t endBefore(size_t offset) const {
        while (isSpace(bytes[offset - 1])) { offset--; }
        return offset;
    }

    static bool isSpace(uint8_t byte) {
        return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t';
    }

    void skipContainer();

    const uint8_t *bytes;
    StructuralIndex index;
    const uint32_t *next;
    const uint32_t *end;
};

}  // namespace csimdjson
