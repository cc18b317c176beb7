extension Location {
    /// An address without what may be a secret: the user and password before `@`, and the values of
    /// query and fragment items whose names speak of a key, token, secret, signature or password.
    public static func redacted(_ address: String) -> String {
        AddressSecrets(in: address).redacted
    }
}

/// What may be secret in an address, apart from the rest of it.
///
/// The address is taken apart by scalars: a combining mark makes one character with the separator
/// before it, and must not hide a secret by that.
public struct AddressSecrets: Sendable {
    /// The address without the secrets.
    public private(set) var address: String
    /// The user and password, as they stand before `@`.
    public private(set) var userInformation: String?
    /// The query items whose names speak of a secret, as they stand in the address.
    public private(set) var queryItems: [(name: String, value: String)] = []
    /// The address with `…` in the place of every secret value.
    public private(set) var redacted: String

    /// Takes an address apart; a text that is no address is left as it is.
    public init(in address: String) {
        guard let scheme = address.unicodeScalars.firstRange(of: "://".unicodeScalars) else {
            (self.address, redacted) = (address, address)
            return
        }
        let (place, fragment) = Self.split(address[scheme.upperBound...], at: "#")
        let (base, query) = Self.split(place, at: "?")
        self.address = String(address[..<scheme.upperBound])
        self.address += Self.withoutUserInformation(base, &userInformation)
        redacted = self.address
        if let query { take(query) }
        // No server is ever told a fragment, and some hold a token.
        if fragment != nil { redacted += "#…" }
    }

    private mutating func take(_ query: Substring) {
        var (kept, shown): ([String], [String]) = ([], [])
        for item in query.unicodeScalars.split(separator: "&", omittingEmptySubsequences: false) {
            let (name, value) = Self.split(Substring(item), at: "=")
            if let value, Self.isSecret(name) {
                queryItems.append((String(name), String(value)))
                shown.append(name + "=…")
            } else {
                kept.append(String(item))
                shown.append(String(item))
            }
        }
        redacted += "?" + shown.joined(separator: "&")
        if !kept.isEmpty { address += "?" + kept.joined(separator: "&") }
    }

    private static func withoutUserInformation(
        _ base: Substring, _ userInformation: inout String?
    ) -> Substring {
        let authority = base.unicodeScalars.prefix { $0 != "/" }
        guard let at = authority.lastIndex(of: "@") else { return base }
        userInformation = String(authority[..<at])
        return base[authority.index(after: at)...]
    }

    private static func isSecret(_ name: Substring) -> Bool {
        let name = name.lowercased()
        return [
            "key", "token", "secret", "sig", "pass", "pwd", "auth", "credential", "jwt", "session",
        ]
        .contains { name.contains($0) }
    }

    private static func split(
        _ text: Substring, at separator: Unicode.Scalar
    ) -> (Substring, Substring?) {
        let scalars = text.unicodeScalars
        guard let index = scalars.firstIndex(of: separator) else { return (text, nil) }
        return (text[..<index], text[scalars.index(after: index)...])
    }
}
