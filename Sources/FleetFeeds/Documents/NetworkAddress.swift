#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// An address of the internet protocol, version 4 or 6.
///
/// One that carries an IPv4 address inside IPv6 (`::ffff:a.b.c.d`) is that IPv4 address, for there
/// is where a connection goes.
struct NetworkAddress: Hashable, Sendable {
    /// Four bytes, or sixteen.
    let bytes: [UInt8]

    private init(_ bytes: [UInt8]) {
        let isMapped = bytes.count == 16 && bytes.starts(with: Self.mapped)
        self.bytes = isMapped ? Array(bytes[12...]) : bytes
    }

    /// Reads an address in its usual notation; no name, and no old spelling of IPv4.
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

    /// The address of a socket; `nil` if it is of another kind.
    init?(_ socket: UnsafePointer<sockaddr>) {
        // SAFETY: the family says which structure stands there.
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

    /// The usual notation.
    var text: String {
        var text = [CChar](repeating: 0, count: 64)
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "" }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static let mapped: [UInt8] = Array(repeating: 0, count: 10) + [0xFF, 0xFF]
}

extension NetworkAddress {
    /// Whether it is one of a single host in the public internet, by the registries of special
    /// addresses (RFC 6890); what may lead to a private address is none.
    var isPublic: Bool {
        if bytes.count == 4 { return !Self.specialFour.contains { $0.holds(bytes) } }
        if Self.translated.holds(bytes) { return Self.isPublic(bytes[12...]) }
        if Self.tunnelled.holds(bytes) { return Self.isPublic(bytes[2..<6]) }
        return Self.unicast.holds(bytes) && !Self.specialSix.contains { $0.holds(bytes) }
    }

    private static func isPublic(_ inner: ArraySlice<UInt8>) -> Bool {
        NetworkAddress(Array(inner)).isPublic
    }

    /// Addresses that share their first bits.
    private struct Block {
        let start: [UInt8]
        let bits: Int

        init(_ start: UInt8..., bits: Int) {
            (self.start, self.bits) = (start, bits)
        }

        func holds(_ bytes: [UInt8]) -> Bool {
            (0..<bits).allSatisfy { bit in
                let (place, mask) = (bit / 8, UInt8(0x80) >> UInt8(bit % 8))
                let wanted = place < start.count ? start[place] : 0
                return bytes[place] & mask == wanted & mask
            }
        }
    }

    /// This network, private ones, those of providers, loopback, link, protocols, documentation,
    /// relays, benchmarks, groups, and what is reserved, the broadcast among it.
    private static let specialFour = [
        Block(0, bits: 8), Block(10, bits: 8), Block(100, 64, bits: 10), Block(127, bits: 8),
        Block(169, 254, bits: 16), Block(172, 16, bits: 12), Block(192, 0, 0, bits: 24),
        Block(192, 0, 2, bits: 24), Block(192, 88, 99, bits: 24), Block(192, 168, bits: 16),
        Block(198, 18, bits: 15), Block(198, 51, 100, bits: 24), Block(203, 0, 113, bits: 24),
        Block(224, bits: 4), Block(240, bits: 4),
    ]
    /// All that was given to hosts so far.
    private static let unicast = Block(0x20, bits: 3)
    /// Protocols (Teredo among them) and documentation.
    private static let specialSix = [
        Block(0x20, 0x01, bits: 23), Block(0x20, 0x01, 0x0D, 0xB8, bits: 32),
        Block(0x3F, 0xFF, bits: 20),
    ]
    /// NAT64 (RFC 6052): the last four bytes are where it leads.
    private static let translated = Block(0x00, 0x64, 0xFF, 0x9B, bits: 96)
    /// 6to4 (RFC 3056): the bytes after the first two are where it leads.
    private static let tunnelled = Block(0x20, 0x02, bits: 16)
}
