import FleetCore
import Foundation

@testable import FleetFeeds

/// Stub of the web: documents by address, and a log of the requests.
///
/// SAFETY: both variables are accessed only while holding the lock.
final class StubWeb: @unchecked Sendable {
    /// Response to requests for an address.
    enum Response {
        /// A document and its `ETag`.
        case text(String, entityTag: String? = nil)
        case failure(FeedFailure.Reason)
    }

    /// Request for an address, given relative to `root`.
    struct Request: Equatable {
        var name: String
        /// Whether it had an `If-None-Match` header.
        var isConditional = false
    }

    static let root = "https://feeds.example.org/"

    private let lock = NSLock()
    private var responses: [String: Response]
    private var requests: [Request] = []
    /// The `Accept` headers of requests that asked for versions.
    private var accepts: [String] = []
    /// The only version of MDS that is served; others are refused.
    private let mdsVersion: String?

    init(_ responses: [String: Response], mdsVersion: String? = nil) {
        (self.responses, self.mdsVersion) = (responses, mdsVersion)
    }

    /// Returns the versions of MDS that were asked for since the last call.
    func takeVersions() -> [String] {
        lock.withLock {
            defer { accepts = [] }
            return accepts
        }
    }

    /// Response to future requests for an address; `nil` means 404.
    subscript(name: String) -> Response? {
        get { lock.withLock { responses[name] } }
        set { lock.withLock { responses[name] = newValue } }
    }

    /// Returns the requests since the last call, as `name`, or `name?` for conditional ones.
    func takeRequests() -> [String] {
        lock.withLock {
            defer { requests = [] }
            return requests.map { $0.name + ($0.isConditional ? "?" : "") }
        }
    }

    /// Creates a loader for a source on this web.
    func loader(
        _ name: String, feed: Source.Feed = .vehicles, colors: [String: VehicleColor] = [:],
        secrets: ResolvedCredentials = ResolvedCredentials(), provider: Source.Provider = .detected,
        history: HistorySetting? = nil, language: LanguageTag? = nil, zone: SystemTimeZone = .utc,
        assets: String? = nil, at now: Timestamp = noon
    ) -> FeedLoader {
        var source = Source(location: .web(Self.root + name), colorMap: ColorMap(colors))
        (source.provider, source.language) = (provider, language)
        source.ownHistory = history.map(HistoryChoice.kept)
        source.assets = assets.map { AssetList(location: .web(Self.root + $0)) }
        return loader(source, feed: feed, secrets: secrets, zone: zone, at: now)
    }

    /// Creates a loader for a source.
    func loader(
        _ source: Source, feed: Source.Feed = .vehicles,
        secrets: ResolvedCredentials = ResolvedCredentials(), zone: SystemTimeZone = .utc,
        sightings: FeedLoader.Sightings? = nil, at now: Timestamp = noon
    ) -> FeedLoader {
        FeedLoader(
            source: source, feed: feed, startRefresh: { { try self.read($0) } },
            linkPolicy: LinkPolicy(credentials: secrets, location: source.location.text),
            now: { now }, shownNow: { now }, zone: zone, sightings: sightings)
    }

    private func read(_ request: DocumentRequest) throws -> DocumentResponse {
        let (address, cached) = (request.address, request.cached)
        let name = address.replacing(Self.root, with: "")
        let cachedTag = cached?.address == address ? cached?.entityTag : nil
        let response = lock.withLock {
            requests.append(Request(name: name, isConditional: cachedTag != nil))
            if let accept = request.accept { accepts.append(accept) }
            return responses[name]
        }
        if let mdsVersion, request.accept?.contains("version=" + mdsVersion) != true {
            throw FeedFailure(.service(.status(406)), at: address)
        }
        switch response {
        case .text(let text, let tag):
            if let cached, let tag, cachedTag == tag { return .notModified(cached) }
            let document = FeedCacheState.Document(address: address, entityTag: tag)
            return .read(bytes: Array(text.utf8), document, base: address)
        case .failure(let reason): throw FeedFailure(reason, at: address)
        case nil: throw FeedFailure(.service(.status(404)), at: address)
        }
    }
}

extension FeedResponse {
    /// Vehicles, if the response has a snapshot.
    var vehicles: [Vehicle]? { snapshot?.vehicles }

    /// Sites, if the response has a snapshot.
    var sites: [Site]? { snapshot?.sites }

    /// Snapshot, unless the feed is unchanged.
    var snapshot: Snapshot? {
        if case .loaded(let snapshot, _, _) = self { snapshot } else { nil }
    }

    /// State to cache for the next load.
    var cacheState: FeedCacheState {
        switch self {
        case .loaded(_, let cacheState, _), .notModified(let cacheState, _): cacheState
        }
    }
}
