public import FleetCore
public import Foundation

/// A source that a server polls.
public struct PolledSource: Equatable, Sendable {
    /// The name.
    public let name: String
    /// The former names, which still find the source.
    public let aliases: [String]
    /// The definition; its location may have secrets.
    public let source: Source
    /// The key of its stored vehicles.
    public let vehicles: SourceKey

    /// Creates a source.
    public init(
        name: String, aliases: [String], source: Source, vehicles: SourceKey
    ) {
        self.name = name
        self.aliases = aliases
        self.source = source
        self.vehicles = vehicles
    }

    /// The key of its stored sites.
    public var sites: SourceKey { vehicles.forSites }

    /// The permanent UUID, which favorites and notes refer to.
    public var uuid: UUID { vehicles.uuid }
}

/// The sources that a server polls, or that another process polls for it.
public protocol PolledSources: Sendable {
    /// All sources, the default first.
    var all: [PolledSource] { get }

    /// Returns the newest state of a feed; `nil` if there is no such source, or if its feed has no
    /// state yet.
    func state(of uuid: UUID, _ feed: Source.Feed) -> StateUpdate?

    /// Returns numbers about the requests of this process for the vehicles of a source.
    func polls(of uuid: UUID) -> PollStatistics

    /// Returns a stream of all changes from now on, in their order.
    ///
    /// It buffers without a limit, so its reader must not wait for clients. It ends when the
    /// polling ends.
    func updates() -> AsyncStream<PolledUpdate>

    /// Disposes the running subscription to the vehicles of a source, subscribes again, and returns
    /// the new snapshot's summary.
    ///
    /// Concurrent refreshes share one request.
    /// - Throws: `.stopped` if there is no such source, too.
    func refresh(_ uuid: UUID) async throws(RefreshError) -> SnapshotInfo
}

/// A change of the sources of a server.
public enum PolledUpdate: Equatable, Sendable {
    /// A feed of a source has a new state.
    case state(of: UUID, Source.Feed, StateUpdate)
    /// Sources were added, changed, renamed or removed.
    case sourcesChanged
}
