import FleetCore
import Testing

@testable import FleetFeeds

@Suite("Kinds that are kept")
struct KindsTests {
    private func document(_ text: String, color words: [String]) throws -> VehiclesDocument {
        var kinds = Filter()
        kinds.color = try #require(ColorFilter(words))
        let feed = try FeedDocument(
            Array(text.utf8), at: "test", join: VehicleJoin(kinds: kinds))
        guard case .vehicles(let vehicles) = feed.content else {
            throw FeedFailure(.noVehicles, at: "test")
        }
        return vehicles
    }

    @Test("vehicles of other kinds are counted, but not kept")
    func counted() throws {
        let text = #"""
            {"vehicles": [{"id": "a", "color": "red"}, {"id": "b", "color": "blue"},
            {"id": "c", "color": "BlueRed"}, {"id": "d"}]}
            """#
        let red = try document(text, color: ["red"])
        #expect(red.vehicles.map(\.id) == ["a", "c"])
        #expect(red.total == 4)
    }

    @Test("the last vehicle of a code decides whether the code is kept")
    func duplicates() throws {
        let text = #"""
            {"vehicles": [{"id": "a", "color": "red"}, {"id": "b", "color": "blue"},
            {"id": "a", "color": "blue"}, {"id": "c", "color": "red"},
            {"id": "b", "color": "red", "lat": 1, "lon": 2}]}
            """#
        let red = try document(text, color: ["red"])
        #expect(red.vehicles.map(\.id) == ["b", "c"])
        #expect(red.vehicles.first?.position == Position(latitude: 1, longitude: 2))
        #expect(red.total == 3)
        #expect(red.reading.duplicates == 2)
    }
}
