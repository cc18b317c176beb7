#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Lookup of the IP addresses of a host, through the system.
package enum HostLookup {
    /// Returns the 4 or 16 bytes of each address of a host name, or of an address in any form that
    /// the system accepts, in order of preference; none for an unknown host.
    ///
    /// It blocks its thread, possibly for long.
    package static func addresses(of host: String) -> [[UInt8]] {
        var hints = addrinfo()
        #if canImport(Glibc)
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #else
        hints.ai_socktype = SOCK_STREAM
        #endif
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var (found, next): ([[UInt8]], _) = ([], list)
        // SAFETY: the system's list ends with a null pointer and is freed only when this returns.
        while let entry = next {
            if let address = address(entry.pointee) { found.append(address) }
            next = entry.pointee.ai_next
        }
        return found
    }

    private static func address(_ info: addrinfo) -> [UInt8]? {
        guard let pointer = info.ai_addr else { return nil }
        let bytes = UnsafeRawBufferPointer(start: pointer, count: Int(info.ai_addrlen))
        // The address follows family and port, and with IPv6 also the flow label (RFC 3493, 3.3).
        switch info.ai_family {
        case AF_INET where bytes.count >= 8: return Array(bytes[4..<8])
        case AF_INET6 where bytes.count >= 24: return Array(bytes[8..<24])
        default: return nil
        }
    }
}
