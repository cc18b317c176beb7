#include "Fields.hpp"
#include "Reader.hpp"

namespace csimdjson {

namespace {

/// A pass over every token of a document that calls a visitor for each.
class Visit {
public:
    Visit(
        const uint8_t *bytes, size_t length, size_t maxDepth, csimdjson_visitor visitor,
        void *context)
        : reader(bytes, length),
          nesting(maxDepth < CSIMDJSON_MAX_DEPTH ? maxDepth : CSIMDJSON_MAX_DEPTH),
          visitor(visitor),
          context(context) {}

    void run() {
        do { begin(); } while (moveToNext());
        reader.expectEnd();
    }

private:
    /// Moves past a scalar or into a container.
    void begin() {
        uint8_t first = reader.peekValue();
        entered = first == '{' || first == '[';
        if (!entered) { return tellScalar(csimdjson_event_scalar, reader.takeToken()); }
        nesting.open(first == '{');
        reader.takeBracket();
        tell(first == '{' ? csimdjson_event_object : csimdjson_event_array, nullptr);
    }

    /// Closes the containers that end here; returns false at the end, else the next value follows.
    bool moveToNext() {
        while (!nesting.isEmpty()) {
            bool inObject = nesting.isInObject();
            uint8_t closing = inObject ? '}' : ']';
            bool isFirst = entered && reader.peek() != closing;
            entered = false;
            if (isFirst || reader.takeComma(closing)) {
                if (inObject) { readKey(); }
                return true;
            }
            nesting.close(inObject);
            tell(csimdjson_event_end, nullptr);
        }
        return false;
    }

    void readKey() {
        std::string_view key = reader.takeKey();
        tellScalar(csimdjson_event_key, {key.data() - 1, key.size() + 2});
    }

    void tellScalar(csimdjson_event event, std::string_view token) {
        field.setScalar(0, token);
        field.undoEscapes();
        tell(event, field.data());
    }

    void tell(csimdjson_event event, const csimdjson_field *field) {
        if (!visitor(context, event, field)) { throw Failure(csimdjson_status_stopped); }
    }

    Reader reader;
    Nesting nesting;
    csimdjson_visitor visitor;
    void *context;
    Fields field = Fields(1);
    bool entered = false;
};

}  // namespace
}  // namespace csimdjson

csimdjson_outcome csimdjson_visit(
    const uint8_t *bytes, size_t length, size_t max_depth, csimdjson_visitor visitor,
    void *context) {
    return csimdjson::outcome([&] {
        csimdjson::Visit(bytes, length, max_depth, visitor, context).run();
    });
}
