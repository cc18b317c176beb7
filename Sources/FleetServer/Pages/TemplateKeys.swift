#if DEBUG
/// The keys that a template looks up, to find those that its context lacks.
///
/// Mustache shows nothing for an unknown key, so a misspelled one would be a gap on a page. A value
/// of `nil` is known, unless a context around it has another value of that name, which Mustache
/// would show instead. Only the parts of a template that are shown are checked.
struct TemplateKeys {
    private indirect enum Part {
        case value(String)
        case section(String, isInverted: Bool, [Part])
        case partial(String)
    }

    private static let templates = Dictionary(
        uniqueKeysWithValues: WebFile.all.compactMap { file in
            file.name(in: "templates/", type: ".mustache").map { ($0, parts(of: file.text)) }
        })

    /// Elements of each list that are checked.
    private static let maxElements = 3

    private var missing: Set<String> = []

    /// Returns the keys that a template shows with a context that lacks them.
    static func missing(in template: String, _ context: Any) -> Set<String> {
        missing(templates[template] ?? [], context)
    }

    /// Returns the keys that the text of a template shows with a context that lacks them.
    static func missing(inText text: String, _ context: Any) -> Set<String> {
        missing(parts(of: text), context)
    }

    private static func missing(_ parts: [Part], _ context: Any) -> Set<String> {
        var keys = TemplateKeys()
        keys.show(parts, [context])
        return keys.missing
    }

    private mutating func show(_ parts: [Part], _ stack: [Any]) {
        for part in parts {
            switch part {
            case .value(let key): _ = value(of: key, in: stack)
            case .partial(let name): show(Self.templates[name] ?? [], stack)
            case .section(let key, let isInverted, let parts):
                guard let value = value(of: key, in: stack) else { continue }
                let elements = Self.elements(of: value)
                if isInverted {
                    if elements.isEmpty { show(parts, stack) }
                } else {
                    elements.prefix(Self.maxElements).forEach { show(parts, stack + [$0]) }
                }
            }
        }
    }

    /// Returns the value of a key in the innermost context that has it, and notes a key that none
    /// has.
    private mutating func value(of key: String, in stack: [Any]) -> Any? {
        guard key != "." else { return stack.last }
        let path = key.split(separator: ".").map(String.init)
        let found = stack.reversed().compactMap { Self.member(path[0], of: $0) }
        var value = found.first
        let isEmpty = value.map { Self.unwrapped($0) == nil } ?? false
        if isEmpty, found.contains(where: { Self.unwrapped($0) != nil }) { missing.insert(key) }
        for name in path.dropFirst() {
            guard let parent = value else { break }
            // The type of `nil` cannot be asked for its members.
            guard !Self.elements(of: parent).isEmpty else { return parent }
            value = Self.member(name, of: parent)
        }
        if value == nil { missing.insert(key) }
        return value
    }

    private static func member(_ name: String, of value: Any) -> Any? {
        let value = unwrapped(value) ?? value
        if let members = value as? [String: Any] { return members[name] }
        return Mirror(reflecting: value).children.first { $0.label == name }?.value
    }

    /// The contexts that a section is shown with; none for `nil`, false and an empty list.
    private static func elements(of value: Any) -> [Any] {
        guard let value = unwrapped(value) else { return [] }
        if let isShown = value as? Bool { return isShown ? [value] : [] }
        if let list = value as? [Any] { return list }
        return [value]
    }

    private static func unwrapped(_ value: Any) -> Any? {
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .optional else { return value }
        return mirror.children.first.flatMap { unwrapped($0.value) }
    }
}

extension TemplateKeys {
    private static func parts(of text: String) -> [Part] {
        var tags = text.matches(of: /\{\{([#^\/>%]?)\s*([^\s}]+)[^}]*\}\}/)
            .map { (kind: String($0.1), key: String($0.2)) }[...]
        return parts(until: nil, &tags)
    }

    private static func parts(
        until end: String?, _ tags: inout ArraySlice<(kind: String, key: String)>
    ) -> [Part] {
        var parts: [Part] = []
        while let (kind, key) = tags.popFirst() {
            switch kind {
            case "/" where key == end: return parts
            case "#", "^":
                let inner = Self.parts(until: key, &tags)
                parts.append(.section(key, isInverted: kind == "^", inner))
            case ">": parts.append(.partial(key))
            case "": parts.append(.value(key))
            default: break
            }
        }
        return parts
    }
}
#endif
