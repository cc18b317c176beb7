#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "KeyNode.hpp"

namespace csimdjson {

/// Cuts a large document into parts that are documents themselves, because the index of simdjson
/// takes up to four times as much memory as the bytes that it is of.
///
/// Each part has some elements or members in succession, within the brackets and keys that are open
/// there: `{"a":[1,2]}` has the parts `{"a":[1]}` and `{"a":[2]}`. Rows and selected values are
/// never cut.
class Parts {
public:
    /// A cut after which a part begins, within `opening`; `isInRows` if its first elements are rows.
    struct Part {
        const char *begin;
        const char *end;
        std::string opening;
        std::string closing;
        bool isInRows;
    };

    /// Throws `Failure` for what would be an error of any part before its rows are delivered, and
    /// for a value that is larger than a few parts.
    ///
    /// \param size The size from which a part ends, in bytes.
    Parts(const uint8_t *bytes, size_t length, size_t size, KeyNode &root);

    const std::vector<Part> &all() const { return parts; }

private:
    /// A container that is open: its bracket, and in an object the present key.
    struct Frame {
        char bracket;
        bool expectsKey;
        std::string_view key;
        /// The selection at its path; null outside of it.
        KeyNode *node;
    };

    void walk();
    void open(char bracket, KeyNode *node);
    void close(char bracket, const char *at);
    void passSeparator(const char *at);
    void endPart(const char *at, const char *next);
    const char *endOfString(const char *at);
    const char *endOfContainer(const char *at);
    KeyNode *nodeOfValue();
    void checkSize(const char *at);
    std::string openingHere() const;

    const char *start;
    const char *end;
    size_t size;
    KeyNode &root;
    std::vector<Frame> frames;
    std::vector<Part> parts;
    /// Where the present part begins, and where it or another one could have ended last.
    const char *partBegin;
    const char *lastEnd;
    std::string opening;
    bool isInRows = false;
    bool hasControlCharacter = false;
    bool isClosed = false;
};

}  // namespace csimdjson
