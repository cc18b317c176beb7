import FleetCore

@testable import FleetFeeds

/// The time of the fixtures.
let noon = Timestamp(milliseconds: 1_763_640_000_000)

/// Loads a fixture as the program does.
@discardableResult
func load(
    _ name: String, feed: Source.Feed = .vehicles, colors: [String: VehicleColor] = [:]
) async throws -> (snapshot: Snapshot, memory: FeedMemory) {
    let source = Source(location: .file(Fixture.path(name)), colorMap: ColorMap(colors))
    let reader = DocumentReader(configuration: HTTPLimits(version: "test"), now: { noon })
    let loader = FeedLoader(
        source: source, feed: feed, reader: reader, now: { noon }, shownNow: { noon })
    let answer = try await loader.load(nil)
    await reader.shutdown()
    guard case .loaded(let snapshot, let memory, _) = answer else {
        throw FeedFailure(.status(304), at: name)
    }
    return (snapshot, memory)
}
