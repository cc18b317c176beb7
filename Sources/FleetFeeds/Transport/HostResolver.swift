import Dispatch
import FleetCore
import Foundation

/// Resolver for the IP addresses of a host, through the system.
enum HostResolver {
    /// Returns the addresses of a host name or IP address, in order of preference; empty for an
    /// unknown host.
    ///
    /// The lookup runs on a separate thread, since it may block for long.
    /// - Throws: `FeedFailure` after the timeout, or `CancellationError`.
    static func addresses(
        of host: String, timeout: Duration
    ) async throws -> [IPAddress] {
        let (results, continuation) = AsyncStream.makeStream(of: [IPAddress].self)
        DispatchQueue.global().async {
            continuation.yield(addresses(of: host))
            continuation.finish()
        }
        let timer = Task {
            try await Task.sleep(for: timeout)
            continuation.finish()
        }
        defer { timer.cancel() }
        for await addresses in results { return addresses }
        try Task.checkCancellation()
        throw FeedFailure(.connection("the host lookup timed out"), at: host)
    }

    private static func addresses(of host: String) -> [IPAddress] {
        // A web address has brackets around an IPv6 address.
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        let name = isBracketed ? String(host.dropFirst().dropLast()) : host
        var hints = addrinfo()
        #if canImport(Darwin)
        hints.ai_socktype = SOCK_STREAM
        #else
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #endif
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(name, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var (found, next): ([IPAddress], _) = ([], list)
        // SAFETY: the system's list ends with a null pointer and is freed only when this returns.
        while let entry = next {
            if let address = entry.pointee.ai_addr.flatMap({ IPAddress($0) }) {
                found.append(address)
            }
            next = entry.pointee.ai_next
        }
        return found
    }
}
