import FleetCore
import Testing

@testable import FleetSQL

@Suite("Documents beside the vehicles are stored until they are read anew or gone")
struct SideDocumentStoreTests {
    private static func zone(_ name: String, _ west: Double, _ east: Double) throws -> Zone {
        let ring = [(west, 48.0), (east, 48), (east, 49), (west, 49)].compactMap {
            ZonePolygon.Point(longitude: $0.0, latitude: $0.1)
        }
        let polygon = try #require(ZonePolygon(rings: [ring]))
        var zone = Zone(name: name, area: try #require(ZoneArea([polygon])))
        var rule = ZoneRule()
        (rule.maxSpeed, rule.typeIDs, rule.allowsEnd) = (7.5, ["a", "b\0"], false)
        (zone.rules, zone.start) = ([rule], Timestamp(seconds: 5))
        return zone
    }

    /// Returns the outcome of a request that read some documents.
    /// - Parameter listed: The names of those that the system has.
    private func outcome(
        _ documents: SideDocuments, listed: [String], at time: Double
    ) -> FetchOutcome {
        var outcome = FleetSQLTests.outcome([Vehicle(id: "v")], at: time)
        guard case .loaded(var snapshot, var cacheState, let schedule) = outcome.response else {
            return outcome
        }
        snapshot.documents = documents
        for name in listed {
            cacheState.documents[name] = StoredDocument(
                document: .init(address: name), content: "digest")
        }
        outcome.response = .loaded(snapshot, cacheState, schedule)
        return outcome
    }

    @Test("with the zones by name and by place", arguments: StoreAdapter.all)
    func documents(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        var documents = SideDocuments()
        var rule = ZoneRule()
        rule.allowsStart = false
        let zones = try [
            Self.zone("Dock", 2, 3), Self.zone("City", 1, 5), Self.zone("dock", 170, 190),
        ]
        documents.zones = ZoneMap(zones: zones, globalRules: [rule])
        documents.alerts = [SystemAlert(id: "1", summary: "Closed '\u{1F6B2}")]
        documents.regions = [Region(id: "n", name: "North")]
        var free = VehicleAvailability()
        free.add([VehicleAvailability.Slot(start: Timestamp(seconds: 5))], of: "v\0")
        documents.availability = free
        let names = [
            "geofencing_zones", "system_alerts", "system_regions", "vehicle_availability",
        ]
        let first = try await store.snapshots.commit(
            outcome(documents, listed: names, at: 1), for: demo)
        func read<Value>(_ body: (any SnapshotReader) throws -> Value) throws -> Value {
            try store.snapshots.read(body)
        }
        func named(_ names: String...) throws -> [String]? {
            try read { try $0.zones(.named(names), of: demo) }?.zones.map(\.name)
        }
        func around(_ longitude: Double) throws -> [String]? {
            let position = try #require(Position(latitude: 48.5, longitude: longitude))
            return try read { try $0.zones(.around(position), of: demo) }?.zones.map(\.name)
        }
        #expect(try read { try $0.zones(.all, of: demo) } == documents.zones)
        #expect(try read { try $0.content(of: .alerts, of: demo) } == documents.alerts)
        #expect(try read { try $0.content(of: .regions, of: demo) } == documents.regions)
        #expect(try read { try $0.content(of: .pricingPlans, of: demo) } == nil)
        #expect(try read { try $0.zoneNames(of: demo) } == ["Dock", "City", "dock"])
        #expect(try named("DOCK") == ["Dock", "dock"] && named("none", "city") == ["City"])
        #expect(
            try around(2.5) == ["Dock", "City"] && around(-175) == ["dock"] && around(60) == [])

        func within(_ west: Double, _ east: Double) throws -> [String]? {
            let box = ZoneArea.Box(latitudes: 48.9...50, longitudes: west...east)
            return try read { try $0.zones(.within(box), of: demo) }?.zones.map(\.name)
        }
        #expect(try within(3.5, 4) == ["City"] && within(2.5, 9) == ["Dock", "City"])
        #expect(try within(-180, -175) == ["dock"] && within(6, 9) == [])
        #expect(
            try read { try $0.documentDigest("geofencing_zones", of: demo) }
                == documents.zones?.digest)
        #expect(try read { try $0.documentDigest("system_pricing_plans", of: demo) } == nil)

        // What was not read again stays, and is no change.
        let second = try await store.snapshots.commit(
            outcome(SideDocuments(), listed: names, at: 2), for: demo)
        #expect(second.revision == first.revision)
        #expect(try read { try $0.zones(.all, of: demo) } == documents.zones)
        var same = SideDocuments()
        same.zones = documents.zones
        let third = try await store.snapshots.commit(
            outcome(same, listed: names, at: 3), for: demo)
        #expect(third.revision == first.revision)

        // A change is a new revision, and what the system has no more goes.
        same.zones?.zones.removeLast(2)
        let fourth = try await store.snapshots.commit(
            outcome(same, listed: ["geofencing_zones", "system_regions"], at: 4), for: demo)
        #expect(fourth.revision == first.revision + 1)
        #expect(try read { try $0.zones(.all, of: demo) } == same.zones)
        #expect(try read { try $0.content(of: .alerts, of: demo) } == nil)
        #expect(try read { try $0.content(of: .regions, of: demo) } == documents.regions)
        _ = try await store.snapshots.commit(outcome(SideDocuments(), listed: [], at: 5), for: demo)
        #expect(try read { try $0.zones(.all, of: demo) } == nil)
        #expect(try read { try $0.zoneNames(of: demo) } == [])
    }
}
