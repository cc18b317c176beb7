import FleetCore
import FleetRuntimeTestSupport
import Testing

@testable import FleetRuntime

@Suite("The events of the browser are those of its filter")
struct EventFeedTests {
    @Test("another filter starts the comparison anew, then only its vehicles have events")
    func narrowed() async throws {
        let home = try TestHome()
        func write(_ percent: Int) throws -> String {
            let rows = ["A", "B"].map {
                #"{"id":"\#($0)","lat":48.5,"lng":2.25,"battery":\#(percent)}"#
            }
            return try home.write(
                #"{"vehicles":[\#(rows.joined(separator: ","))]}"#, to: "feed.json")
        }
        var source = Source(location: .file(try write(90)))
        source.rotation = .no
        try await home.add("town", source)
        let subscription = try home.open("town").subscription(WatchPolicy())
        let feed = EventFeed(subscription.source, in: subscription.store)
        func events(_ percent: Int, _ filter: Filter) async throws -> [String] {
            _ = try write(percent)
            home.advance(by: .seconds(60))
            _ = try await home.open("town").loadedIDs()
            let revision = try subscription.read { $0.info.revision }
            let step = try feed.advance(to: revision, of: filter)
            return step?.update.batch.events.map(\.vehicleID) ?? []
        }
        var onlyB = Filter()
        onlyB.search = "B"
        #expect(try await events(90, Filter()) == [])
        #expect(try await events(80, Filter()) == ["A", "B"])
        #expect(try await events(70, onlyB) == [])
        #expect(try await events(60, onlyB) == ["B"])
    }
}
