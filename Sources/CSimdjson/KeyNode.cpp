#include "KeyNode.hpp"

#include "Unescape.hpp"

namespace csimdjson {

/// Number of cached keys of an object, and how many of them the next object may omit before a full
/// search.
static constexpr size_t rememberedKeys = 64;
static constexpr size_t leftOutKeys = 4;

void KeyNode::add(const csimdjson_path &path) {
    std::string_view text(reinterpret_cast<const char *>(path.text), path.length);
    KeyNode *node = this;
    while (!text.empty()) {
        size_t dot = text.find('.');
        node = &node->makeChild(text.substr(0, dot));
        text = dot == std::string_view::npos ? std::string_view() : text.substr(dot + 1);
    }
    switch (path.role) {
    case csimdjson_role_array: node->array = path.index; break;
    case csimdjson_role_header: node->header = path.index; break;
    case csimdjson_role_field: node->field = path.index; break;
    }
}

KeyNode &KeyNode::makeChild(std::string_view key) {
    if (KeyNode *known = child(key)) { return *known; }
    children.emplace_back();
    children.back().name = key;
    return children.back();
}

KeyNode *KeyNode::findAnew(std::string_view key) {
    for (size_t i = at + 1; i < order.size() && i <= at + leftOutKeys; i++) {
        if (order[i].key == key) {
            at = i + 1;
            return order[i].child;
        }
    }
    KeyNode *found = child(key);
    if (!found) { found = childOfEscaped(key); }
    if (order.size() < rememberedKeys) {
        order.insert(order.begin() + std::ptrdiff_t(at), {key, found});
        at++;
    }
    return found;
}

KeyNode *KeyNode::child(std::string_view key) {
    for (KeyNode &child : children) {
        if (child.name == key) { return &child; }
    }
    return nullptr;
}

KeyNode *KeyNode::childOfEscaped(std::string_view key) {
    if (key.find('\\') == std::string_view::npos) { return nullptr; }
    std::string plain(key.size(), '\0');
    size_t replacements = 0;
    size_t length = unescape(key, plain.data(), replacements);
    return length == badEscape ? nullptr : child(std::string_view(plain).substr(0, length));
}

}  // namespace csimdjson
