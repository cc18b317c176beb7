#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace csimdjson {

/// The offsets of the structural characters of a document: brackets, colons, commas, and the first
/// byte of each string and scalar.
///
/// This is what simdjson calls stage 1. It runs over the whole document, so invalid UTF-8, control
/// characters in strings and an unclosed string are known before anything is read.
class StructuralIndex {
public:
    /// Throws `Failure`.
    StructuralIndex(const uint8_t *bytes, size_t length);
    ~StructuralIndex();
    StructuralIndex(const StructuralIndex &) = delete;
    StructuralIndex &operator=(const StructuralIndex &) = delete;

    /// `count()` offsets in ascending order, and the document's length after them.
    const uint32_t *offsets() const;
    size_t count() const;

private:
    struct Storage;
    std::unique_ptr<Storage> storage;
};

}  // namespace csimdjson
