import FleetCore

/// The http(s) address of a webhook.
///
/// Its path, its query and a password in it may be secrets, so only the origin can be printed,
/// encoded or reflected upon.
public struct WebhookAddress: Equatable, Sendable {
    /// The maximum length, in bytes.
    public static let maxLength = 2048

    /// The scheme, the host and the port, the only part that may be shown.
    public let origin: String
    private let text: String

    /// Parses an address.
    /// - Throws: ``TeamError/invalid(_:_:)``.
    public init(_ text: String) throws(TeamError) {
        guard text.utf8.count <= Self.maxLength else {
            throw .invalid(.webhook, .tooLong(Self.maxLength))
        }
        let isPlain = text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x5C }
        let reference = URIReference(Array(text.utf8)[...])
        guard isPlain, let scheme = reference.schemeName, ["http", "https"].contains(scheme),
            let host = reference.hostAndPort, Self.isHostAndPort(host)
        else { throw .invalid(.webhook, .malformed) }
        origin = scheme + "://" + String(decoding: host, as: UTF8.self).lowercased()
        self.text = text
    }

    /// Returns the whole address, for requests and the database.
    public func reveal() -> String { text }

    /// Returns whether a text is a host name, an IPv4 address or an IPv6 address in brackets,
    /// optionally with a port.
    private static func isHostAndPort(_ text: ArraySlice<UInt8>) -> Bool {
        let isBracketed = text.first == UInt8(ascii: "[")
        let end = isBracketed ? text.firstIndex(of: UInt8(ascii: "]")) : nil
        if isBracketed, end == nil { return false }
        let host =
            end.map { text[text.startIndex...$0].dropFirst().dropLast() }
            ?? text.prefix { $0 != UInt8(ascii: ":") }
        let others = (isBracketed ? ":." : "-._").utf8
        guard !host.isEmpty, host.allSatisfy({ $0.isLetterOrDigit || others.contains($0) }) else {
            return false
        }
        let rest = text[(isBracketed ? host.endIndex + 1 : host.endIndex)...]
        guard let colon = rest.first else { return true }
        let port = rest.dropFirst()
        return colon == UInt8(ascii: ":") && port.allSatisfy(\.isDigit)
            && (1...65535).contains(Int(String(decoding: port, as: UTF8.self)) ?? 0)
    }
}

extension WebhookAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The origin.
    public var description: String { origin }
    /// The origin.
    public var debugDescription: String { origin }
    /// A mirror without children, because templates and `dump` read them.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
