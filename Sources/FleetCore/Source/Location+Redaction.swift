extension Location {
    private typealias Scalars = Substring.UnicodeScalarView

    /// An address without what may be a secret: the user and password before `@`, and the values of
    /// query and fragment items whose names speak of a key, token, secret, signature or password.
    ///
    /// It is taken apart by scalars: a combining mark makes one character with the separator before
    /// it, and must not hide a secret by that.
    public static func redacted(_ address: String) -> String {
        guard let start = endOfScheme(address.unicodeScalars) else { return address }
        let rest = address.unicodeScalars[start...]
        let authority = rest.prefix { !isSeparator($0) && $0 != "/" }
        let base = rest[authority.endIndex...].prefix { !isSeparator($0) }
        return String(address.unicodeScalars[..<start])
            + String(withoutUserInformation(authority)) + String(base)
            + redactedItems(rest[base.endIndex...])
    }

    private static func endOfScheme(_ scalars: String.UnicodeScalarView) -> String.Index? {
        scalars.indices.lazy
            .filter { scalars[$0] == ":" }
            .map { scalars[$0...].prefix(3) }
            .first { $0.elementsEqual("://".unicodeScalars) }?.endIndex
    }

    private static func withoutUserInformation(_ authority: Scalars) -> Scalars {
        guard let at = authority.lastIndex(of: "@") else { return authority }
        return authority[authority.index(after: at)...]
    }

    /// Redacts items, each with the separator that begins it.
    private static func redactedItems(_ items: Scalars) -> String {
        var redacted = ""
        var rest = items
        while let separator = rest.popFirst() {
            let item = rest.prefix { !isSeparator($0) }
            redacted.unicodeScalars.append(separator)
            redacted += redactedItem(item)
            rest = rest[item.endIndex...]
        }
        return redacted
    }

    private static func redactedItem(_ item: Scalars) -> String {
        guard let equals = item.firstIndex(of: "="), isSecret(item[..<equals]) else {
            return String(item)
        }
        return String(item[...equals]) + "…"
    }

    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "?" || scalar == "&" || scalar == "#" || scalar == ";"
    }

    private static func isSecret(_ name: Scalars) -> Bool {
        let name = String(name).lowercased()
        return ["key", "token", "secret", "sig", "pass", "auth", "credential"]
            .contains { name.contains($0) }
    }
}
