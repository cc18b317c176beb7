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
    explicit Fields(size_t count = 0) : fields(count), escaped(count), present(count) {}

    void makeRoom(size_t index) {
        if (index < fields.size()) { return; }
        fields.resize(index + 1);
        escaped.resize(index + 1);
        present.resize(index + 1);
    }

    const csimdjson_field *data() const { return fields.data(); }
    size_t count() const { return fields.size(); }

    /// Number of lone surrogates in all strings so far.
    size_t replacements() const { return replaced; }

    /// Marks every field as missing.
    void clear() {
        for (size_t i = 0; i < presentCount; i++) {
            fields[present[i]].kind = csimdjson_kind_missing;
        }
        presentCount = 0;
    }

    template <class Value>
    void setScalar(size_t index, Value &value, std::string_view text) {
        add(index);
        escaped[index] = readScalar(value, text, fields[index]);
        anyEscaped |= escaped[index];
    }

    void setString(size_t index, std::string_view text) {
        add(index);
        escaped[index] = readString(text, fields[index]);
        anyEscaped |= escaped[index];
    }

    void setContainer(size_t index, std::string_view text) {
        add(index);
        escaped[index] = false;
        setText(fields[index], csimdjson_kind_container, text);
    }

    /// Unescapes the strings; call it once, before passing them on.
    void undoEscapes() {
        if (anyEscaped) { undoAll(); }
    }

private:
    void add(size_t index) {
        if (fields[index].kind == csimdjson_kind_missing) { present[presentCount++] = index; }
    }

    void undoAll() {
        size_t room = 0;
        for (size_t i = 0; i < presentCount; i++) {
            if (escaped[present[i]]) { room += fields[present[i]].length; }
        }
        if (storage.size() < room) { storage.resize(room); }
        size_t used = 0;
        for (size_t i = 0; i < presentCount; i++) {
            size_t index = present[i];
            if (escaped[index]) {
                used += unescape(fields[index], storage.data() + used);
                replaced += fields[index].replacements;
            }
            escaped[index] = false;
        }
        anyEscaped = false;
    }

    std::vector<csimdjson_field> fields;
    std::vector<uint8_t> escaped;
    /// Indices of the fields that are not missing; a row has few of those that are selected.
    std::vector<size_t> present;
    size_t presentCount = 0;
    bool anyEscaped = false;
    size_t replaced = 0;
    std::vector<char> storage;
};

}  // namespace csimdjson
