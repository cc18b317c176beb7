import FleetCore
import Testing

@testable import FleetFeeds

@Suite("A document read with a filter keeps only matching vehicles")
struct VehicleFilterTests {
    private func document(_ text: String, color names: [String]) throws -> VehiclesDocument {
        var filter = Filter()
        filter.color = try #require(ColorFilter(names))
        let feed = try FeedDocument(
            vehicles: Array(text.utf8), at: "test", join: VehicleJoin(filter: filter))
        guard case .vehicles(let vehicles) = feed.content else {
            throw FeedFailure(.noVehicles, at: "test")
        }
        return vehicles
    }

    @Test("Vehicles that do not match the filter are counted, but not kept")
    func counted() throws {
        let text = #"""
            {"vehicles": [{"id": "a", "color": "red"}, {"id": "b", "color": "blue"},
            {"id": "c", "color": "BlueRed"}, {"id": "d"}]}
            """#
        let red = try document(text, color: ["red"])
        #expect(red.vehicles.map(\.id) == ["a", "c"])
        #expect(red.total == 4)
    }

    @Test("The last of several vehicles with the same ID decides whether it is kept")
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
        #expect(red.parseReport.duplicates == 2)
    }
}
