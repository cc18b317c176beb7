import Testing

@testable import FleetCore

@Suite("Vehicle order")
struct VehicleOrderTests {
    private func sorted(
        _ order: VehicleOrder, _ vehicles: [Vehicle], isReversed: Bool = false
    ) -> [String] {
        order.sorted(Array(vehicles.indices), of: vehicles, isReversed: isReversed)
            .map { vehicles[$0].id }
    }

    private func vehicle(_ id: String, _ set: (inout Vehicle) -> Void = { _ in }) -> Vehicle {
        var vehicle = Vehicle(id: id)
        set(&vehicle)
        return vehicle
    }

    @Test("IDs are ordered byte by byte")
    func ids() {
        let ids = ["b", "a", "B", "é", "e\u{301}", "a1", "a10", "a2", "", "\u{10000}", "\u{FFFF}"]
        let expected = ids.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
        #expect(
            sorted(.id, ids.map { vehicle($0) }).map { Array($0.utf8) }
                == expected.map { Array($0.utf8) })
        #expect(expected.map { Array($0.utf8) }.first == [])
    }

    @Test("The lowest charge comes first, unknown last, ties by ID")
    func battery() {
        let vehicles = [
            vehicle("none"), vehicle("b") { $0.battery = Battery(percent: 5) },
            vehicle("a") { $0.battery = Battery(percent: 5) },
            vehicle("full") { $0.battery = Battery(percent: 100) }, vehicle("nil"),
        ]
        #expect(sorted(.battery, vehicles) == ["a", "b", "full", "nil", "none"])
    }

    @Test("In reverse the highest charge comes first, unknown last, ties by ID; IDs are reversed")
    func reversed() {
        let vehicles = [
            vehicle("none"), vehicle("b") { $0.battery = Battery(percent: 5) },
            vehicle("a") { $0.battery = Battery(percent: 5) },
            vehicle("full") { $0.battery = Battery(percent: 100) }, vehicle("nil"),
        ]
        #expect(
            sorted(.battery, vehicles, isReversed: true) == ["full", "a", "b", "nil", "none"])
        #expect(sorted(.id, vehicles, isReversed: true) == ["none", "nil", "full", "b", "a"])
    }

    @Test("The shortest range comes first, NaN last")
    func range() {
        let ranges: [Double?] = [3, .nan, 1, nil, 2, .nan, 0]
        let vehicles = ranges.enumerated().map { index, range in
            vehicle("\(index)") { $0.currentRangeMeters = range }
        }
        #expect(sorted(.range, vehicles) == ["6", "2", "4", "0", "1", "3", "5"])
    }

    @Test("The nearest comes first, without a position last")
    func distance() throws {
        let origin = try #require(Position(latitude: 0, longitude: 179.9))
        let vehicles = [
            vehicle("lost"), vehicle("far") { $0.position = Position(latitude: 0, longitude: 179) },
            vehicle("near") { $0.position = Position(latitude: 0, longitude: -179.9) },
        ]
        #expect(sorted(.distance(from: origin), vehicles) == ["near", "far", "lost"])
    }

    @Test("The latest report comes first, unknown last")
    func reported() {
        let vehicles = [
            vehicle("never"), vehicle("old") { $0.lastReported = Timestamp(milliseconds: 1) },
            vehicle("new") { $0.lastReported = Timestamp(milliseconds: 2) },
            vehicle("earliest") { $0.lastReported = Timestamp(milliseconds: .min) },
        ]
        #expect(sorted(.lastReported, vehicles) == ["new", "old", "earliest", "never"])
    }
}
