import FleetCore
import Testing

@Suite("Location matching")
struct LocationMatchingTests {
    private func renamed(_ vehicle: Vehicle, _ change: (inout Vehicle) -> Void = { _ in })
        -> Vehicle
    {
        var vehicle = vehicle
        vehicle.id = "new " + vehicle.id
        change(&vehicle)
        return vehicle
    }

    private func batch(_ earlier: [Vehicle], _ later: [Vehicle]) -> EventBatch {
        var feed = WatchedFeed(.yes)
        feed.receive(earlier)
        return feed.receive(later)
    }

    @Test(
        "Vehicles match within 30 metres if type, form factor, propulsion and color are equal",
        arguments: [0.0, 29, 31])
    func traits(meters: Double) {
        let bike = Vehicle.parked("A")
        let north = City.position(north: meters, east: 0)
        let same = batch([bike], [renamed(bike) { $0.position = north }])
        #expect(same.turnover.renamed == (meters <= 30 ? 1 : 0))
        let changes: [(inout Vehicle) -> Void] = [
            { $0.typeID = "other" }, { $0.typeID = nil }, { $0.formFactor = "scooter" },
            { $0.propulsionType = "human" }, { $0.color = VehicleColor("red") },
        ]
        for change in changes {
            let other = renamed(bike) {
                $0.position = north; change(&$0)
            }
            let turnover = batch([bike], [other]).turnover
            #expect(turnover.renamed == 0)
            #expect((turnover.departed, turnover.arrived) == (1, 1))
        }
    }

    @Test("The nearest vehicles are matched first, one to one")
    func nearest() {
        let earlier = [Vehicle.parked("A"), .parked("B", north: 20)]
        var later = [
            Vehicle.parked("C", north: 14), .parked("D", north: 21), .parked("E", north: -25),
        ]
        later[0].isReserved = true
        later[1].isReserved = true
        later[2].isReserved = true
        let batch = batch(earlier, later)
        #expect(batch.turnover.renamed == 2)
        #expect(batch.turnover.arrived == 1)
        let pairs = batch.events.map { "\($0.previousID ?? "?")=\($0.vehicleID)" }
        #expect(pairs == ["A=C", "B=D"])
    }

    @Test("Every event of a vehicle with a new ID is inferred")
    func basis() throws {
        let bike = Vehicle.parked("A")
        let later = renamed(bike) {
            $0.isReserved = true
            $0.battery = Battery(percent: 55)
            $0.lastReported = WatchedFeed.time(0) + .seconds(10)
        }
        let events = batch([bike], [later]).events
        #expect(events.map(\.kind) == [.reserved, .batteryChanged])
        #expect(events.allSatisfy { $0.basis == .inferred && $0.previousID == "A" })
        #expect(events.allSatisfy { $0.at == WatchedFeed.time(0) + .seconds(10) })
    }

    @Test("A charge that differs by 20 points may be another vehicle's and is not reported")
    func otherCharge() {
        let bike = Vehicle.parked("A", percent: 15)
        let later = renamed(bike) { $0.battery = Battery(percent: 95) }
        let batch = batch([bike], [later])
        #expect(batch.turnover.renamed == 1)
        #expect(batch.events.isEmpty)
    }

    @Test("In a rack the charge identifies the vehicles")
    func rack() {
        var random = SplitMix(state: 3)
        func rack(_ prefix: String) -> [Vehicle] {
            (0..<300).map { index in
                .parked(
                    "\(prefix)\(index)", north: Double.random(in: 0...5, using: &random),
                    east: Double.random(in: 0...5, using: &random), percent: Double(index) / 3)
            }
        }
        let batch = batch(rack("a"), rack("b"))
        #expect(batch.turnover.renamed == 300)
        #expect(batch.events.count { $0.kind == .moved } == 0)
        #expect(batch.events.count < 60)
    }

    @Test("A vehicle without a position is re-identified at its station")
    func station() {
        var docked = Vehicle.parked("A")
        docked.position = nil
        docked.stationID = "station-7"
        #expect(batch([docked], [renamed(docked)]).turnover.renamed == 1)
        #expect(batch([docked], [renamed(docked) { $0.stationID = "8" }]).turnover.renamed == 0)
        #expect(batch([docked], [renamed(docked) { $0.stationID = nil }]).turnover.renamed == 0)
    }

    @Test(
        "Locations are near each other across the date line and at the poles",
        arguments: [
            (-16.8, 179.9999, -16.8, -179.9999), (89.99995, 0, 89.99995, 180), (-90, 7, -90, -7),
        ])
    func edges(latitude: Double, longitude: Double, otherLatitude: Double, other: Double) {
        var earlier = Vehicle.parked("A")
        earlier.position = Position(latitude: latitude, longitude: longitude)
        let later = renamed(earlier) {
            $0.position = Position(latitude: otherLatitude, longitude: other)
        }
        #expect(batch([earlier], [later]).turnover.renamed == 1)
    }

    @Test("An ID that returns is not the new ID of a neighbor that left")
    func returned() {
        var feed = WatchedFeed(.unknown)
        let rest = (0..<30).map { Vehicle.parked("rest-\($0)", north: 1000 + 100 * Double($0)) }
        let first = Vehicle.parked("A")
        let second = Vehicle.parked("B", north: 3)
        feed.receive(rest + [first, second])
        #expect(feed.receive(rest + [second]).events.map(\.kind) == [.disappeared])
        let batch = feed.receive(rest + [first])
        #expect(batch.events.map(\.kind) == [.appeared, .disappeared])
        #expect(batch.turnover.renamed == 0)
    }
}
