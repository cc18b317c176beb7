#include <cstring>

#include "Fields.hpp"
#include "KeyNode.hpp"
#include "Parts.hpp"
#include "Reader.hpp"

namespace csimdjson {

namespace {

/// A forward pass over a document that delivers rows and headers in document order.
///
/// It recurses along the selected paths only, so the nesting of the document cannot exhaust the
/// stack.
class Scan {
public:
    /// \param firstIndex The index of the first row of the first array.
    Scan(
        const uint8_t *bytes, size_t length, const csimdjson_receiver &receiver,
        size_t firstIndex = 0)
        : reader(bytes, length), receiver(receiver), firstIndex(firstIndex) {}

    void add(const csimdjson_path &path) {
        bool inRow = path.role == csimdjson_role_field;
        (inRow ? row : document).add(path);
        if (inRow) { fields.makeRoom(path.index); }
    }

    void run() {
        reader.readDocument([&](auto &value, Token token) { readValue(value, token, document); });
    }

    size_t replacements() const { return fields.replacements() + header.replacements(); }

    /// The index after the last row of the last array.
    size_t nextIndex = 0;

private:
    using Token = std::string_view;

    static bool isContainer(Token token) { return token.front() == '{' || token.front() == '['; }

    /// Moves past an object, and calls `read` with the value, token and node of each selected key.
    template <class Value, class Read>
    void readMembers(Value &value, KeyNode &node, Read &&read) {
        node.restart();
        reader.readMembers(value, [&](std::string_view key, auto &member, Token token) {
            KeyNode *child = node.find(key);
            if (child) {
                read(member, token, *child);
            } else if (isContainer(token)) {
                reader.skip(token);
            }
        });
    }

    template <class Value>
    void readValue(Value &value, Token token, KeyNode &node) {
        if (isContainer(token)) {
            readContainer(value, token, node);
            header.setContainer(0, reader.text(token));
        } else {
            header.setScalar(0, value, reader.text(token));
            bool isNull = header.data()->kind == csimdjson_kind_null;
            if (isNull && node.array != KeyNode::none) {
                receiver.array(receiver.context, uint32_t(node.array), 0);
            }
        }
        if (node.header == KeyNode::none) { return; }
        header.undoEscapes();
        receiver.header(receiver.context, uint32_t(node.header), header.data());
    }

    template <class Value>
    void readContainer(Value &value, Token token, KeyNode &node) {
        if (token.front() == '[' && node.array != KeyNode::none) {
            readRows(value, uint32_t(node.array));
        } else if (token.front() == '{' && node.hasChildren()) {
            readMembers(value, node, [&](auto &member, Token token, KeyNode &child) {
                readValue(member, token, child);
            });
        } else {
            reader.skip(token);
        }
    }

    template <class Value>
    void readRows(Value &value, uint32_t array) {
        size_t count = 0;
        reader.readElements(value, [&](auto &element, Token token) {
            fields.clear();
            readField(element, token, row);
            fields.undoEscapes();
            bool isObject = token.front() == '{';
            csimdjson_row row = {
                fields.data(), fields.count(), firstIndex + count++, array, isObject};
            receiver.row(receiver.context, &row);
        });
        nextIndex = firstIndex + count;
        firstIndex = 0;
        receiver.array(receiver.context, array, count);
    }

    void readField(simdjson::ondemand::value &value, Token token, KeyNode &node) {
        bool isWanted = node.field != KeyNode::none;
        if (!isContainer(token)) {
            if (isWanted) { fields.setScalar(size_t(node.field), value, reader.text(token)); }
            return;
        }
        if (token.front() == '{' && node.hasChildren()) {
            readMembers(value, node, [&](auto &member, Token token, KeyNode &child) {
                readField(member, token, child);
            });
        } else {
            reader.skip(token);
        }
        if (isWanted) { fields.setContainer(size_t(node.field), reader.text(token)); }
    }

    Reader reader;
    const csimdjson_receiver &receiver;
    size_t firstIndex;
    KeyNode document;
    KeyNode row;
    /// Never empty, so its address is never null.
    Fields fields = Fields(1);
    Fields header = Fields(1);
};

/// A document and the paths that are read from it.
struct Selection {
    const uint8_t *bytes;
    size_t length;
    const csimdjson_path *paths;
    size_t pathCount;
    const csimdjson_receiver &receiver;

    /// Reads the whole document; returns the number of lone surrogates.
    size_t readWhole() const {
        Scan scan(bytes, length, receiver);
        return read(scan);
    }

    /// Reads the document in parts; returns the number of lone surrogates.
    size_t readParts(size_t window) const {
        KeyNode root;
        for (size_t i = 0; i < pathCount; i++) {
            if (paths[i].role != csimdjson_role_field) { root.add(paths[i]); }
        }
        size_t replacements = 0, firstIndex = 0;
        std::string text;
        Parts parts(bytes, length, window, root);
        for (const Parts::Part &part : parts.all()) {
            text.assign(part.opening);
            text.append(part.begin, size_t(part.end - part.begin));
            text.append(part.closing);
            size_t size = text.size();
            text.append(CSIMDJSON_PADDING, '\0');
            try {
                Scan scan(
                    reinterpret_cast<const uint8_t *>(text.data()), size, receiver,
                    part.isInRows ? firstIndex : 0);
                replacements += read(scan);
                firstIndex = scan.nextIndex;
            } catch (Failure &failure) {
                // The offset is one of the whole document.
                size_t before = part.opening.size();
                size_t inPart = failure.offset > before ? failure.offset - before : 0;
                size_t begin = size_t(part.begin - reinterpret_cast<const char *>(bytes));
                if (failure.status == csimdjson_status_syntax) { failure.offset = begin + inPart; }
                throw;
            }
        }
        return replacements;
    }

private:
    size_t read(Scan &scan) const {
        for (size_t i = 0; i < pathCount; i++) { scan.add(paths[i]); }
        scan.run();
        return scan.replacements();
    }
};

}  // namespace
}  // namespace csimdjson

csimdjson_outcome csimdjson_scan(
    const uint8_t *bytes, size_t length, const csimdjson_path *paths, size_t path_count,
    size_t window, const csimdjson_receiver *receiver) {
    size_t replacements = 0;
    csimdjson_outcome outcome = csimdjson::outcome([&] {
        csimdjson::Selection selection = {bytes, length, paths, path_count, *receiver};
        replacements = length > window ? selection.readParts(window) : selection.readWhole();
    });
    outcome.replacements = replacements;
    return outcome;
}
