import FleetCore

@testable import FleetFeeds

/// Time of the last update of the fixtures.
let noon = Timestamp(milliseconds: 1_763_640_000_000)

/// Loads a fixture the way the program does.
@discardableResult
func load(
    _ name: String, feed: Source.Feed = .vehicles, colors: [String: VehicleColor] = [:]
) async throws -> (snapshot: Snapshot, cacheState: FeedCacheState) {
    let source = Source(location: .file(Fixture.path(name)), colorMap: ColorMap(colors))
    let reader = DocumentReader(
        HTTPTransport(limits: HTTPLimits(version: "test")), now: { noon })
    let loader = FeedLoader(
        source: source, feed: feed, reader: reader, now: { noon }, shownNow: { noon })
    let response = try await loader.load(nil)
    await reader.transport.shutdown()
    guard case .loaded(let snapshot, let cacheState, _) = response else {
        throw FeedFailure(.service(.status(304)), at: name)
    }
    return (snapshot, cacheState)
}
