#include "Unescape.hpp"

#include <cstdint>
#include <cstring>

namespace csimdjson {

namespace {

constexpr int32_t replacement = 0xFFFD;

/// Returns the value of the four hexadecimal digits at `at`, or -1.
int32_t codeUnit(const char *at, const char *end) {
    if (end - at < 4) { return -1; }
    int32_t unit = 0;
    for (int i = 0; i < 4; i++) {
        char byte = at[i];
        int32_t digit = byte >= '0' && byte <= '9'   ? byte - '0'
                        : byte >= 'a' && byte <= 'f' ? byte - 'a' + 10
                        : byte >= 'A' && byte <= 'F' ? byte - 'A' + 10
                                                     : -1;
        if (digit < 0) { return -1; }
        unit = unit * 16 + digit;
    }
    return unit;
}

char *writeUTF8(int32_t scalar, char *to) {
    if (scalar < 0x80) {
        *to++ = char(scalar);
        return to;
    }
    if (scalar < 0x800) {
        *to++ = char(0xC0 | scalar >> 6);
    } else {
        if (scalar < 0x10000) {
            *to++ = char(0xE0 | scalar >> 12);
        } else {
            *to++ = char(0xF0 | scalar >> 18);
            *to++ = char(0x80 | (scalar >> 12 & 0x3F));
        }
        *to++ = char(0x80 | (scalar >> 6 & 0x3F));
    }
    *to++ = char(0x80 | (scalar & 0x3F));
    return to;
}

/// Returns the scalar of one or two `\uXXXX`, or -1 if malformed; `at` is after the first `\u`. A
/// lone surrogate is counted in `replacements`.
int32_t takeScalar(const char *&at, const char *end, size_t &replacements) {
    int32_t high = codeUnit(at, end);
    if (high < 0) { return -1; }
    at += 4;
    if (high < 0xD800 || high > 0xDFFF) { return high; }
    bool isPair = high < 0xDC00 && end - at >= 6 && at[0] == '\\' && at[1] == 'u';
    int32_t low = isPair ? codeUnit(at + 2, end) : -1;
    if (low < 0xDC00 || low > 0xDFFF) {
        replacements++;
        return replacement;
    }
    at += 6;
    return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
}

/// Returns the character for a letter after a backslash, or 0.
char single(char letter) {
    switch (letter) {
    case '"':
    case '\\':
    case '/': return letter;
    case 'b': return '\b';
    case 'f': return '\f';
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    default: return 0;
    }
}

}  // namespace

size_t unescape(std::string_view text, char *target, size_t &replacements) {
    const char *at = text.data();
    const char *end = at + text.size();
    char *to = target;
    while (at < end) {
        const void *found = std::memchr(at, '\\', size_t(end - at));
        const char *escape = found ? static_cast<const char *>(found) : end;
        std::memcpy(to, at, size_t(escape - at));
        to += escape - at;
        at = escape;
        if (at == end) { break; }
        if (end - at < 2) { return badEscape; }
        char letter = at[1];
        at += 2;
        if (letter == 'u') {
            int32_t scalar = takeScalar(at, end, replacements);
            if (scalar < 0) { return badEscape; }
            to = writeUTF8(scalar, to);
        } else if (char byte = single(letter)) {
            *to++ = byte;
        } else {
            return badEscape;
        }
    }
    return size_t(to - target);
}

}  // namespace csimdjson
