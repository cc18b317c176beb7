import FleetCore
import NIOCore

extension IPAddress {
    /// Creates the address of a socket; `nil` for one that is not of the Internet.
    init?(_ address: SocketAddress) {
        // The address follows family and port, and with IPv6 also the flow label (RFC 3493, 3.3).
        let range: Range<Int>
        switch address {
        case .v4: range = 4..<8
        case .v6: range = 8..<24
        case .unixDomainSocket: return nil
        }
        self.init(
            address.withSockAddr { pointer, count in
                Array(UnsafeRawBufferPointer(start: pointer, count: count)[range])
            })
    }

    /// Creates the address of a client, which a trusted proxy names in `X-Forwarded-For`.
    ///
    /// The field is read from its end, because a client can write anything at its beginning: the
    /// first address that is not a trusted proxy is the client's.
    init?(of peer: SocketAddress?, forwardedFor field: String?, trusting proxies: [AddressRange]) {
        guard let peer = peer.flatMap({ IPAddress($0) }) else { return nil }
        var current = peer
        let hops = (field ?? "").split(separator: ",").reversed()
        for hop in hops {
            guard proxies.contains(where: { $0.contains(current) }) else { break }
            guard let next = IPAddress(String(hop.filter { $0 != " " })) else { break }
            current = next
        }
        self = current
    }
}
