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
            throw FeedFailure(.content(.noVehicles), at: "test")
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

    @Test("The user's color of a type precedes that of a vehicle, which precedes that of its type")
    func colorsOfTypes() throws {
        let text = #"""
            {"vehicles": [{"id": "a", "vehicle_type_id": "blue"},
            {"id": "b", "vehicle_type_id": "blue", "color": "red"},
            {"id": "c", "vehicle_type_id": "red"},
            {"id": "d", "vehicle_type_id": "red", "color": "blue"},
            {"id": "e", "vehicle_type_id": "mine", "color": "blue"}, {"id": "f"}]}
            """#
        var join = VehicleJoin(
            types: ["blue", "red", "mine"].map { VehicleType(id: $0, color: $0) },
            colorMap: ColorMap(["mine": try #require(VehicleColor("red"))]))
        join.filter.color = try #require(ColorFilter(["red"]))
        let feed = try FeedDocument(vehicles: Array(text.utf8), at: "test", join: join)
        guard case .vehicles(let red) = feed.content else {
            throw FeedFailure(.content(.noVehicles), at: "test")
        }
        #expect(red.vehicles.map(\.id) == ["b", "c", "e"])
        #expect(red.total == 6)
    }
}
