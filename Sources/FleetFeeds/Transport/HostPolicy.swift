import Dispatch
import FleetCore
import POSIX

/// Policy for the hosts of requests that not the user of this machine named.
///
/// Feeds name the hosts of their pictures, links and redirects, and a server's administrators those
/// of sources and webhooks, so without the policy they could make this machine send requests to
/// hosts that only it can reach. If the host name of a trusted source resolves to a refused address,
/// that address is allowed, since the feed itself is read there.
struct HostPolicy: Sendable {
    /// Addresses that are allowed besides those of the source.
    enum Scope: Sendable {
        /// Those of the public internet: for pictures, webhooks, and sources that were added over the
        /// network.
        case publicInternet
        /// All but those of this machine and its network links: for the links and redirects of other
        /// sources. A source on this machine may lead to any address of it.
        case beyondThisMachine
    }

    /// Returns the IP addresses of a host.
    typealias Lookup = @Sendable (_ host: String) async throws -> [IPAddress]

    /// Address of the source whose own addresses are allowed, if it is on the web.
    let source: WebAddress?
    let scope: Scope
    let lookup: Lookup

    /// - Parameter source: Location of the source; `nil` if none is allowed besides the public
    ///   internet.
    init(source: Location? = nil, lookup: @escaping Lookup) {
        self.source = if case .web(let text) = source { try? WebAddress(text) } else { nil }
        (scope, self.lookup) = (.publicInternet, lookup)
    }

    /// Creates the policy for the links and redirects of a source, which may be no web source.
    init(linksOf source: WebAddress?, lookup: @escaping Lookup) {
        (self.source, scope, self.lookup) = (source, .beyondThisMachine, lookup)
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
        if let address = addresses.first(where: isOpen) { return address }
        guard !addresses.isEmpty else {
            throw FeedFailure(.network(.hostNotFound(host)), at: location)
        }
        let sourceAddresses = try await sourceAddresses()
        if let address = addresses.first(where: { isAllowed($0, by: sourceAddresses) }) {
            return address
        }
        throw FeedFailure(refusal, at: location)
    }

    /// Checks a host whose name a proxy resolves, perhaps to other addresses than this machine.
    ///
    /// - Throws: `FeedFailure` if an address is not allowed, or `CancellationError`. Only the public
    ///   internet needs a name that this machine can resolve.
    func checkForProxy(_ target: WebAddress) async throws {
        guard scope == .beyondThisMachine else { return _ = try await address(for: target) }
        let addresses: [IPAddress]
        do {
            addresses = try await lookup(target.origin.host)
        } catch is FeedFailure {
            return
        }
        guard !addresses.allSatisfy(isOpen) else { return }
        let sourceAddresses = try await sourceAddresses()
        guard addresses.allSatisfy({ isOpen($0) || isAllowed($0, by: sourceAddresses) }) else {
            throw FeedFailure(refusal, at: Location.redacted(target.text))
        }
    }

    private func isOpen(_ address: IPAddress) -> Bool {
        switch scope {
        case .publicInternet: address.isPublic
        case .beyondThisMachine: !address.leadsToThisMachine && !address.leadsToOwnLink
        }
    }

    private func isAllowed(_ address: IPAddress, by source: Set<IPAddress>) -> Bool {
        if scope == .beyondThisMachine, address.leadsToThisMachine {
            return source.contains(where: \.leadsToThisMachine)
        }
        return source.contains(address)
    }

    private var refusal: FeedFailure.Reason {
        switch scope {
        case .publicInternet: .link(.badAddress("the host is not on the public internet"))
        case .beyondThisMachine: .link(.linkToThisMachine)
        }
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
        throw FeedFailure(.network(.connection("the host lookup timed out")), at: host)
    }
}
