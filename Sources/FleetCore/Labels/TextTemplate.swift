/// A line of text with names in braces, such as `{name} · {Shelf}`.
///
/// `{{` and `}}` are braces.
///
///     let template = try TextTemplate("{name} · {Shelf}")
///     template.line { $0 == "Shelf" ? "A3" : "" }  // "A3"
public struct TextTemplate: Equatable, Sendable {
    private enum Part: Equatable, Sendable {
        case text(String)
        case name(String)
    }

    /// Texts that separate values, and go with an empty one.
    private static let separators = [" · ", " - "]

    private let parts: [Part]

    /// Parses a template; a text without `{` is a line that stays as it is.
    public init(_ text: String) throws(TextTemplateError) {
        guard text.contains("{") else {
            parts = text.isEmpty ? [] : [.text(text)]
            return
        }
        var (parts, plain) = ([Part](), "")
        var rest = text[...]
        while let character = rest.popFirst() {
            guard character == "{" || character == "}" else {
                plain.append(character)
                continue
            }
            if rest.first == character {
                plain.append(rest.removeFirst())
                continue
            }
            guard character == "{", let end = rest.firstIndex(where: { "{}".contains($0) }),
                rest[end] == "}"
            else { throw .unbalanced }
            let name = NameText.trimmed(rest[..<end])
            guard !name.isEmpty else { throw .noName }
            rest = rest[rest.index(after: end)...]
            if !plain.isEmpty { parts.append(.text(plain)) }
            plain = ""
            parts.append(.name(name))
        }
        if !plain.isEmpty { parts.append(.text(plain)) }
        self.parts = parts
    }

    /// The names in braces, in their order.
    public var names: [String] {
        parts.compactMap { if case .name(let name) = $0 { name } else { nil } }
    }

    /// Returns the line, without white space around it; `nil` if it is empty.
    ///
    /// An empty value leaves its part empty. It takes a separator, ` · ` or ` - `, along: the one
    /// after it if the line begins with the value or has another separator before it, and the one
    /// before it at the end.
    /// - Parameter value: Returns the value of a name, which is plain text.
    public func line(_ value: (_ name: String) -> String) -> String? {
        var line = ""
        var dropsSeparator = false
        for (index, part) in parts.enumerated() {
            switch part {
            case .text(let text):
                let separator = dropsSeparator ? Self.separators.first(where: text.hasPrefix) : nil
                line += text.dropFirst(separator?.count ?? 0)
                dropsSeparator = false
            case .name(let name):
                let value = value(name)
                line += value
                let separator = Self.separators.first(where: line.hasSuffix)
                dropsSeparator = value.isEmpty && (line.isEmpty || separator != nil)
                if dropsSeparator, index == parts.count - 1 {
                    line.removeLast(separator?.count ?? 0)
                }
            }
        }
        let trimmed = NameText.trimmed(line[...])
        return trimmed.isEmpty ? nil : trimmed
    }
}

/// Error in a template, or in its names.
public enum TextTemplateError: Error, Equatable {
    /// A brace has no other one.
    case unbalanced
    /// There is nothing between two braces.
    case noName
    /// A word is neither a template nor one of the words with a meaning.
    case word(String)
    /// No value has this name; `known` lists the names that exist.
    case unknownName(String, known: [String])
    /// Several values have this name in other letters.
    case ambiguousName(String, [String])
}
