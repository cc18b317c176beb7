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

    /// False if the innermost open bracket is of the other sort.
    bool close(bool object) { return depth > 0 && isInObject() == object && depth-- > 0; }

private:
    size_t limit;
    size_t depth = 0;
    uint64_t words[CSIMDJSON_MAX_DEPTH / 64];
};

/// A place in a document that moves forward over its structural characters.
class Reader {
public:
    /// Throws `Failure`.
    Reader(const uint8_t *bytes, size_t length)
        : bytes(bytes), index(bytes, length), next(index.offsets()), end(next + index.count()) {}

    /// The structural character ahead, or the first byte of the string or scalar there.
    uint8_t peek() const {
        if (next == end) { throw Failure(csimdjson_status_truncated); }
        return bytes[*next];
    }

    /// `peek()` where a value must begin.
    uint8_t peekValue() const {
        uint8_t byte = peek();
        bool isValue = byte != '}' && byte != ']' && byte != ',' && byte != ':';
        if (!isValue) { fail("a value is missing"); }
        return byte;
    }

    /// Moves over the bracket ahead.
    void takeBracket() { next++; }

    /// The offset of what is ahead.
    size_t offset() const { return *next; }

    /// Moves over a string or scalar, quotes included.
    std::string_view takeToken() {
        size_t start = *next++;
        return text(start, endBefore(*next));
    }

    /// Moves over a key and its colon; what stands between the quotes, escapes and all.
    std::string_view takeKey();

    /// After a member or an element: true past a comma, false past `closing`.
    bool takeComma(uint8_t closing);

    /// Moves over the value ahead, of any kind; only its brackets are checked.
    void skip();

    /// The source text of the value that began at `start` and was just moved over.
    std::string_view textSince(size_t start) const { return text(start, next[-1] + 1); }

    /// Throws if anything is ahead.
    void expectEnd() const;

    [[noreturn]] void fail(const char *reason) const;

private:
    std::string_view text(size_t start, size_t end) const {
        return {reinterpret_cast<const char *>(bytes) + start, end - start};
    }

    /// Only white space stands between a token and the structural character after it.
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
