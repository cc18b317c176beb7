import Dispatch
import FleetCore
import POSIX

/// Policy for the hosts of pictures, webhooks and sources that were added over the network: IP
/// addresses of the public internet and those of a trusted source are allowed.
///
/// Feeds name the hosts of their pictures, and a server's administrators those of sources and
/// webhooks, so without the policy they could make this machine send requests to hosts that only it
/// can reach. If the host name of a trusted source resolves to a private address, that address is
/// allowed for its pictures, since the feed itself is read there.
struct HostPolicy: Sendable {
    /// Returns the IP addresses of a host.
    typealias Lookup = @Sendable (_ host: String) async throws -> [IPAddress]

    /// Address of the source whose own addresses are allowed, if it is on the web.
    let source: WebAddress?
    let lookup: Lookup

    /// - Parameter source: Location of the source; `nil` if none is allowed besides the public
    ///   internet.
    init(source: Location? = nil, lookup: @escaping Lookup) {
        self.source = if case .web(let text) = source { try? WebAddress(text) } else { nil }
        self.lookup = lookup
    }

    /// Creates a policy that asks the system, for a limited time.
    init(source: Location? = nil, timeout: Duration) {
        self.init(source: source) { try await HostResolver.addresses(of: $0, timeout: timeout) }
    }

    /// Resolves a host to the IP address to connect to.
    ///
    /// - Throws: `FeedFailure` if no address is allowed, or `CancellationError`.
    func address(for target: WebAddress) async throws -> IPAddress {
        let host = target.origin.host
        let location = Location.redacted(target.text)
        let addresses = try await lookup(host)
        if let address = addresses.first(where: \.isPublic) { return address }
        guard !addresses.isEmpty else { throw FeedFailure(.hostNotFound(host), at: location) }
        let sourceAddresses = try await sourceAddresses()
        if let address = addresses.first(where: sourceAddresses.contains) { return address }
        throw FeedFailure(.badAddress("the host is not on the public internet"), at: location)
    }

    private func sourceAddresses() async throws -> Set<IPAddress> {
        guard let source else { return [] }
        return Set(try await lookup(source.origin.host))
    }
}

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
            let found = HostLookup.addresses(of: HostAndPort.unbracketed(host))
            continuation.yield(found.compactMap { IPAddress($0) })
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
}
