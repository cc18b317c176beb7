import FleetCore
import Testing

@Suite("Vehicles known again by their places")
struct PlaceMatchingTests {
    private func renamed(_ vehicle: Vehicle, _ change: (inout Vehicle) -> Void = { _ in })
        -> Vehicle
    {
        var vehicle = vehicle
        vehicle.id = "new " + vehicle.id
        change(&vehicle)
        return vehicle
    }

    private func batch(_ earlier: [Vehicle], _ later: [Vehicle]) -> EventBatch {
        var feed = Watched(.yes)
        feed.see(earlier)
        return feed.see(later)
    }

    @Test(
        "up to 30 metres, of the same type, form, propulsion and color", arguments: [0.0, 29, 31])
    func kinds(meters: Double) {
        let bike = Vehicle.standing("A")
        let north = Place.position(north: meters, east: 0)
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
            #expect((turnover.went, turnover.came) == (1, 1))
        }
    }

    @Test("the nearest first, one to one")
    func nearest() {
        let earlier = [Vehicle.standing("A"), .standing("B", north: 20)]
        var later = [
            Vehicle.standing("C", north: 14), .standing("D", north: 21), .standing("E", north: -25),
        ]
        later[0].isReserved = true
        later[1].isReserved = true
        later[2].isReserved = true
        let batch = batch(earlier, later)
        #expect(batch.turnover.renamed == 2)
        #expect(batch.turnover.came == 1)
        let pairs = batch.events.map { "\($0.previousID ?? "?")=\($0.vehicleID)" }
        #expect(pairs == ["A=C", "B=D"])
    }

    @Test("all that is told of a vehicle with a new code is inferred")
    func basis() throws {
        let bike = Vehicle.standing("A")
        let later = renamed(bike) {
            $0.isReserved = true
            $0.battery = Battery(percent: 55)
            $0.lastReported = Watched.time(0) + .seconds(10)
        }
        let events = batch([bike], [later]).events
        #expect(events.map(\.kind) == [.reserved, .batteryChanged])
        #expect(events.allSatisfy { $0.basis == .inferred && $0.previousID == "A" })
        #expect(events.allSatisfy { $0.at == Watched.time(0) + .seconds(10) })
    }

    @Test("a charge that differs by 20 points may be another vehicle's, and is not told")
    func otherCharge() {
        let bike = Vehicle.standing("A", percent: 15)
        let later = renamed(bike) { $0.battery = Battery(percent: 95) }
        let batch = batch([bike], [later])
        #expect(batch.turnover.renamed == 1)
        #expect(batch.events.isEmpty)
    }

    @Test("in a rack the charge tells who is who")
    func rack() {
        var dice = SplitMix(state: 3)
        func rack(_ prefix: String) -> [Vehicle] {
            (0..<300).map { index in
                .standing(
                    "\(prefix)\(index)", north: Double.random(in: 0...5, using: &dice),
                    east: Double.random(in: 0...5, using: &dice), percent: Double(index) / 3)
            }
        }
        let batch = batch(rack("a"), rack("b"))
        #expect(batch.turnover.renamed == 300)
        #expect(batch.events.count { $0.kind == .moved } == 0)
        #expect(batch.events.count < 60)
    }

    @Test("a vehicle without a position is known again at its station")
    func station() {
        var docked = Vehicle.standing("A")
        docked.position = nil
        docked.stationID = "station-7"
        #expect(batch([docked], [renamed(docked)]).turnover.renamed == 1)
        #expect(batch([docked], [renamed(docked) { $0.stationID = "8" }]).turnover.renamed == 0)
        #expect(batch([docked], [renamed(docked) { $0.stationID = nil }]).turnover.renamed == 0)
    }

    @Test(
        "places are near each other across the date line and at the poles",
        arguments: [
            (-16.8, 179.9999, -16.8, -179.9999), (89.99995, 0, 89.99995, 180), (-90, 7, -90, -7),
        ])
    func edges(latitude: Double, longitude: Double, otherLatitude: Double, other: Double) {
        var earlier = Vehicle.standing("A")
        earlier.position = Position(latitude: latitude, longitude: longitude)
        let later = renamed(earlier) {
            $0.position = Position(latitude: otherLatitude, longitude: other)
        }
        #expect(batch([earlier], [later]).turnover.renamed == 1)
    }

    @Test("a code that was gone before and is back is no new code of a neighbor that left")
    func returned() {
        var feed = Watched(.unknown)
        let rest = (0..<30).map { Vehicle.standing("rest-\($0)", north: 1000 + 100 * Double($0)) }
        let first = Vehicle.standing("A")
        let second = Vehicle.standing("B", north: 3)
        feed.see(rest + [first, second])
        #expect(feed.see(rest + [second]).events.map(\.kind) == [.disappeared])
        let batch = feed.see(rest + [first])
        #expect(batch.events.map(\.kind) == [.appeared, .disappeared])
        #expect(batch.turnover.renamed == 0)
    }
}
