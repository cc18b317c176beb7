#include "Number.hpp"

#include <cfloat>
#include <charconv>
#include <cmath>

#include <simdjson.h>

namespace csimdjson {

namespace {

/// A number in terms of its grammar: its digits, and the number of fraction digits.
struct Digits {
    uint64_t mantissa = 0;
    size_t count = 0;  // digits in `mantissa`, without leading zeros
    int fraction = 0;
    bool isInteger = true;
    bool hasExponent = false;
};

bool isDigit(char byte) {
    return byte >= '0' && byte <= '9';
}

/// Returns the end of the digits at `at`. `mantissa` overflows beyond 19 digits, but is unused
/// then.
const char *takeDigits(const char *at, const char *end, Digits &digits) {
    for (; at < end && isDigit(*at); at++) {
        digits.mantissa = digits.mantissa * 10 + uint64_t(*at - '0');
        digits.count += digits.mantissa != 0 || digits.count > 0;
    }
    return at;
}

/// Returns the end of the fraction and the exponent; null if they are malformed.
const char *takeRest(const char *at, const char *end, Digits &digits) {
    if (at < end && *at == '.') {
        const char *first = at + 1;
        at = takeDigits(first, end, digits);
        if (at == first) { return nullptr; }
        digits.isInteger = false;
        digits.fraction = at - first > 64 ? 64 : int(at - first);
    }
    if (at < end && (*at == 'e' || *at == 'E')) {
        at++;
        if (at < end && (*at == '+' || *at == '-')) { at++; }
        const char *first = at;
        while (at < end && isDigit(*at)) { at++; }
        if (at == first) { return nullptr; }
        digits.isInteger = false;
        digits.hasExponent = true;
    }
    return at;
}

/// Returns the double nearest to a well-formed number; infinite if it is too large.
double nearest(std::string_view token) {
    const char *first = token.data();
    const char *last = first + token.size();
#if defined(__cpp_lib_to_chars)
    double number;
    // `number` stays unset if the value is out of range, too large or too small.
    if (std::from_chars(first, last, number).ec == std::errc()) { return number; }
#endif
    return simdjson::internal::from_chars(first, last);
}

/// Powers of ten that are exact as doubles.
constexpr double powersOfTen[] = {1,    1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                  1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15};

/// Returns the value of a number.
///
/// The quotient of two exact doubles is correctly rounded, which suffices for most coordinates.
double value(std::string_view token, const Digits &digits, bool negative) {
    if (digits.hasExponent || digits.count > 15 || digits.fraction > 15) { return nearest(token); }
    double magnitude = double(digits.mantissa) / powersOfTen[digits.fraction];
    return negative ? -magnitude : magnitude;
}

}  // namespace

void readNumber(std::string_view token, csimdjson_field &field) {
    field.kind = csimdjson_kind_invalid;
    const char *end = token.data() + token.size();
    bool negative = token.front() == '-';
    const char *first = token.data() + negative;
    Digits digits;
    const char *at = takeDigits(first, end, digits);
    if (at == first || (*first == '0' && at - first > 1)) { return; }
    if (takeRest(at, end, digits) != end) { return; }
    uint64_t limit = uint64_t(INT64_MAX) + negative;
    if (digits.isInteger && digits.count <= 19 && digits.mantissa <= limit) {
        field.kind = csimdjson_kind_integer;
        field.integer = int64_t(negative ? 0 - digits.mantissa : digits.mantissa);
        field.number = double(field.integer);
        return;
    }
    field.number = value(token, digits, negative);
    if (std::isfinite(field.number)) {
        field.kind = csimdjson_kind_number;
    } else if (digits.isInteger) {
        // It may be an ID, so its digits matter.
        field.kind = csimdjson_kind_number;
        field.number = negative ? -DBL_MAX : DBL_MAX;
    }
}

}  // namespace csimdjson
