import FleetCore

/// Which addresses pictures are fetched from: those of the public internet, and the one at which
/// the source itself is.
///
/// Feeds name the hosts of their pictures, so a feed could have this machine ask what only this
/// machine can reach. A source whose own name leads to a private address can have its feed read
/// there in any case.
struct PictureHosts: Sendable {
    /// Tells the addresses of a host.
    typealias Lookup = @Sendable (_ host: String) async throws -> [NetworkAddress]

    /// Where the source is read, if in the web.
    let source: WebAddress?
    let lookup: Lookup

    init(source: Location, lookup: @escaping Lookup) {
        self.source = if case .web(let text) = source { try? WebAddress(text) } else { nil }
        self.lookup = lookup
    }

    /// The address to connect to for a host, which no second asking can change.
    ///
    /// Throws `FeedFailure` if there is none that may be used, or `CancellationError`.
    func address(for target: WebAddress) async throws -> NetworkAddress {
        let host = target.origin.host
        let found = try await lookup(host)
        if let address = found.first(where: \.isPublic) { return address }
        let place = Location.redacted(target.text)
        guard !found.isEmpty else { throw FeedFailure(.hostNotFound(host), at: place) }
        let own = try await addressesOfSource()
        if let address = found.first(where: own.contains) { return address }
        throw FeedFailure(.badAddress("its host is not in the public internet"), at: place)
    }

    private func addressesOfSource() async throws -> Set<NetworkAddress> {
        guard let source else { return [] }
        return Set(try await lookup(source.origin.host))
    }
}
