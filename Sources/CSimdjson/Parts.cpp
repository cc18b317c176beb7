#include "Parts.hpp"

#include <simdjson.h>

#include "Failure.hpp"

namespace csimdjson {

/// Number of parts that one value may have the size of.
static constexpr size_t maxValueParts = 4;

/// Depth of a row or a selected value beyond which its reader would find it too deep in any case.
static constexpr size_t maxValueDepth = 2 * CSIMDJSON_MAX_DEPTH;

/// The bytes that matter to the structure, outside of strings and in them.
struct StructureBytes {
    bool outside[256] = {};
    bool inString[256] = {};

    constexpr StructureBytes() {
        for (unsigned char byte : "{}[]\"\\,") { outside[byte] = true; }
        for (int byte = 0; byte < 0x20; byte++) { inString[byte] = true; }
        inString[int('"')] = true;
        inString[int('\\')] = true;
    }
};

static constexpr StructureBytes structure;

static bool isSpace(char byte) {
    return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t';
}

Parts::Parts(const uint8_t *bytes, size_t length, size_t size, KeyNode &root)
    : start(reinterpret_cast<const char *>(bytes)), end(start + length), size(size), root(root),
      partBegin(start), lastEnd(start) {
    while (end > start && isSpace(end[-1])) { end--; }
    walk();
    checkSize(end);
    parts.push_back({partBegin, end, opening, "", isInRows});
    if (hasControlCharacter) { throw Failure(csimdjson_status_control_character); }
    if (!simdjson::validate_utf8(start, length)) { throw Failure(csimdjson_status_invalid_utf8); }
}

void Parts::walk() {
    const char *at = start;
    while (at < end && !isClosed) {
        // Zeros follow the document.
        while (!structure.outside[uint8_t(*at)]) { at++; }
        if (at >= end) { return; }
        char byte = *at;
        if (byte == '"') {
            const char *after = endOfString(at);
            if (!frames.empty() && frames.back().expectsKey) {
                frames.back().key = {at + 1, size_t(after - at - 2)};
                frames.back().expectsKey = false;
            }
            at = after;
        } else if (byte == '\\') {
            at += at[1] == '\\' || at[1] == '"' ? 2 : 1;
        } else if (byte == '{' || byte == '[') {
            KeyNode *node = nodeOfValue();
            bool isRow = !frames.empty() && frames.back().bracket == '[' && frames.back().node
                && frames.back().node->array != KeyNode::none;
            bool isSelected = node && !frames.empty() && node->header != KeyNode::none
                && node->array == KeyNode::none;
            if (isRow || isSelected) {
                at = endOfContainer(at);
            } else {
                open(byte, node);
                at++;
            }
        } else if (byte == ',') {
            passSeparator(at);
            at++;
        } else if (byte != 0) {
            close(byte, at);
            at++;
        } else {
            at++;
        }
    }
}

/// Returns the selection at the path of the value that begins here.
KeyNode *Parts::nodeOfValue() {
    if (frames.empty()) { return &root; }
    Frame &frame = frames.back();
    return frame.bracket == '{' && frame.node ? frame.node->find(frame.key) : nullptr;
}

void Parts::open(char bracket, KeyNode *node) {
    if (frames.size() == CSIMDJSON_MAX_DEPTH) { throw Failure(csimdjson_status_too_deep); }
    if (node) { node->restart(); }
    frames.push_back({bracket, bracket == '{', {}, node});
}

void Parts::close(char bracket, const char *at) {
    if (frames.empty() || frames.back().bracket != (bracket == '}' ? '{' : '[')) {
        throw Failure("a comma or a closing bracket is missing", size_t(at - start));
    }
    frames.pop_back();
    isClosed = frames.empty();
}

void Parts::passSeparator(const char *at) {
    if (frames.empty()) { return; }
    frames.back().expectsKey = frames.back().bracket == '{';
    checkSize(at);
    lastEnd = at;
    if (size_t(at - partBegin) < size) { return; }
    const char *next = at + 1;
    while (next < end && isSpace(*next)) { next++; }
    // The part before or after it must not hide that a value is missing.
    const char *last = at;
    while (last > partBegin && isSpace(last[-1])) { last--; }
    bool isBetween = next < end && *next != ',' && *next != ']' && *next != '}' && last > partBegin
        && last[-1] != ',' && last[-1] != '[' && last[-1] != '{' && last[-1] != ':';
    if (isBetween) { endPart(at, next); }
}

void Parts::endPart(const char *at, const char *next) {
    std::string closing;
    for (size_t i = frames.size(); i-- > 0;) { closing += frames[i].bracket == '{' ? '}' : ']'; }
    parts.push_back({partBegin, at, opening, closing, isInRows});
    partBegin = next;
    opening = openingHere();
    const Frame &frame = frames.back();
    isInRows = frame.bracket == '[' && frame.node && frame.node->array != KeyNode::none;
}

std::string Parts::openingHere() const {
    std::string text;
    for (size_t i = 0; i < frames.size(); i++) {
        text += frames[i].bracket;
        if (frames[i].bracket == '{' && i + 1 < frames.size()) {
            text += '"';
            text += frames[i].key;
            text += "\":";
        }
    }
    return text;
}

void Parts::checkSize(const char *at) {
    if (at > lastEnd && size_t(at - lastEnd) > maxValueParts * size) {
        throw Failure(csimdjson_status_large_value);
    }
}

const char *Parts::endOfString(const char *at) {
    at++;
    while (true) {
        while (!structure.inString[uint8_t(*at)]) { at++; }
        if (at >= end) { throw Failure(csimdjson_status_truncated); }
        if (*at == '"') { return at + 1; }
        if (*at == '\\') {
            at++;
            if (uint8_t(*at) < 0x20) { continue; }
        } else {
            hasControlCharacter = true;
        }
        at++;
    }
}

/// Returns the end of a row or a selected value, of which only the depth is counted.
const char *Parts::endOfContainer(const char *at) {
    size_t depth = 0;
    do {
        while (!structure.outside[uint8_t(*at)]) { at++; }
        if (at >= end) { return end; }
        char byte = *at;
        if (byte == '"') {
            at = endOfString(at);
            continue;
        }
        if (byte == '\\') {
            at += at[1] == '\\' || at[1] == '"' ? 2 : 1;
            continue;
        }
        depth += byte == '{' || byte == '[';
        if (depth > maxValueDepth) { throw Failure(csimdjson_status_too_deep); }
        depth -= byte == '}' || byte == ']';
        at++;
    } while (depth > 0);
    return at;
}

}  // namespace csimdjson
