#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace csimdjson {

/// The offsets of the structural characters of a document: brackets, colons, commas, and the first
/// byte of each string and scalar.
///
/// simdjson calls this stage 1. It processes the whole document, so invalid UTF-8, control
/// characters in strings and an unclosed string are detected before any value is read.
class StructuralIndex {
public:
    /// Throws `Failure`.
    StructuralIndex(const uint8_t *bytes, size_t length);
    ~StructuralIndex();
    StructuralIndex(const StructuralIndex &) = delete;
    StructuralIndex &operator=(const StructuralIndex &) = delete;

    /// Returns `count()` offsets in ascending order, followed by the document's length.
    const uint32_t *offsets() const;
    size_t count() const;

private:
    struct Storage;
    std::unique_ptr<Storage> storage;
};

}  // namespace csimdjson
