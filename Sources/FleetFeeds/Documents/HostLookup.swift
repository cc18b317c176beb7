import Dispatch
import FleetCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The asking of the system for the addresses of a host.
enum HostLookup {
    /// The addresses of a name or of a written address, in any of its spellings, the best first; none
    /// if there is no such host.
    ///
    /// The system is asked on a thread of its own, since it may take long; it is waited for no longer
    /// than the limit. Throws `FeedFailure`, or `CancellationError`.
    static func addresses(
        of host: String, within limit: Duration
    ) async throws -> [NetworkAddress] {
        let (answers, answer) = AsyncStream.makeStream(of: [NetworkAddress].self)
        DispatchQueue.global().async {
            answer.yield(addresses(of: host))
            answer.finish()
        }
        let timer = Task {
            try await Task.sleep(for: limit)
            answer.finish()
        }
        defer { timer.cancel() }
        for await addresses in answers { return addresses }
        try Task.checkCancellation()
        throw FeedFailure(.connection("its host was not found in time"), at: host)
    }

    private static func addresses(of host: String) -> [NetworkAddress] {
        // An IPv6 address stands in brackets in a web address.
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
        var (found, next): ([NetworkAddress], _) = ([], list)
        // SAFETY: the system's list ends with a null pointer, and is freed after this.
        while let entry = next {
            if let address = entry.pointee.ai_addr.flatMap({ NetworkAddress($0) }) {
                found.append(address)
            }
            next = entry.pointee.ai_next
        }
        return found
    }
}
