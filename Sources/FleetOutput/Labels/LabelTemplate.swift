import FleetCore

/// A link with placeholders for the ID, such as `https://example.com/v/{id}`.
package struct LabelTemplate: Equatable, Sendable {
    private let parts: [String]
    private let last: String

    /// Parses a template; returns `nil` if it has no `{id}` or other braces.
    package init?(_ text: String) {
        var parts = text.components(separatedBy: "{id}")
        guard parts.count > 1, !parts.contains(where: { $0.contains { "{}".contains($0) } })
        else { return nil }
        last = parts.removeLast()
        self.parts = parts
    }

    /// Returns the link of an ID, whose reserved bytes are percent-encoded (RFC 3986, 2.3).
    func link(for id: [UInt8]) -> [UInt8] {
        let id = Array(PercentEncoding.encoded(id).utf8)
        return parts.flatMap { Array($0.utf8) + id } + Array(last.utf8)
    }
}

extension String {
    fileprivate func components(separatedBy separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
}
