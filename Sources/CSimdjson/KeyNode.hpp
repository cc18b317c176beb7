#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "CSimdjson.h"

namespace csimdjson {

/// A key of the selected dotted paths, with its child keys.
class KeyNode {
public:
    static constexpr int64_t none = -1;

    /// Indices of the array, header and field selected at this path, or `none`.
    int64_t array = none;
    int64_t header = none;
    int64_t field = none;

    /// Adds `path` below this node.
    void add(const csimdjson_path &path);

    bool hasChildren() const { return !children.empty(); }

    /// Starts another object at this path.
    void restart() { at = 0; }

    /// Returns the node of a key as spelled in the document, or null if it is not selected.
    ///
    /// Objects of a feed have their keys in the same order, so the next key of the previous object
    /// is compared first, selected or not.
    KeyNode *find(std::string_view key) {
        if (at < order.size() && order[at].key == key) { return order[at++].child; }
        return findAnew(key);
    }

private:
    struct Seen {
        std::string_view key;
        KeyNode *child;
    };

    KeyNode *findAnew(std::string_view key);
    KeyNode *child(std::string_view key);
    KeyNode *childOfEscaped(std::string_view key);
    KeyNode &makeChild(std::string_view key);

    std::string name;
    std::vector<KeyNode> children;
    std::vector<Seen> order;
    size_t at = 0;
};

}  // namespace csimdjson
