import Foundation

/// IP address, version 4 or 6.
///
/// An IPv4-mapped IPv6 address (`::ffff:a.b.c.d`) becomes the IPv4 address, since that is where a
/// connection goes.
struct IPAddress: Hashable, Sendable {
    /// 4 or 16 bytes.
    let bytes: [UInt8]

    private init(_ bytes: [UInt8]) {
        let isMapped = bytes.count == 16 && bytes.starts(with: Self.mappedPrefix)
        self.bytes = isMapped ? Array(bytes[12...]) : bytes
    }

    /// Parses the standard notation; rejects host names and legacy IPv4 notations.
    init?(_ text: String) {
        var (four, six) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, text, &four) == 1 {
            self.init(withUnsafeBytes(of: four) { Array($0) })
        } else if inet_pton(AF_INET6, text, &six) == 1 {
            self.init(withUnsafeBytes(of: six) { Array($0) })
        } else {
            return nil
        }
    }

    /// Reads the address of a socket; returns nil for other address families.
    init?(_ socket: UnsafePointer<sockaddr>) {
        // SAFETY: the address family determines the structure.
        switch Int32(socket.pointee.sa_family) {
        case AF_INET:
            let address = UnsafeRawPointer(socket).loadUnaligned(as: sockaddr_in.self)
            self.init(withUnsafeBytes(of: address.sin_addr) { Array($0) })
        case AF_INET6:
            let address = UnsafeRawPointer(socket).loadUnaligned(as: sockaddr_in6.self)
            self.init(withUnsafeBytes(of: address.sin6_addr) { Array($0) })
        default: return nil
        }
    }

    /// Standard notation.
    var text: String {
        var text = [CChar](repeating: 0, count: 64)
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "" }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static let mappedPrefix: [UInt8] = Array(repeating: 0, count: 10) + [0xFF, 0xFF]
}

extension IPAddress {
    /// Whether this address has the first bits of another one of its version; all bits if nil.
    func isInBlock(of start: IPAddress, bits: Int?) -> Bool {
        let bits = bits ?? bytes.count * 8
        guard start.bytes.count == bytes.count, (0...bytes.count * 8).contains(bits) else {
            return false
        }
        return Block(start.bytes, bits: bits).contains(bytes)
    }

    /// Whether this is the address of a single host on the public internet, by the special-purpose
    /// address registries (RFC 6890).
    ///
    /// An address that may lead to a private one is not public.
    var isPublic: Bool {
        if bytes.count == 4 { return !Self.specialIPv4Blocks.contains { $0.contains(bytes) } }
        if Self.nat64.contains(bytes) { return Self.isPublic(bytes[12...]) }
        if Self.sixToFour.contains(bytes) { return Self.isPublic(bytes[2..<6]) }
        return Self.globalUnicast.contains(bytes)
            && !Self.specialIPv6Blocks.contains { $0.contains(bytes) }
    }

    private static func isPublic(_ inner: ArraySlice<UInt8>) -> Bool {
        IPAddress(Array(inner)).isPublic
    }

    /// Block of addresses with a common prefix (CIDR).
    private struct Block {
        let start: [UInt8]
        let bits: Int

        init(_ start: [UInt8], bits: Int) {
            (self.start, self.bits) = (start, bits)
        }

        init(_ start: UInt8..., bits: Int) {
            self.init(start, bits: bits)
        }

        func contains(_ bytes: [UInt8]) -> Bool {
            (0..<bits).allSatisfy { bit in
                let (index, mask) = (bit / 8, UInt8(0x80) >> UInt8(bit % 8))
                let expected = index < start.count ? start[index] : 0
                return bytes[index] & mask == expected & mask
            }
        }
    }

    /// "This" network, private, shared, loopback, link-local, IETF protocols, documentation, 6to4
    /// relays, benchmarking, multicast and reserved, including broadcast.
    private static let specialIPv4Blocks = [
        Block(0, bits: 8), Block(10, bits: 8), Block(100, 64, bits: 10), Block(127, bits: 8),
        Block(169, 254, bits: 16), Block(172, 16, bits: 12), Block(192, 0, 0, bits: 24),
        Block(192, 0, 2, bits: 24), Block(192, 88, 99, bits: 24), Block(192, 168, bits: 16),
        Block(198, 18, bits: 15), Block(198, 51, 100, bits: 24), Block(203, 0, 113, bits: 24),
        Block(224, bits: 4), Block(240, bits: 4),
    ]
    /// All addresses assigned to hosts so far.
    private static let globalUnicast = Block(0x20, bits: 3)
    /// IETF protocols, including Teredo, and documentation.
    private static let specialIPv6Blocks = [
        Block(0x20, 0x01, bits: 23), Block(0x20, 0x01, 0x0D, 0xB8, bits: 32),
        Block(0x3F, 0xFF, bits: 20),
    ]
    /// NAT64 (RFC 6052): the last four bytes are the IPv4 destination.
    private static let nat64 = Block(0x00, 0x64, 0xFF, 0x9B, bits: 96)
    /// 6to4 (RFC 3056): the four bytes after the first two are the IPv4 destination.
    private static let sixToFour = Block(0x20, 0x02, bits: 16)
}
