#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "CSimdjson.h"

namespace csimdjson {

/// One key of the dotted paths asked for, with the keys under it.
class KeyNode {
public:
    static constexpr int64_t none = -1;

    /// What is asked for at this place: the numbers of an array, a header, a field, or `none`.
    int64_t array = none;
    int64_t header = none;
    int64_t field = none;

    /// Adds the place that `path` names, below this one.
    void add(const csimdjson_path &path);

    bool hasChildren() const { return !children.empty(); }

    /// Starts another object at this place.
    void restart() { at = 0; }

    /// The node of a key as the document spells it, or null if nobody asked for it.
    ///
    /// Objects of a feed have their keys in the same order, so the key that came next in the
    /// object before is compared first, whether it is asked for or not.
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
