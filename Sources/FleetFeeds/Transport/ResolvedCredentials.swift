import FleetCore

/// Credentials of a source with the values of its environment variables.
///
/// Created by ``FleetCore/Credentials/resolved(environment:)``; never printed.
public struct ResolvedCredentials: Sendable {
    /// Headers, including the bearer token.
    var headers: [Credentials.Header] = []
    /// Query items by name.
    var queryItems: [String: String] = [:]
    /// Origins other than the source's own that may receive the credentials.
    var origins: Set<Origin> = []

    /// Creates empty credentials, for a source that needs none.
    public init() {}

    /// Returns an address or message with all credentials removed, wherever they occur.
    func redacted(_ text: String) -> String {
        secrets.reduce(Location.redacted(text)) { $0.replacing($1, with: "…") }
    }

    /// Whether a text contains one of the credentials.
    func appear(in text: String) -> Bool {
        secrets.contains { text.contains($0) }
    }

    /// Values that must not be shown, without very short ones, which would match anything.
    private var secrets: [String] {
        let values = headers.map(\.value) + Array(queryItems.values)
        let parts = values.flatMap { [$0] + $0.split(separator: " ").map(String.init) }
        return parts.filter { $0.utf8.count >= 4 }
            .flatMap { [$0, PercentEncoding.encoded($0)] }
            .sorted { $0.utf8.count > $1.utf8.count }
    }
}

extension ResolvedCredentials: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    /// Numbers of headers, query items and origins, without any value.
    public var description: String {
        "\(headers.count) headers and \(queryItems.count) query items for \(origins.count) origins"
    }

    /// Same as `description`, so that the output of debuggers and tests contains no secret.
    public var debugDescription: String { description }

    /// Empty mirror, so that `dump` shows nothing either.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
