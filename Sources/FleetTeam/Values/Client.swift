/// The origin of a request, for the throttle, the audit log and the list of sessions.
public struct Client: Equatable, Sendable {
    /// The network address; `nil` if it is unknown.
    public var address: ClientAddress?
    /// The browser or program, such as `Firefox on Android`: at most 200 characters, no controls.
    public var agent: String?

    /// Creates a client.
    public init(address: ClientAddress?, agent: String? = nil) {
        self.address = address
        self.agent = agent.map { agent in
            let scalars = agent.unicodeScalars.prefix(200)
            return String(
                String.UnicodeScalarView(
                    scalars.filter { $0.properties.generalCategory != .control }))
        }
    }
}

/// An address of version 4 or 6 of the Internet Protocol.
public struct ClientAddress: Hashable, Sendable {
    /// The 4 or 16 bytes in network order.
    package let bytes: [UInt8]

    /// Creates an address from its 4 or 16 bytes in network order; `nil` for another number.
    ///
    /// An IPv4-mapped address (RFC 4291, section 2.5.5.2) becomes one of version 4.
    public init?(_ bytes: [UInt8]) {
        switch bytes.count {
        case 4: self.bytes = bytes
        case 16:
            let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10..<12] == [0xFF, 0xFF]
            self.bytes = isMapped ? Array(bytes[12...]) : bytes
        default: return nil
        }
    }

    /// The address as text, of version 6 without `::`.
    public var text: String { Self.text(bytes) }

    /// The network that one customer has as a rule: the address itself, or the first 64 bits of
    /// version 6.
    package var network: String {
        bytes.count == 4 ? text : Self.text(Array(bytes[..<8])) + "::/64"
    }

    private static func text(_ bytes: [UInt8]) -> String {
        guard bytes.count > 4 else { return bytes.map(String.init).joined(separator: ".") }
        return stride(from: 0, to: bytes.count, by: 2)
            .map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }
            .joined(separator: ":")
    }
}
