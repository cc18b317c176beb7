#pragma once

#include <string_view>
#include <vector>

#include "CSimdjson.h"
#include "Scalar.hpp"

namespace csimdjson {

/// The fields of a row, indexed like their paths, or a single value. Setting a field again replaces
/// its value.
class Fields {
public:
    explicit Fields(size_t count = 0) : fields(count), escaped(count) {}

    void makeRoom(size_t index) {
        if (index < fields.size()) { return; }
        fields.resize(index + 1);
        escaped.resize(index + 1);
    }

    const csimdjson_field *data() const { return fields.data(); }
    size_t count() const { return fields.size(); }

    /// Number of lone surrogates in all strings so far.
    size_t replacements() const { return replaced; }

    /// Marks every field as missing.
    void clear() {
        for (csimdjson_field &field : fields) { field.kind = csimdjson_kind_missing; }
    }

    template <class Value>
    void setScalar(size_t index, Value &value, std::string_view text) {
        escaped[index] = readScalar(value, text, fields[index]);
        anyEscaped |= escaped[index];
    }

    void setString(size_t index, std::string_view text) {
        escaped[index] = readString(text, fields[index]);
        anyEscaped |= escaped[index];
    }

    void setContainer(size_t index, std::string_view text) {
        escaped[index] = false;
        setText(fields[index], csimdjson_kind_container, text);
    }

    /// Unescapes the strings; call it once, before passing them on.
    void undoEscapes() {
        if (anyEscaped) { undoAll(); }
    }

private:
    void undoAll() {
        size_t room = 0;
        for (size_t i = 0; i < fields.size(); i++) { room += escaped[i] ? fields[i].length : 0; }
        if (storage.size() < room) { storage.resize(room); }
        size_t used = 0;
        for (size_t i = 0; i < fields.size(); i++) {
            if (escaped[i]) {
                used += unescape(fields[i], storage.data() + used);
                replaced += fields[i].replacements;
            }
            escaped[i] = false;
        }
        anyEscaped = false;
    }

    std::vector<csimdjson_field> fields;
    std::vector<uint8_t> escaped;
    bool anyEscaped = false;
    size_t replaced = 0;
    std::vector<char> storage;
};

}  // namespace csimdjson
