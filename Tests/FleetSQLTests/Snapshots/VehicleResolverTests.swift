import FleetCore
import FleetSQL
import Testing

@Suite("A typed ID finds one vehicle")
struct VehicleResolverTests {
    private static func vehicle(_ id: String, label: String? = nil) -> Vehicle {
        var vehicle = Vehicle(id: id)
        vehicle.rentalURIs = label.flatMap {
            RentalURIs(web: "https://example.com/?code=" + $0, android: nil, ios: nil)
        }
        return vehicle
    }

    private static func resolver(label: Bool = false) throws -> VehicleResolver {
        VehicleResolver(
            of: Source(
                location: .simulation("sim://demo"), rotation: .no,
                labelField: label ? try LabelField("rental_uris.web:code=(.+)") : nil),
            demo)
    }

    private static func loaded(_ vehicles: [Vehicle]) -> LoadedSnapshotReader {
        var feed = FeedDescription(format: "GBFS 2.3")
        feed.describe(vehicles)
        let snapshot = Snapshot(vehicles: vehicles, feed: feed, parseReport: ParseReport())
        return LoadedSnapshotReader([
            LoadedSnapshot(snapshot, of: demo, fetchedAt: Timestamp(milliseconds: 0))
        ])
    }

    @Test("the code on a vehicle finds it if no other vehicle has it", arguments: StoreAdapter.all)
    func code(adapter: StoreAdapter) async throws {
        let vehicles = [
            ("a-1", "NL 1"), ("a-2", "NL 2"), ("NL 2", "x"), ("a-3", "twice"), ("a-4", "Twice"),
        ]
        .map { id, code in
            var vehicle = Vehicle(id: id)
            vehicle.code = code
            return vehicle
        }
        let store = try await Self.store(vehicles, then: vehicles, adapter)
        let resolver = try Self.resolver()
        func found(_ id: String) throws -> String? {
            let stored = try store.snapshots.read {
                try resolver.find(id, .exact, in: $0)?.vehicle.id
            }
            #expect(try resolver.find(id, in: Self.loaded(vehicles))?.vehicle.id == stored)
            return stored
        }
        #expect(try found("NL 1") == "a-1")
        #expect(try found("nl 1") == "a-1")
        #expect(try found("NL 2") == "NL 2")
        #expect(try found("nobody") == nil)
        #expect(throws: AmbiguousID("TWICE", .vehicles, matches: ["a-3", "a-4"])) {
            try found("TWICE")
        }
        #expect(resolver.labelText(of: vehicles[0]) == "NL 1")
        #expect(resolver.stableID(of: vehicles[0]) == "a-1")
    }

    /// Stores vehicles, of which those that are not in the second list leave the feed.
    private static func store(
        _ vehicles: [Vehicle], then present: [Vehicle], _ adapter: StoreAdapter
    ) async throws -> any StoreUnderTest {
        let store = try adapter.make()
        let feed = FeedDescription(format: "GBFS 2.3")
        for (time, vehicles) in [(10, vehicles), (20, present)] {
            _ = try await store.snapshots.commit(
                outcome(vehicles, at: Double(time), feed: feed), for: demo)
        }
        return store
    }

    @Test(
        "the more exact match comes first, and of equal ones the vehicle that is in the feed",
        arguments: StoreAdapter.all)
    func order(adapter: StoreAdapter) async throws {
        let present = [
            Self.vehicle("a-1", label: "QX7"), Self.vehicle("QX8", label: "A-1"),
            Self.vehicle("qx7"), Self.vehicle("Left"), Self.vehicle("new-long"),
        ]
        let gone = [Self.vehicle("left"), Self.vehicle("old-1"), Self.vehicle("new")]
        let store = try await Self.store(present + gone, then: present, adapter)
        let resolver = try Self.resolver(label: true)
        func found(_ id: String, _ precision: VehicleResolver.Precision) throws -> String? {
            try store.snapshots.read { reader in
                try resolver.find(id, precision, in: reader).map {
                    $0.vehicle.id + ($0.lastSeen == nil ? "" : " (gone)")
                }
            }
        }
        for (id, expected) in [
            ("a-1", "a-1"), ("QX7", "a-1"), ("A-1", "QX8"), ("qx7", "qx7"), ("left", "left (gone)"),
            ("LEFT", "Left"), ("OLD-1", "old-1 (gone)"), ("new", "new (gone)"),
        ] {
            #expect(try found(id, .full) == expected)
            #expect(try found(id, .beginning) == expected)
        }
        #expect(try found("new-", .full) == nil)
        #expect(try found("new-…", .beginning) == "new-long")
        #expect(try found("OLD", .beginning) == "old-1 (gone)")
        #expect(
            try ["QX7", "A-1", "left"].map { try found($0, .exact) } == [
                "a-1", "QX8", "left (gone)",
            ])
        #expect(
            try ["OLD-1", "LEFT", "new-…", "QX"].map { try found($0, .exact) } == [
                nil, nil, nil, nil,
            ])
    }

    @Test(
        "an ID that matches several vehicles equally names them, stored or not",
        arguments: StoreAdapter.all)
    func ambiguous(adapter: StoreAdapter) async throws {
        let many = (11...22).map { Self.vehicle("v-\($0)") }
        let vehicles = [Self.vehicle("AB-1"), Self.vehicle("ab-1")] + many
        let store = try await Self.store(vehicles, then: vehicles, adapter)
        let resolver = try Self.resolver()
        for (id, matches) in [
            ("Ab-1", ["AB-1", "ab-1"]), ("v", (11...20).map { "v-\($0)" }),
        ] {
            let error = AmbiguousID(id, .vehicles, matches: matches)
            #expect(throws: error) {
                try store.snapshots.read { try resolver.find(id, in: $0) }
            }
            #expect(throws: error) { try resolver.find(id, in: Self.loaded(vehicles)) }
        }
    }

    @Test("a vehicle of a snapshot that is not stored is found in the same way")
    func unstored() throws {
        let vehicles = [
            Self.vehicle("a-1", label: "QX7"), Self.vehicle("QX8", label: "A-1"),
            Self.vehicle("Left"), Self.vehicle("long-1"), Self.vehicle("long-2"),
        ]
        let resolver = try Self.resolver(label: true)
        for (id, expected) in [
            ("a-1", "a-1"), ("QX7", "a-1"), ("A-1", "QX8"), ("LEFT", "Left"), ("le...", "Left"),
            ("none", nil),
        ] {
            #expect(try resolver.find(id, in: Self.loaded(vehicles))?.vehicle.id == expected)
        }
        #expect(throws: AmbiguousID("LONG", .vehicles, matches: ["long-1", "long-2"])) {
            try resolver.find("LONG", in: Self.loaded(vehicles))
        }
    }

    @Test(
        "stable IDs find their vehicles in the order of the IDs, the first of two with one label",
        arguments: StoreAdapter.all)
    func stableIDs(adapter: StoreAdapter) async throws {
        let present = [
            Self.vehicle("trip-1", label: "QX7"), Self.vehicle("trip-2", label: "QX7"),
            Self.vehicle("QX9"),
        ]
        let store = try await Self.store(present + [Self.vehicle("left")], then: present, adapter)
        func found(_ ids: [String], label: Bool) throws -> [String?] {
            let resolver = try Self.resolver(label: label)
            return try store.snapshots.read { reader in
                try resolver.vehicles(ids, in: reader).map { $0?.vehicle.id }
            }
        }
        #expect(
            try found(["QX9", "QX7", "trip-2"], label: true) == [nil, "trip-1", nil])
        #expect(
            try found(["left", "QX9", "QX7", "TRIP-2"], label: false)
                == ["left", "QX9", nil, nil])
    }
}
