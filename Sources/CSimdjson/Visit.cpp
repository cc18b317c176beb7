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
          maxDepth(maxDepth < CSIMDJSON_MAX_DEPTH ? maxDepth : CSIMDJSON_MAX_DEPTH),
          visitor(visitor),
          context(context) {}

    void run() {
        reader.readDocument([&](auto &value, std::string_view token) { visit(value, token); });
    }

private:
    template <class Value>
    void visit(Value &value, std::string_view token) {
        bool isObject = token.front() == '{';
        if (!isObject && token.front() != '[') {
            field.setScalar(0, value, reader.text(token));
            return tellField(csimdjson_event_scalar);
        }
        if (depth == maxDepth) { throw Failure(csimdjson_status_too_deep); }
        depth++;
        tell(isObject ? csimdjson_event_object : csimdjson_event_array, nullptr);
        if (isObject) {
            visitMembers(value);
        } else {
            reader.readElements(
                value, [&](auto &element, std::string_view token) { visit(element, token); });
        }
        tell(csimdjson_event_end, nullptr);
        depth--;
    }

    template <class Value>
    void visitMembers(Value &value) {
        reader.readMembers(
            value, [&](std::string_view key, auto &member, std::string_view token) {
                field.setString(0, {key.data() - 1, key.size() + 2});
                tellField(csimdjson_event_key);
                visit(member, token);
            });
    }

    void tellField(csimdjson_event event) {
        field.undoEscapes();
        tell(event, field.data());
    }

    void tell(csimdjson_event event, const csimdjson_field *field) {
        if (!visitor(context, event, field)) { throw Failure(csimdjson_status_stopped); }
    }

    Reader reader;
    size_t maxDepth;
    size_t depth = 0;
    csimdjson_visitor visitor;
    void *context;
    Fields field = Fields(1);
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
