/// Names of properties in the text of options, such as `id,"Rack, row"` and `"a=b"=c`.
///
/// A name with a character that has a meaning there is in double quotes, in which a quote is written
/// twice, as in CSV (RFC 4180, section 2). Quotes that do not enclose a whole name are part of it.
public enum NameText {
    /// Characters that end a name without quotes.
    private static let marks: Set<Character> = [",", "=", "!"]

    /// Returns the names of a list that is separated by commas, without the spaces around them; empty
    /// ones too.
    public static func names(in list: String) -> [String] {
        var names: [String] = []
        var rest = list[...]
        while true {
            if let (name, after) = quoted(rest.drop(while: \.isWhitespace)) {
                let after = after.drop(while: \.isWhitespace)
                if after.isEmpty { return names + [name] }
                if after.first == "," {
                    names.append(name)
                    rest = after.dropFirst()
                    continue
                }
            }
            guard let comma = rest.firstIndex(of: ",") else {
                return names + [Self.trimmed(rest)]
            }
            names.append(Self.trimmed(rest[..<comma]))
            rest = rest[rest.index(after: comma)...]
        }
    }

    /// Returns a text without the white space around it.
    public static func trimmed(_ text: Substring) -> String {
        let rest = text.drop(while: \.isWhitespace)
        return String(rest.dropLast(rest.reversed().prefix(while: \.isWhitespace).count))
    }

    /// Returns the name of a text that is one name, with or without quotes.
    public static func name(in text: String) -> String {
        guard let (name, rest) = quoted(text.drop(while: \.isWhitespace)),
            rest.allSatisfy(\.isWhitespace)
        else { return text }
        return name
    }

    /// Returns a name as it is typed: in quotes if it needs them.
    public static func typed(_ name: String) -> String {
        let isPlain =
            !name.isEmpty && name.first != "\"" && !name.contains(where: marks.contains)
            && Self.trimmed(name[...]) == name
        return isPlain ? name : "\"" + name.replacing("\"", with: "\"\"") + "\""
    }

    /// Returns a list of names that ``names(in:)`` reads.
    public static func list(_ names: [String]) -> String {
        names.map(typed).joined(separator: ",")
    }

    /// Returns the name in quotes at the start of a text, and the text after it; `nil` without one.
    static func quoted(_ text: Substring) -> (name: String, rest: Substring)? {
        guard text.first == "\"" else { return nil }
        var (name, rest) = ("", text.dropFirst())
        while let quote = rest.firstIndex(of: "\"") {
            name += rest[..<quote]
            rest = rest[rest.index(after: quote)...]
            guard rest.first == "\"" else { return name.isEmpty ? nil : (name, rest) }
            name.append("\"")
            rest = rest.dropFirst()
        }
        return nil
    }
}
