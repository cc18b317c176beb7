import FleetCore
import Testing

@Suite("What is told of a vehicle")
struct EventKindTests {
    private let bike = Vehicle.standing("A")
    /// Between the two snapshots.
    private let meanwhile = Watched.time(0) + .seconds(20)

    @Test("the first snapshot tells nothing, and neither does one that is the same")
    func first() {
        var feed = Watched()
        #expect(feed.see([bike]) == EventBatch(at: Watched.time(0)))
        #expect(feed.see([bike]) == EventBatch(at: Watched.time(1)))
    }

    @Test("snapshots that are empty from the start tell nothing when the feed begins")
    func emptyFirst() {
        var feed = Watched()
        feed.see([])
        #expect(feed.see([bike]).events.isEmpty)
    }

    @Test("a new code appeared, inferred, where it is")
    func appeared() throws {
        let events = Watched.events(from: [bike], to: [bike, .standing("B", north: 500)])
        let event = try #require(events.first)
        #expect(events.count == 1)
        #expect(event.kind == .appeared)
        #expect(event.basis == .inferred)
        #expect(event.vehicleID == "B")
        #expect(event.at == Watched.time(1))
        #expect(event.position == Place.position(north: 500, east: 0))
        #expect(event.state == .available)
        #expect(event.previousState == nil)
    }

    @Test("a code that is gone disappeared, inferred, from where it last was")
    func disappeared() throws {
        let events = Watched.events(from: [bike, .standing("B", north: 500)], to: [bike])
        let event = try #require(events.first)
        #expect(events.count == 1)
        #expect(event.kind == .disappeared)
        #expect(event.basis == .inferred)
        #expect(event.vehicleID == "B")
        #expect(event.position == Place.position(north: 500, east: 0))
        #expect(event.state == .unknown)
        #expect(event.previousState == .available)
        #expect(event.mdsVehicleState == nil)
    }

    @Test("a move is inferred, unless the vehicle reported its place meanwhile")
    func moved() throws {
        for reported in [nil, meanwhile, Watched.time(0), Watched.time(2)] {
            let events = Watched.events(of: bike) {
                $0.position = Place.position(north: 300, east: 0)
                $0.lastReported = reported
            }
            let event = try #require(events.first)
            #expect(events.count == 1)
            #expect(event.kind == .moved)
            #expect(event.basis == (reported == meanwhile ? .observed : .inferred))
            #expect(event.at == (reported == meanwhile ? meanwhile : Watched.time(1)))
            #expect(event.previousPosition == bike.position)
            #expect(try abs(#require(event.distanceMeters) - 300) < 1)
        }
    }

    @Test(
        "a change of the two booleans is observed",
        arguments: [
            (false, false, true, false, [.reserved], ["reservation_start"], "reserved"),
            (true, false, false, false, [.freed], ["reservation_cancel"], "available"),
            (false, false, false, true, [.disabled], ["unspecified"], "non_operational"),
            (false, true, false, false, [.enabled], ["unspecified"], "available"),
            (true, false, true, true, [.disabled], ["unspecified"], "non_operational"),
            (true, true, true, false, [.enabled], ["unspecified"], "reserved"),
            (false, true, true, true, [.reserved], [], "non_operational"),
            (true, true, false, true, [.freed], [], "non_operational"),
            (true, false, false, true, [.freed, .disabled], [], "non_operational"),
            (false, true, true, false, [.reserved, .enabled], ["reservation_start"], "reserved"),
        ] as [(Bool, Bool, Bool, Bool, [VehicleEvent.Kind], [String], String)])
    func states(
        wasReserved: Bool, wasDisabled: Bool, isReserved: Bool, isDisabled: Bool,
        kinds: [VehicleEvent.Kind], types: [String], state: String
    ) {
        var vehicle = bike
        vehicle.isReserved = wasReserved
        vehicle.isDisabled = wasDisabled
        let before = vehicle.state
        let events = Watched.events(of: vehicle) {
            $0.isReserved = isReserved
            $0.isDisabled = isDisabled
        }
        #expect(events.map(\.kind) == kinds)
        #expect(events.first?.mdsEventTypes == types)
        #expect(events.allSatisfy { $0.basis == .observed && $0.mdsVehicleState == state })
        #expect(events.allSatisfy { $0.previousState == (before == $0.state ? nil : before) })
    }

    @Test("what a feed does not say is no change, and is compared with what it said before")
    func unknowns() {
        var feed = Watched()
        var silent = Vehicle(id: "A")
        silent.typeID = "bike"
        var changed = bike
        changed.isReserved = true
        changed.battery = Battery(percent: 50)
        changed.position = Place.position(north: 80, east: 0)
        feed.see([silent])
        #expect(feed.see([bike]).events.isEmpty)
        #expect(feed.see([silent]).events.isEmpty)
        #expect(
            feed.see([changed]).events.map(\.kind) == [.moved, .reserved, .batteryChanged])
    }

    @Test(
        "a reservation that ends at another place may have been a trip: no cancellation is claimed")
    func freedElsewhere() {
        var reserved = bike
        reserved.isReserved = true
        let events = Watched.events(of: reserved) {
            $0.isReserved = false
            $0.position = Place.position(north: 900, east: 0)
        }
        #expect(events.map(\.kind) == [.moved, .freed])
        #expect(events.map(\.mdsEventTypes) == [[], ["unspecified"]])
    }

    @Test("only a low battery that takes a vehicle out of service is MDS's battery_low")
    func batteryLowInMDS() {
        let low = Watched.events(of: bike) { $0.battery = Battery(percent: 12) }
        #expect(low.map(\.mdsEventTypes) == [[]])
        let out = Watched.events(of: bike) {
            $0.battery = Battery(percent: 12)
            $0.isDisabled = true
        }
        #expect(out.map(\.mdsEventTypes) == [["unspecified"], ["battery_low"]])
        var flat = bike
        flat.isDisabled = true
        flat.battery = Battery(percent: 5)
        let charged = Watched.events(of: flat) {
            $0.battery = Battery(percent: 95)
            $0.isDisabled = false
        }
        #expect(charged.map(\.kind) == [.enabled, .batteryCharged])
        #expect(charged.map(\.mdsEventTypes) == [["unspecified"], ["battery_charged"]])
    }

    @Test("codes are bytes: two that only look alike are two vehicles")
    func bytes() {
        let composed = Vehicle.standing("caf\u{E9}")
        let decomposed = Vehicle.standing("cafe\u{301}", north: 500)
        let events = Watched.events(from: [composed], to: [composed, decomposed])
        #expect(events.map(\.kind) == [.appeared])
        #expect(events.map { Array($0.vehicleID.utf8) } == [Array("cafe\u{301}".utf8)])
    }

    @Test("of a code that comes twice the later vehicle counts")
    func twice() {
        let events = Watched.events(
            from: [bike], to: [.standing("A", north: 900), bike, .standing("A", north: 400)])
        #expect(events.map(\.position) == [Place.position(north: 400, east: 0)])
    }
}
