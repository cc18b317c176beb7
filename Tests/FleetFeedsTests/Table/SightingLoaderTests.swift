import FleetCore
import Synchronization
import Testing

@testable import FleetFeeds

@Suite("Sightings are joined with the vehicles of a table")
struct SightingLoaderTests {
    private static let place = Position(latitude: 1, longitude: 2)

    private func sighting(_ id: String) throws -> Sighting {
        Sighting(of: id, at: try #require(Self.place), seenAt: noon, rowPosition: nil)
    }

    @Test("An unchanged table is read again only if they changed")
    func requests() async throws {
        let web = StubWeb(["t.csv": .text("id,color\na,red\n", entityTag: "t1")])
        let source = Source(location: .web(StubWeb.root + "t.csv"))
        // A source is checked before it can have sightings.
        let checked = try await web.loader(source).load(nil)
        let sightings = Mutex<[Sighting]>([])
        let loader = web.loader(source, sightings: { sightings.withLock { $0 } })
        #expect(try await loader.load(checked.cacheState).vehicles == nil)
        let new = try sighting("a")
        sightings.withLock { $0 = [new] }
        let moved = try await loader.load(checked.cacheState)
        #expect(moved.vehicles?.map(\.position) == [Self.place])
        #expect(checked.snapshot?.documents.rowLocations == [])
        #expect(moved.snapshot?.documents.rowLocations == [RowLocation(of: "a", at: nil)])
        #expect(try await loader.load(moved.cacheState).vehicles == nil)
    }

    @Test("Those of a feed are not read after its first time")
    func feeds() async throws {
        let web = StubWeb(["f.json": .text(#"{"vehicles":[{"id":"a"}]}"#, entityTag: "f1")])
        let count = Mutex(0)
        let loader = web.loader(
            Source(location: .web(StubWeb.root + "f.json")),
            sightings: {
                count.withLock { $0 += 1 }
                return []
            })
        let first = try await loader.load(nil)
        #expect(first.vehicles?.map(\.position) == [nil])
        #expect(first.snapshot?.documents.rowLocations == nil)
        #expect(try await loader.load(first.cacheState).vehicles == nil)
        #expect(count.withLock { $0 } == 0)
    }
}
