public import FleetCore

/// What asking for a picture brought.
public enum PictureAnswer: Equatable, Sendable {
    /// Its bytes, which may be anything, and how to ask whether they changed.
    case read([UInt8], FeedMemory.Document)
    /// It did not change since it was remembered.
    case notModified(FeedMemory.Document)
}

/// Fetches the pictures that a source's feeds link to, with nothing of the source's credentials.
///
/// The addresses come from feeds and are not trusted: see ``FeedFailure/Reason/badAddress(_:)`` for
/// those of private networks, which are refused unless the source itself is there. Redirects are
/// checked one by one. Every picture has connections of its own.
public struct PictureReader: Sendable {
    /// The most bytes that a picture may have.
    public static let largest: Int64 = 5 << 20

    private let limits: HTTPLimits
    private let hosts: PictureHosts
    private let secrets: ResolvedCredentials
    private let now: @Sendable () -> Timestamp

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - configuration: the limits of the web, which are narrowed for pictures.
    ///   - source: where the source is read.
    ///   - secrets: the source's credentials; an address that holds one of them is not asked.
    ///   - now: the machine's clock.
    public init(
        configuration: HTTPLimits, source: Location, secrets: ResolvedCredentials,
        now: @escaping @Sendable () -> Timestamp
    ) {
        let limits = configuration.narrowedForPictures
        let limit = limits.connect
        self.init(
            limits: limits,
            hosts: PictureHosts(source: source) {
                try await HostLookup.addresses(of: $0, within: limit)
            },
            secrets: secrets, now: now)
    }

    /// Creates a reader that asks the given hosts.
    init(
        limits: HTTPLimits, hosts: PictureHosts, secrets: ResolvedCredentials,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.limits = limits
        self.hosts = hosts
        self.secrets = secrets
        self.now = now
    }

    /// The address that a link in a document leads to; `nil` if it is none of the web.
    ///
    /// What the source's service wrote into the link of our own query items is left out.
    public func address(of link: String, in document: String) -> String? {
        guard var address = Self.webAddress(link, in: document) else { return nil }
        address.removeQueryItems(secrets.queryItems)
        guard address.userInformation == nil else { return nil }
        return address.text
    }

    private static func webAddress(_ link: String, in document: String) -> WebAddress? {
        if let address = try? WebAddress(link) { return address }
        // A relative link of a file would be a file.
        guard let base = try? WebAddress(document), var address = try? base.following(link) else {
            return nil
        }
        // What stood in the document's address is the document's.
        address.userInformation = nil
        return address
    }

    /// Asks for the picture at an address, of a remembered one only for the change.
    ///
    /// Throws `FeedFailure`, or `CancellationError`.
    public func read(
        _ address: String, remembered: FeedMemory.Document? = nil
    ) async throws -> PictureAnswer {
        let connections = PictureConnections(hosts: hosts, secrets: secrets, limits: limits)
        do {
            let answer = try await answer(of: address, remembered, connections)
            await connections.shutdown()
            return answer
        } catch {
            await connections.shutdown()
            throw error
        }
    }

    private func answer(
        of address: String, _ remembered: FeedMemory.Document?, _ connections: PictureConnections
    ) async throws -> PictureAnswer {
        let reader = DocumentReader(limits: limits, now: now) {
            try await connections.client(for: $0)
        }
        guard let target = try? WebAddress(address) else {
            throw FeedFailure(
                .badAddress("it is neither http nor https"), at: Location.redacted(address))
        }
        let reading = WebReading(
            session: reader.session(for: address), address: target, limit: limits.bytes)
        switch try await reading.read(asked: address, remembered: remembered) {
        case .read(let bytes, let document, _): return .read(bytes, document)
        case .notModified(let document): return .notModified(document)
        }
    }
}

extension HTTPLimits {
    /// These limits, as far as a picture needs them.
    var narrowedForPictures: HTTPLimits {
        var limits = self
        limits.accept = "image/png, image/jpeg, image/webp, image/svg+xml, */*;q=0.5"
        limits.bytes = min(bytes, PictureReader.largest)
        limits.redirects = min(redirects, 3)
        limits.connect = min(connect, .seconds(5))
        limits.read = min(read, .seconds(10))
        limits.document = min(document, .seconds(30))
        limits.betweenPolls = .zero
        return limits
    }
}
