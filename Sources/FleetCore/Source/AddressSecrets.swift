extension Location {
    /// An address without what may be a secret: the user and password before `@`, and the values of
    /// query items whose names speak of a key, token, secret, signature or password.
    public static func redacted(_ address: String) -> String {
        AddressSecrets(in: address).redacted
    }
}

/// What may be secret in an address, apart from the rest of it.
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
        guard let scheme = address.firstRange(of: "://") else {
            (self.address, redacted) = (address, address)
            return
        }
        let (base, query) = Self.split(address[scheme.upperBound...], at: "?")
        self.address = String(address[..<scheme.upperBound])
        self.address += Self.withoutUserInformation(base, &userInformation)
        redacted = self.address
        if let query { take(query) }
    }

    private mutating func take(_ query: Substring) {
        var (kept, shown): ([Substring], [String]) = ([], [])
        for item in query.split(separator: "&", omittingEmptySubsequences: false) {
            let (name, value) = Self.split(item, at: "=")
            if let value, Self.isSecret(name) {
                queryItems.append((String(name), String(value)))
                shown.append(name + "=…")
            } else {
                kept.append(item)
                shown.append(String(item))
            }
        }
        redacted += "?" + shown.joined(separator: "&")
        if !kept.isEmpty { address += "?" + kept.joined(separator: "&") }
    }

    private static func withoutUserInformation(
        _ base: Substring, _ userInformation: inout String?
    ) -> Substring {
        let authority = base.prefix { $0 != "/" && $0 != "#" }
        guard let at = authority.lastIndex(of: "@") else { return base }
        userInformation = String(authority[..<at])
        return base[base.index(after: at)...]
    }

    private static func isSecret(_ name: Substring) -> Bool {
        let name = name.lowercased()
        return ["key", "token", "secret", "sig", "pass", "auth", "credential"]
            .contains { name.contains($0) }
    }

    private static func split(
        _ text: Substring, at separator: Character
    ) -> (Substring, Substring?) {
        guard let index = text.firstIndex(of: separator) else { return (text, nil) }
        return (text[..<index], text[text.index(after: index)...])
    }

}
