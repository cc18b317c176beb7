import FleetTeam
import Foundation
import NIOCore
import NIOPosix

/// Resolver for the addresses of a host, through the system.
enum HostAddresses {
    /// Returns the addresses of a host name, or of an address in any form that the system accepts;
    /// none for an unknown host.
    ///
    /// The lookup blocks one of the threads for files, not those of requests.
    static func resolve(_ host: String) async throws -> [ClientAddress] {
        try await NIOThreadPool.singleton.runIfActive { addresses(of: host) }
    }

    private static func addresses(of host: String) -> [ClientAddress] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var (found, next): ([ClientAddress], _) = ([], list)
        // SAFETY: the system's list ends with a null pointer and is freed only when this returns.
        while let entry = next {
            if let address = address(entry.pointee) { found.append(address) }
            next = entry.pointee.ai_next
        }
        return found
    }

    private static func address(_ info: addrinfo) -> ClientAddress? {
        guard let pointer = info.ai_addr else { return nil }
        let bytes = UnsafeRawBufferPointer(start: pointer, count: Int(info.ai_addrlen))
        // The address follows family and port, and with IPv6 also the flow label (RFC 3493, 3.3).
        switch info.ai_family {
        case AF_INET where bytes.count >= 8: return ClientAddress(Array(bytes[4..<8]))
        case AF_INET6 where bytes.count >= 24: return ClientAddress(Array(bytes[8..<24]))
        default: return nil
        }
    }
}
