import FleetCore

/// A source's credentials with the values that its environment variables hold.
///
/// It is made by ``FleetCore/Credentials/resolved(environment:)`` and is never printed.
public struct ResolvedCredentials: Sendable {
    /// Header lines, the bearer token among them.
    var headers: [Credentials.Header] = []
    /// Query items by name.
    var queryItems: [String: String] = [:]
    /// Origins beside the source's own that may see all this.
    var origins: Set<Origin> = []

    /// The access of a source that asks for no credentials.
    public init() {}

    /// The address or message without any of the credentials, in whatever place they stand.
    func redacted(_ text: String) -> String {
        secrets.reduce(Location.redacted(text)) { $0.replacing($1, with: "…") }
    }

    /// Whether one of the credentials stands in a text.
    func appear(in text: String) -> Bool {
        secrets.contains { text.contains($0) }
    }

    /// Values that must not be shown; very short ones are left out, since they would match anything.
    private var secrets: [String] {
        let values = headers.map(\.value) + Array(queryItems.values)
        let words = values.flatMap { [$0] + $0.split(separator: " ").map(String.init) }
        return words.filter { $0.utf8.count >= 4 }
            .flatMap { [$0, PercentEncoding.encoded($0)] }
            .sorted { $0.utf8.count > $1.utf8.count }
    }
}

extension ResolvedCredentials: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// Says how much there is, and nothing of it.
    public var description: String {
        "\(headers.count) headers and \(queryItems.count) query items for \(origins.count) origins"
    }

    /// The same, so that no debugger's or test's output holds a secret.
    public var debugDescription: String { description }

    /// Empty, so that `dump` shows nothing either.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
