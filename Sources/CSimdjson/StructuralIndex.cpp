#include "StructuralIndex.hpp"

#include <simdjson.h>

#include "Failure.hpp"

namespace csimdjson {

// Both front ends of simdjson are built on this class, which is the same from version 3.0 to 4.6.
// Neither fits here: DOM builds a complete tree and rejects it for one malformed number, and
// On-Demand does not detect mismatched brackets in skipped values.
struct StructuralIndex::Storage {
    std::unique_ptr<simdjson::internal::dom_parser_implementation> parser;
};

static csimdjson_status status(simdjson::error_code error) {
    switch (error) {
    case simdjson::EMPTY: return csimdjson_status_empty;
    case simdjson::UTF8_ERROR: return csimdjson_status_invalid_utf8;
    case simdjson::UNESCAPED_CHARS: return csimdjson_status_control_character;
    case simdjson::UNCLOSED_STRING: return csimdjson_status_truncated;
    case simdjson::CAPACITY: return csimdjson_status_too_large;
    case simdjson::MEMALLOC: return csimdjson_status_out_of_memory;
    default: return csimdjson_status_syntax;
    }
}

static void check(simdjson::error_code error) {
    if (error == simdjson::SUCCESS) { return; }
    csimdjson_status status = csimdjson::status(error);
    if (status == csimdjson_status_syntax) { throw Failure(simdjson::error_message(error), 0); }
    throw Failure(status);
}

StructuralIndex::StructuralIndex(const uint8_t *bytes, size_t length) : storage(new Storage) {
    if (length == 0) { throw Failure(csimdjson_status_empty); }
    if (length > simdjson::SIMDJSON_MAXSIZE_BYTES) { throw Failure(csimdjson_status_too_large); }
    auto &parser = storage->parser;
    auto &active = simdjson::get_active_implementation();
    check(active->create_dom_parser_implementation(length, 1, parser));
    check(parser->stage1(bytes, length, simdjson::stage1_mode::regular));
}

StructuralIndex::~StructuralIndex() = default;

const uint32_t *StructuralIndex::offsets() const {
    return storage->parser->structural_indexes.get();
}

size_t StructuralIndex::count() const {
    return storage->parser->n_structural_indexes;
}

}  // namespace csimdjson
