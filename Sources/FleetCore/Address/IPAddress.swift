import Foundation

/// IP address, version 4 or 6.
///
/// An IPv4-mapped IPv6 address (`::ffff:a.b.c.d`) becomes the IPv4 address, since that is where a
/// connection goes.
public struct IPAddress: Hashable, Sendable {
    /// The 4 or 16 bytes in network order.
    package let bytes: [UInt8]

    private static let mappedPrefix: [UInt8] = Array(repeating: 0, count: 10) + [0xFF, 0xFF]

    /// Creates an address from its 4 or 16 bytes in network order; `nil` for another number.
    public init?(_ bytes: [UInt8]) {
        guard [4, 16].contains(bytes.count) else { return nil }
        let isMapped = bytes.count == 16 && bytes.starts(with: Self.mappedPrefix)
        self.bytes = isMapped ? Array(bytes[12...]) : bytes
    }

    /// Parses the standard notation (RFC 4291, section 2.2); rejects host names and legacy
    /// notations of version 4.
    package init?(_ text: String) {
        var (four, six) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, text, &four) == 1 {
            self.init(withUnsafeBytes(of: four) { Array($0) })
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            self.init(withUnsafeBytes(of: six) { Array($0) })
        } else {
            return nil
        }
    }

    /// Standard notation (RFC 5952).
    public var text: String {
        guard bytes.count > 4 else { return bytes.map(String.init).joined(separator: ".") }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(AF_INET6, bytes, &text, socklen_t(text.count)) != nil else { return "" }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The network that one customer has as a rule: the address itself, or the first 64 bits of
    /// version 6.
    package var network: String {
        guard bytes.count > 4, let start = Self(bytes.prefix(8) + [UInt8](repeating: 0, count: 8))
        else { return text }
        return start.text + "/64"
    }
}

extension IPAddress {
    /// Whether it is an address of this machine's loopback (RFC 1122, RFC 4291).
    package var isLoopback: Bool {
        bytes.count == 4
            ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
    }

    /// Whether a connection goes to this machine itself: to a loopback or unspecified address
    /// (RFC 1122, RFC 4291), also one inside another address.
    package var leadsToThisMachine: Bool {
        let inner = innermost
        return inner.bytes.count == 4 && [0, 127].contains(inner.bytes[0])
    }

    /// Whether a connection stays on a link of this machine: to a link-local address (RFC 3927,
    /// RFC 4291), also one inside another address, or the instance metadata of a cloud.
    package var leadsToOwnLink: Bool {
        let inner = innermost
        return Self.linkLocal.contains { $0.contains(inner) }
    }

    /// The IPv4 destination of a translated or tunnelled address, or the address itself.
    private var innermost: IPAddress {
        guard bytes.count == 16 else { return self }
        let inner =
            Self.withIPv4AtEnd.contains { $0.contains(self) }
            ? bytes[12...] : Self.sixToFour.contains(self) ? bytes[2..<6] : bytes[...]
        return IPAddress(Array(inner)) ?? self
    }

    /// Whether this is the address of a single host on the public internet, by the special-purpose
    /// address registries (RFC 6890).
    ///
    /// An address that may lead to a private one is not public.
    package var isPublic: Bool {
        if bytes.count == 4 { return !Self.specialIPv4.contains { $0.contains(self) } }
        if Self.nat64.contains(self) { return Self.isPublic(bytes[12...]) }
        if Self.sixToFour.contains(self) { return Self.isPublic(bytes[2..<6]) }
        return Self.globalUnicast.contains(self) && !Self.specialIPv6.contains { $0.contains(self) }
    }

    private static func isPublic(_ inner: ArraySlice<UInt8>) -> Bool {
        IPAddress(Array(inner))?.isPublic ?? false
    }

    /// "This" network, private, shared, loopback, link-local, IETF protocols, documentation, 6to4
    /// relays, benchmarking, multicast and reserved, including broadcast.
    private static let specialIPv4 = [
        AddressRange(0, bits: 8), AddressRange(10, bits: 8), AddressRange(100, 64, bits: 10),
        AddressRange(127, bits: 8), AddressRange(169, 254, bits: 16),
        AddressRange(172, 16, bits: 12), AddressRange(192, 0, 0, bits: 24),
        AddressRange(192, 0, 2, bits: 24), AddressRange(192, 88, 99, bits: 24),
        AddressRange(192, 168, bits: 16), AddressRange(198, 18, bits: 15),
        AddressRange(198, 51, 100, bits: 24), AddressRange(203, 0, 113, bits: 24),
        AddressRange(224, bits: 3),
    ]
    /// IPv4, IPv6, and the address of the instance metadata of EC2 with IPv6.
    private static let linkLocal = [
        AddressRange(169, 254, bits: 16), AddressRange(six: 0xFE, 0x80, bits: 10),
        AddressRange(six: 0xFD, 0x00, 0x0E, 0xC2, bits: 32),
    ]
    /// NAT64, also local (RFC 8215), IPv4-compatible (RFC 4291) including `::` and `::1`, and IPv4-translated (RFC 2765).
    private static let withIPv4AtEnd = [
        nat64, AddressRange(six: 0x00, 0x64, 0xFF, 0x9B, 0x00, 0x01, bits: 48),
        AddressRange(six: 0, bits: 96),
        AddressRange(six: 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, bits: 96),
    ]
    /// All addresses assigned to hosts so far.
    private static let globalUnicast = AddressRange(six: 0x20, bits: 3)
    /// IETF protocols, including Teredo, and documentation.
    private static let specialIPv6 = [
        AddressRange(six: 0x20, 0x01, bits: 23),
        AddressRange(six: 0x20, 0x01, 0x0D, 0xB8, bits: 32),
        AddressRange(six: 0x3F, 0xFF, bits: 20),
    ]
    /// NAT64 (RFC 6052): the last four bytes are the IPv4 destination.
    private static let nat64 = AddressRange(six: 0x00, 0x64, 0xFF, 0x9B, bits: 96)
    /// 6to4 (RFC 3056): the four bytes after the first two are the IPv4 destination.
    private static let sixToFour = AddressRange(six: 0x20, 0x02, bits: 16)
}

/// A range of IP addresses with a common prefix (CIDR; RFC 4632, RFC 4291), such as `10.0.0.0/8`.
package struct AddressRange: Sendable {
    private let start: [UInt8]
    private let bits: Int

    /// Creates the range of addresses with the first bits of an address; `nil` for a wrong number.
    package init?(_ start: IPAddress, bits: Int) {
        guard (0...start.bytes.count * 8).contains(bits) else { return nil }
        (self.start, self.bits) = (start.bytes, bits)
    }

    /// Parses a range, or a single address.
    package init?(_ text: String) {
        let (start, bits) = text.divided(at: "/")
        guard let address = IPAddress(String(start)) else { return nil }
        guard let bits else {
            self.init(address, bits: address.bytes.count * 8)
            return
        }
        guard let bits = Int(bits) else { return nil }
        self.init(address, bits: bits)
    }

    fileprivate init(_ start: UInt8..., bits: Int) {
        self.start = start + [UInt8](repeating: 0, count: 4 - start.count)
        self.bits = bits
    }

    fileprivate init(six start: UInt8..., bits: Int) {
        self.start = start + [UInt8](repeating: 0, count: 16 - start.count)
        self.bits = bits
    }

    /// Returns whether an address is in the range.
    package func contains(_ address: IPAddress) -> Bool {
        guard address.bytes.count == start.count else { return false }
        return start.indices.allSatisfy { index in
            let common = min(max(bits - index * 8, 0), 8)
            let mask = UInt8(truncatingIfNeeded: 0xFF00 >> common)
            return address.bytes[index] & mask == start[index] & mask
        }
    }
}
