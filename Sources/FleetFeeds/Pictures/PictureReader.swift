public import FleetCore

/// Result of fetching a picture.
public enum PictureResponse: Equatable, Sendable {
    /// The bytes, which may be anything, and the validators for the next request.
    case read([UInt8], FeedCacheState.Document)
    /// The picture is unchanged since it was cached.
    case notModified(FeedCacheState.Document)
}

/// Reader of the pictures that a source's feeds link to; sends none of the source's credentials.
///
/// The addresses come from feeds and are not trusted. Private networks are rejected with
/// ``FeedFailure/Reason/badAddress(_:)`` unless the source itself is there. Every redirect is
/// checked. Each picture has its own connections.
public struct PictureReader: Sendable {
    /// Maximum size of a picture, in bytes.
    public static let maxBytes: Int64 = 5 << 20

    private let limits: HTTPLimits
    private let hostPolicy: HostPolicy
    private let secrets: ResolvedCredentials
    private let now: @Sendable () -> Timestamp

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - limits: Limits for http(s), which are tightened for pictures.
    ///   - source: Location of the source.
    ///   - secrets: Credentials of the source; an address that contains one of them is not
    ///     requested.
    ///   - now: The system clock.
    public init(
        limits: HTTPLimits, source: Location, secrets: ResolvedCredentials,
        now: @escaping @Sendable () -> Timestamp
    ) {
        let limits = limits.tightenedForPictures
        self.init(
            limits: limits,
            hostPolicy: HostPolicy(source: source, timeout: limits.connectTimeout),
            secrets: secrets, now: now)
    }

    /// Creates a reader with a custom host policy.
    init(
        limits: HTTPLimits, hostPolicy: HostPolicy, secrets: ResolvedCredentials,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.limits = limits
        self.hostPolicy = hostPolicy
        self.secrets = secrets
        self.now = now
    }

    /// Resolves a link in a document; returns `nil` if it is not a web address, or contains a
    /// credential of the source.
    ///
    /// Those that the service echoed into the query of a link to itself are removed.
    public func address(of link: String, in document: String) -> String? {
        guard var address = Self.webAddress(link, in: document) else { return nil }
        if address.origin == hostPolicy.source?.origin {
            address.removeQueryItems(secrets.queryItems)
        }
        guard address.userInformation == nil, !secrets.appear(in: address.text) else { return nil }
        return address.text
    }

    private static func webAddress(_ link: String, in document: String) -> WebAddress? {
        if let address = try? WebAddress(link) { return address }
        // A relative link in a file would be a file.
        guard let base = try? WebAddress(document), var address = try? base.resolving(link) else {
            return nil
        }
        // User information in the document's address is not for the picture.
        address.userInformation = nil
        return address
    }

    /// Fetches the picture at an address; sends a conditional request if it is cached.
    ///
    /// - Throws: `FeedFailure`, or `CancellationError` if its task is cancelled.
    public func read(
        _ address: String, cached: FeedCacheState.Document? = nil
    ) async throws -> PictureResponse {
        let connections = PictureConnections(
            hostPolicy: hostPolicy, secrets: secrets, limits: limits)
        do {
            let response = try await response(from: address, cached, connections)
            await connections.shutdown()
            return response
        } catch {
            await connections.shutdown()
            throw error
        }
    }

    private func response(
        from address: String, _ cached: FeedCacheState.Document?, _ connections: PictureConnections
    ) async throws -> PictureResponse {
        let reader = DocumentReader(limits: limits, now: now) {
            try await connections.client(for: $0.address)
        }
        guard let target = try? WebAddress(address) else {
            throw FeedFailure(
                .link(.badAddress("not an http or https address")), at: Location.redacted(address))
        }
        let fetch = HTTPFetch(
            session: reader.session(for: address), address: target,
            limit: ByteLimit(bytes: Self.maxBytes))
        switch try await fetch.run(requested: address, cached: cached) {
        case .read(let bytes, let document, _): return .read(bytes, document)
        case .notModified(let document): return .notModified(document)
        }
    }
}

extension HTTPLimits {
    /// These limits, tightened for a picture.
    var tightenedForPictures: HTTPLimits {
        var limits = self
        limits.accept = "image/png, image/jpeg, image/webp, image/svg+xml, */*;q=0.5"
        limits.maxRedirects = min(maxRedirects, 3)
        limits.connectTimeout = min(connectTimeout, .seconds(5))
        limits.readTimeout = min(readTimeout, .seconds(10))
        limits.documentTimeout = min(documentTimeout, .seconds(30))
        limits.minPollInterval = .zero
        limits.maxRetries = 0
        return limits
    }
}
