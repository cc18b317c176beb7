extension Location {
    /// Returns an address without possible secrets: the user and password before `@`, the fragment,
    /// and the values of query items whose names suggest a key, token, secret, signature or
    /// password.
    public static func redacted(_ address: String) -> String {
        AddressSecrets(in: address).redacted
    }
}

/// An address split into its possible secrets and the rest.
///
/// The address is split by scalars: a combining mark forms one character with the separator before
/// it, and must not hide a secret that way.
public struct AddressSecrets: Sendable {
    /// The address without the secrets.
    public private(set) var address: String
    /// The user and password before `@`, unchanged.
    public private(set) var userInformation: String?
    /// The query items whose names suggest a secret, unchanged.
    public private(set) var queryItems: [(name: String, value: String)] = []
    /// The address with `…` instead of every secret value.
    public private(set) var redacted: String

    /// Splits an address; a text that is not an address is unchanged.
    public init(in address: String) {
        guard let scheme = address.unicodeScalars.firstRange(of: "://".unicodeScalars) else {
            (self.address, redacted) = (address, address)
            return
        }
        let (resource, fragment) = Self.split(address[scheme.upperBound...], at: "#")
        let (base, query) = Self.split(resource, at: "?")
        self.address = String(address[..<scheme.upperBound])
        self.address += Self.withoutUserInformation(base, &userInformation)
        redacted = self.address
        if let query { take(query) }
        // A fragment is never sent to a server, and may contain a token.
        if fragment != nil { redacted += "#…" }
    }

    private mutating func take(_ query: Substring) {
        var (harmless, shown): ([String], [String]) = ([], [])
        for item in query.unicodeScalars.split(separator: "&", omittingEmptySubsequences: false) {
            let (name, value) = Self.split(Substring(item), at: "=")
            if let value, Self.isSecret(name) {
                queryItems.append((String(name), String(value)))
                shown.append(name + "=…")
            } else {
                harmless.append(String(item))
                shown.append(String(item))
            }
        }
        redacted += "?" + shown.joined(separator: "&")
        if !harmless.isEmpty { address += "?" + harmless.joined(separator: "&") }
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
