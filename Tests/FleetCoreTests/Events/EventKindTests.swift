import FleetCore
import Testing

@Suite("Event kinds")
struct EventKindTests {
    private let bike = Vehicle.parked("A")
    /// A time between the two snapshots.
    private let meanwhile = WatchedFeed.time(0) + .seconds(20)

    @Test("The first snapshot and an unchanged one yield no events")
    func first() {
        var feed = WatchedFeed()
        #expect(feed.receive([bike]) == EventBatch(at: WatchedFeed.time(0)))
        #expect(feed.receive([bike]) == EventBatch(at: WatchedFeed.time(1)))
    }

    @Test("The first vehicles after empty snapshots yield no events")
    func emptyFirst() {
        var feed = WatchedFeed()
        feed.receive([])
        #expect(feed.receive([bike]).events.isEmpty)
    }

    @Test("A new ID is an inferred appearance at its position")
    func appeared() throws {
        let events = WatchedFeed.events(from: [bike], to: [bike, .parked("B", north: 500)])
        let event = try #require(events.first)
        #expect(events.count == 1)
        #expect(event.kind == .appeared)
        #expect(event.basis == .inferred)
        #expect(event.vehicleID == "B")
        #expect(event.at == WatchedFeed.time(1))
        #expect(event.position == City.position(north: 500, east: 0))
        #expect(event.state == .available)
        #expect(event.previousState == nil)
    }

    @Test("A missing ID is an inferred disappearance from its last position")
    func disappeared() throws {
        let events = WatchedFeed.events(from: [bike, .parked("B", north: 500)], to: [bike])
        let event = try #require(events.first)
        #expect(events.count == 1)
        #expect(event.kind == .disappeared)
        #expect(event.basis == .inferred)
        #expect(event.vehicleID == "B")
        #expect(event.position == City.position(north: 500, east: 0))
        #expect(event.state == .unknown)
        #expect(event.previousState == .available)
        #expect(event.mdsVehicleState == nil)
    }

    @Test("A trip of MDS has events of its types, and its state is kept in storage")
    func trip() throws {
        var parked = bike
        parked.setState(.available)
        let started = WatchedFeed.events(of: parked) { $0.setState(.onTrip) }
        #expect(started.map(\.kind) == [.reserved])
        #expect(started.first?.mdsEventTypes == ["trip_start"])
        #expect(started.first?.mdsVehicleState == "on_trip")
        var ridden = bike
        ridden.setState(.onTrip)
        let ended = WatchedFeed.events(of: ridden) { $0.setState(.available) }
        #expect(ended.map(\.kind) == [.freed])
        #expect(ended.first?.mdsEventTypes == ["trip_end"])
        #expect(ended.first?.previousState == .onTrip)
        for state in VehicleState.allCases {
            ridden.setState(state)
            let stored = TrackedVehicle(ridden).bytes
            let read = stored.withUnsafeBytes { TrackedVehicle(id: ridden.id, bytes: $0) }
            #expect(try #require(read).bytes == stored)
        }
    }

    @Test("A move is inferred, unless the vehicle reported its position in between")
    func moved() throws {
        for reported in [nil, meanwhile, WatchedFeed.time(0), WatchedFeed.time(2)] {
            let events = WatchedFeed.events(of: bike) {
                $0.position = City.position(north: 300, east: 0)
                $0.lastReported = reported
            }
            let event = try #require(events.first)
            #expect(events.count == 1)
            #expect(event.kind == .moved)
            #expect(event.basis == (reported == meanwhile ? .observed : .inferred))
            #expect(event.at == (reported == meanwhile ? meanwhile : WatchedFeed.time(1)))
            #expect(event.previousPosition == bike.position)
            #expect(try abs(#require(event.distanceMeters) - 300) < 1)
        }
    }

    @Test(
        "Changes of the two booleans are observed",
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
        let events = WatchedFeed.events(of: vehicle) {
            $0.isReserved = isReserved
            $0.isDisabled = isDisabled
        }
        #expect(events.map(\.kind) == kinds)
        #expect(events.first?.mdsEventTypes == types)
        #expect(events.allSatisfy { $0.basis == .observed && $0.mdsVehicleState == state })
        #expect(events.allSatisfy { $0.previousState == (before == $0.state ? nil : before) })
    }

    @Test("A missing value is not a change, and the next value is compared with the last known one")
    func unknowns() {
        var feed = WatchedFeed()
        var bare = Vehicle(id: "A")
        bare.typeID = "bike"
        var changed = bike
        changed.isReserved = true
        changed.battery = Battery(percent: 50)
        changed.position = City.position(north: 80, east: 0)
        feed.receive([bare])
        #expect(feed.receive([bike]).events.isEmpty)
        #expect(feed.receive([bare]).events.isEmpty)
        #expect(
            feed.receive([changed]).events.map(\.kind) == [.moved, .reserved, .batteryChanged])
    }

    @Test(
        "A reservation that ends at another position may have been a trip, not a cancellation")
    func freedElsewhere() {
        var reserved = bike
        reserved.isReserved = true
        let events = WatchedFeed.events(of: reserved) {
            $0.isReserved = false
            $0.position = City.position(north: 900, east: 0)
        }
        #expect(events.map(\.kind) == [.moved, .freed])
        #expect(events.map(\.mdsEventTypes) == [[], ["unspecified"]])
    }

    @Test("Only a low battery that takes a vehicle out of service is the MDS type battery_low")
    func batteryLowInMDS() {
        let low = WatchedFeed.events(of: bike) { $0.battery = Battery(percent: 12) }
        #expect(low.map(\.mdsEventTypes) == [[]])
        let out = WatchedFeed.events(of: bike) {
            $0.battery = Battery(percent: 12)
            $0.isDisabled = true
        }
        #expect(out.map(\.mdsEventTypes) == [["unspecified"], ["battery_low"]])
        var flat = bike
        flat.isDisabled = true
        flat.battery = Battery(percent: 5)
        let charged = WatchedFeed.events(of: flat) {
            $0.battery = Battery(percent: 95)
            $0.isDisabled = false
        }
        #expect(charged.map(\.kind) == [.enabled, .batteryCharged])
        #expect(charged.map(\.mdsEventTypes) == [["unspecified"], ["battery_charged"]])
    }

    @Test("Canonically equivalent IDs are distinct vehicles")
    func bytes() {
        let composed = Vehicle.parked("caf\u{E9}")
        let decomposed = Vehicle.parked("cafe\u{301}", north: 500)
        let events = WatchedFeed.events(from: [composed], to: [composed, decomposed])
        #expect(events.map(\.kind) == [.appeared])
        #expect(events.map { Array($0.vehicleID.utf8) } == [Array("cafe\u{301}".utf8)])
    }

    @Test("The last vehicle with a duplicate ID is used")
    func twice() {
        let events = WatchedFeed.events(
            from: [bike], to: [.parked("A", north: 900), bike, .parked("A", north: 400)])
        #expect(events.map(\.position) == [City.position(north: 400, east: 0)])
    }
}
