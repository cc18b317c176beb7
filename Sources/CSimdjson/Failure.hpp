#pragma once

#include <new>

#include "CSimdjson.h"

namespace csimdjson {

/// Error that ends the reading of a document; thrown inside this target only.
struct Failure {
    csimdjson_status status;
    const char *reason;
    size_t offset;

    explicit Failure(csimdjson_status status) : status(status), reason(""), offset(0) {}
    Failure(const char *reason, size_t offset)
        : status(csimdjson_status_syntax), reason(reason), offset(offset) {}
};

/// Runs `body`, and converts its exceptions into an outcome.
template <class Body>
csimdjson_outcome outcome(Body &&body) noexcept {
    try {
        body();
        return {csimdjson_status_ok, "", 0, 0};
    } catch (const Failure &failure) {
        return {failure.status, failure.reason, failure.offset, 0};
    } catch (...) {
        // Only the allocator throws anything else.
        return {csimdjson_status_out_of_memory, "", 0, 0};
    }
}

}  // namespace csimdjson
