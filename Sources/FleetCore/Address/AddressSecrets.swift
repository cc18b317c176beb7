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
/// The address is split by bytes: a combining mark forms one character with the separator before
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
        guard let scheme = address.utf8.firstRange(of: "://".utf8) else {
            (self.address, redacted) = (address, address)
            return
        }
        let reference = URIReference(address.utf8[scheme.lowerBound...].dropFirst())
        userInformation = reference.userInformation.map(Self.text)
        self.address = Self.text(address.utf8[..<scheme.upperBound])
        self.address += Self.text(reference.hostAndPort ?? "".utf8[...]) + Self.text(reference.path)
        redacted = self.address
        if let query = reference.query { take(query) }
        // A fragment is never sent to a server, and may contain a token.
        if reference.fragment != nil { redacted += "#…" }
    }

    private mutating func take(_ query: Substring.UTF8View) {
        var (harmless, shown): ([String], [String]) = ([], [])
        for item in query.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
            let (name, value) = item.divided(at: UInt8(ascii: "="))
            let text = Self.text(name)
            if let value, Self.isSecret(text) {
                queryItems.append((text, Self.text(value)))
                shown.append(text + "=…")
            } else {
                harmless.append(Self.text(item))
                shown.append(Self.text(item))
            }
        }
        redacted += "?" + shown.joined(separator: "&")
        if !harmless.isEmpty { address += "?" + harmless.joined(separator: "&") }
    }

    /// Returns whether the name of a query item or header suggests a secret.
    package static func isSecret(_ name: String) -> Bool {
        let name = name.lowercased()
        return [
            "key", "token", "secret", "sig", "pass", "pwd", "auth", "credential", "jwt", "session",
            "cookie",
        ]
        .contains { name.contains($0) }
    }

    private static func text(_ bytes: Substring.UTF8View) -> String {
        String(decoding: bytes, as: UTF8.self)
    }
}
