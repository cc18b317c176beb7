#pragma once

#include <string_view>

#include <simdjson.h>

#include "Failure.hpp"

namespace csimdjson {

/// A document that is read forward with simdjson's On-Demand interface.
///
/// That interface finds the tokens. The rest is checked here, because its errors lack an offset,
/// and because it counts the brackets of skipped values without telling `[` from `{`. A token is
/// the source text of a scalar or an opening bracket, with the white space after it.
class Reader {
public:
    /// Throws `Failure`.
    Reader(const uint8_t *bytes, size_t length);

    /// Calls `body` with the document's value and its token; throws unless the document ends there.
    template <class Body>
    void readDocument(Body &&body) {
        body(document, takeToken(document));
        if (next < end) { fail("something follows the document"); }
    }

    /// Moves past an object, and calls `body` with the key, the value and the token of each member.
    ///
    /// The key is still escaped. `body` moves past the value if it is an array or object.
    template <class Value, class Body>
    void readMembers(Value &value, Body &&body) {
        simdjson::ondemand::object object;
        if (value.get_object().get(object)) { failAtBrackets(); }
        for (auto result : object) {
            simdjson::ondemand::field field;
            if (std::move(result).get(field)) { failAtKey(); }
            std::string_view token = takeToken(field.value());
            const char *quote = endBefore(endBefore(token.data()) - 1) - 1;
            const char *key = field.key().raw();
            body(std::string_view(key, size_t(quote - key)), field.value(), token);
            expectSeparator('}');
        }
        moveToCurrent();
    }

    /// Moves past an array, and calls `body` with the value and the token of each element.
    ///
    /// `body` moves past the value if it is an array or object.
    template <class Value, class Body>
    void readElements(Value &value, Body &&body) {
        simdjson::ondemand::array array;
        if (value.get_array().get(array)) { failAtBrackets(); }
        for (auto result : array) {
            simdjson::ondemand::value element;
            if (std::move(result).get(element)) { fail("an element is missing"); }
            body(element, takeToken(element));
            expectSeparator(']');
        }
        moveToCurrent();
    }

    /// Moves past an array or object; checks only its brackets.
    void skip(std::string_view token) {
        next = afterSpace(endOfContainer(token.data(), "a bracket closes another sort"));
    }

    /// Returns the source text of the value with this token, which was read or skipped last.
    std::string_view text(std::string_view token) const {
        return {token.data(), size_t(endBefore(next) - token.data())};
    }

private:
    template <class Value>
    std::string_view takeToken(Value &value) {
        simdjson::simdjson_result<std::string_view> token = value.raw_json_token();
        next = token.value_unsafe().data();
        if (next >= end) { throw Failure(csimdjson_status_truncated); }
        bool isValue = *next != '}' && *next != ']' && *next != ',' && *next != ':';
        if (!isValue) { fail("a value is missing"); }
        next += token.value_unsafe().size();
        return token.value_unsafe();
    }

    /// Moves `next` past the comma or to `closing`, and fails if neither is there.
    void expectSeparator(char closing) {
        if (next >= end) { throw Failure(csimdjson_status_truncated); }
        if (*next == ',') {
            next++;
        } else if (*next != closing) {
            fail("a comma or a closing bracket is missing");
        }
    }

    /// Sets `next` after an array or object.
    void moveToCurrent() {
        if (document.current_location().get(next)) { next = end; }
    }

    [[noreturn]] void fail(const char *reason) const {
        throw Failure(reason, size_t(next - start));
    }

    [[noreturn]] void failAtBrackets();
    [[noreturn]] void failAtKey();
    const char *endOfContainer(const char *at, const char *mismatch);

    static bool isSpace(char byte) {
        // Most bytes are greater than all of them.
        return uint8_t(byte) <= ' '
            && (byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t');
    }

    static const char *afterSpace(const char *at) {
        while (isSpace(*at)) { at++; }
        return at;
    }

    static const char *endBefore(const char *at) {
        while (isSpace(at[-1])) { at--; }
        return at;
    }

    simdjson::ondemand::parser parser;
    simdjson::ondemand::document document;
    const char *start;
    const char *end;
    /// Where the next token is expected.
    const char *next;
};

}  // namespace csimdjson
