import FleetCore
import Testing

@testable import FleetFeeds

@Suite("Loading from every type of source")
struct FeedLoaderTests {
    private func loader(_ location: Location, colors: [String: VehicleColor] = [:]) -> FeedLoader {
        let source = Source(location: location, colorMap: ColorMap(colors))
        let reader = DocumentReader(
            HTTPTransport(limits: HTTPLimits(version: "test")), now: { noon })
        return FeedLoader(source: source, reader: reader, now: { noon }, shownNow: { noon })
    }

    @Test("The simulation uses the displayed time and the user's colors")
    func simulation() async throws {
        let demo = Location.simulation("sim://demo?vehicles=30")
        let plain = try #require(try await loader(demo).load(nil).snapshot)
        #expect(plain.feed.isSimulated)
        #expect(plain.feed.lastUpdated == noon)
        #expect(plain.vehicles.count == 30)
        let type = try #require(plain.vehicles.first?.typeID)
        let pink = try #require(VehicleColor("pink"))
        let colored = try #require(try await loader(demo, colors: [type: pink]).load(nil).snapshot)
        #expect(
            colored.vehicles.map { $0.color?.label == "pink" }
                == plain.vehicles.map { $0.typeID == type })
    }

    @Test("Files have no minimum interval and are read in full each time")
    func files() async throws {
        let file = loader(.file(Fixture.path("gbfs/2.3/gbfs.json")))
        let first = try await file.load(nil)
        #expect(first.schedule == FeedSchedule(minInterval: .zero, freshFor: .seconds(60)))
        let second = try await file.load(first.cacheState)
        #expect(second.vehicles == first.vehicles)
        #expect(second.vehicles?.count == 12)
    }

    @Test("A cancelled load throws CancellationError")
    func cancelled() async throws {
        let web = StubWeb(["bikes.json": .text(#"{"data": {"bikes": []}}"#)])
        let load = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await web.loader("bikes.json").load(nil)
        }
        await #expect(throws: CancellationError.self) { try await load.value }
    }

    @Test("Progress reports the number of vehicles read so far")
    func progress() throws {
        let rows = (0..<10_000).map { #"{"id": \#($0)}"# }.joined(separator: ",")
        var reported: [Int] = []
        _ = try FeedDocument(
            vehicles: Array("[\(rows)]".utf8), at: "here", progress: { reported.append($0) })
        #expect(reported == [4096, 8192])
    }
}
