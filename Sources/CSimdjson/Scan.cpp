#include "Fields.hpp"
#include "KeyNode.hpp"
#include "Reader.hpp"

namespace csimdjson {

namespace {

/// A forward pass over a document that delivers rows and headers in document order.
///
/// It recurses along the selected paths only, so the nesting of the document cannot exhaust the
/// stack.
class Scan {
public:
    Scan(const uint8_t *bytes, size_t length, const csimdjson_receiver &receiver)
        : reader(bytes, length), receiver(receiver) {}

    void add(const csimdjson_path &path) {
        bool inRow = path.role == csimdjson_role_field;
        (inRow ? row : document).add(path);
        if (inRow) { fields.makeRoom(path.index); }
    }

    void run() {
        readValue(document);
        reader.expectEnd();
    }

private:
    /// Moves past the next object, and calls `member` at the value of each selected key.
    template <void (Scan::*member)(KeyNode &)>
    void readMembers(KeyNode &node) {
        node.restart();
        reader.takeBracket();
        if (reader.peek() == '}') { return reader.takeBracket(); }
        do {
            KeyNode *child = node.find(reader.takeKey());
            if (child) {
                (this->*member)(*child);
            } else {
                reader.skip();
            }
        } while (reader.takeComma('}'));
    }

    void readValue(KeyNode &node);
    void readContainer(KeyNode &node, uint8_t first);
    void readRows(uint32_t array);
    void readRow(uint32_t array, size_t index);
    void readField(KeyNode &node);

    Reader reader;
    const csimdjson_receiver &receiver;
    KeyNode document;
    KeyNode row;
    /// Never empty, so its address is never null.
    Fields fields = Fields(1);
    Fields header = Fields(1);
};

void Scan::readValue(KeyNode &node) {
    uint8_t first = reader.peekValue();
    size_t start = reader.offset();
    if (first == '{' || first == '[') {
        readContainer(node, first);
        header.setContainer(0, reader.textSince(start));
    } else {
        header.setScalar(0, reader.takeToken());
        bool isNull = header.data()->kind == csimdjson_kind_null;
        if (isNull && node.array != KeyNode::none) {
            receiver.array(receiver.context, uint32_t(node.array), 0);
        }
    }
    if (node.header == KeyNode::none) { return; }
    header.undoEscapes();
    receiver.header(receiver.context, uint32_t(node.header), header.data());
}

void Scan::readContainer(KeyNode &node, uint8_t first) {
    if (first == '[' && node.array != KeyNode::none) { return readRows(uint32_t(node.array)); }
    if (first == '{' && node.hasChildren()) { return readMembers<&Scan::readValue>(node); }
    reader.skip();
}

void Scan::readRows(uint32_t array) {
    size_t count = 0;
    reader.takeBracket();
    if (reader.peek() == ']') {
        reader.takeBracket();
    } else {
        do { readRow(array, count++); } while (reader.takeComma(']'));
    }
    receiver.array(receiver.context, array, count);
}

void Scan::readRow(uint32_t array, size_t index) {
    fields.clear();
    bool isObject = reader.peekValue() == '{';
    readField(row);
    fields.undoEscapes();
    csimdjson_row row = {fields.data(), fields.count(), index, array, isObject};
    receiver.row(receiver.context, &row);
}

void Scan::readField(KeyNode &node) {
    uint8_t first = reader.peekValue();
    size_t start = reader.offset();
    bool isContainer = first == '{' || first == '[';
    bool isWanted = node.field != KeyNode::none;
    if (isWanted && !isContainer) {
        return fields.setScalar(size_t(node.field), reader.takeToken());
    }
    if (first == '{' && node.hasChildren()) {
        readMembers<&Scan::readField>(node);
    } else {
        reader.skip();
    }
    if (isWanted) { fields.setContainer(size_t(node.field), reader.textSince(start)); }
}

}  // namespace
}  // namespace csimdjson

csimdjson_outcome csimdjson_scan(
    const uint8_t *bytes, size_t length, const csimdjson_path *paths, size_t path_count,
    const csimdjson_receiver *receiver) {
    return csimdjson::outcome([&] {
        csimdjson::Scan scan(bytes, length, *receiver);
        for (size_t i = 0; i < path_count; i++) { scan.add(paths[i]); }
        scan.run();
    });
}
