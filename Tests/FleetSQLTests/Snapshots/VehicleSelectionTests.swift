import FleetCore
import FleetSQL
import Foundation
import Testing

@Suite struct VehicleSelectionTests {
    @Test(
        "the SQL filter and the Swift filter select the same vehicles in the same order",
        arguments: StoreAdapter.all, 0..<10)
    func filtersAreEqual(adapter: StoreAdapter, seed: UInt64) async throws {
        let store = try adapter.make()
        var hostile = HostileFleet(seed: seed, store.dialect)
        let first = hostile.vehicles(150)
        let second = first.map { hostile.vehicle($0.id) }
        _ = try await store.snapshots.commit(outcome(first, at: 1), for: demo)
        _ = try await store.snapshots.commit(outcome(second, at: 2), for: demo)
        let vehicles = try store.all()
        #expect(Set(vehicles.map { $0.stillSince?.milliseconds }) == [nil, 2000, 3000])
        var counted: [(query: VehicleQuery, matching: Int)] = []
        for number in 0..<40 {
            var query = hostile.query()
            if number.isMultiple(of: 3) {
                query.after = query.position(query.position(of: vehicles[number * 3]).text)
                query.includesAfter = number.isMultiple(of: 2)
                query.isBackwards = number % 4 < 2
            }
            let (indices, counts) = query.selection(in: snapshot(vehicles))
            #expect(isExactly(try store.all(query), indices.map { vehicles[$0] }), "\(query)")
            #expect(try store.counts(query, of: demo) == counts, "\(query)")
            counted.append((query, counts.matching))
        }
        let atOnce = try store.snapshots.read {
            try $0.matchingCounts(counted.map(\.query), of: demo)
        }
        #expect(atOnce == counted.map(\.matching))
    }

    @Test(
        "a search finds the values of properties, but no names, escapes or hidden values",
        arguments: StoreAdapter.all)
    func properties(adapter: StoreAdapter) async throws {
        let values = [
            "Rack \"A\" 3", #"C:\Depot\nord"#, "a/b", "Größe ÉÉ", "tab\there", "\u{2028}",
            "50 % * x",
        ]
        let store = try adapter.make()
        var feed = FeedDescription(format: "CSV table")
        feed.properties = [
            CustomProperty("Shelf"), CustomProperty(#"Fach "x" \"#),
            CustomProperty("PIN", visibility: .administrators),
        ]
        let vehicles = values.enumerated().map { number, value in
            var vehicle = Vehicle(id: "\(number)-")
            vehicle.properties = CustomProperties([
                ("Shelf", value), (#"Fach "x" \"#, "y\(number)"), ("PIN", "secret\(number)"),
            ])
            return vehicle
        }
        _ = try await store.snapshots.commit(outcome(vehicles, at: 1, feed: feed), for: demo)
        func found(_ search: String) throws -> [String] {
            var query = VehicleQuery.everything
            query.filter.search = search
            return try store.all(query).map { String($0.id.dropLast()) }
        }
        let searches: [(String, [String])] = [
            ("rack \"a", ["0"]), ("\"A\" 3", ["0"]), (#"\depot\N"#, ["1"]), (#"\\"#, []),
            (#"\n"#, ["1"]), ("/", ["2"]), ("größe", ["3"]), ("ÉÉ", ["3"]), ("éé", []),
            ("\t", ["4"]), ("u0009", []), ("u2028", []), ("\u{2028}", ["5"]), ("*% * X", ["6"]),
            ("*\"a\"*", ["0"]), (#"c:\*\n?rd"#, ["1"]), ("?/?", ["2"]), ("*É", ["3"]),
            ("Shelf", []), ("fach", []), (#"\""#, []), (":", ["1"]), ("y3", ["3"]),
        ]
        for (search, expected) in searches {
            #expect(try found(search) == expected, "\(search)")
        }
        #expect(try found("y?").count == values.count)
        #expect(try found("secret2") == ["2"])
        try ValueVisibility.$seen.withValue([.everyone, .members]) { () throws in
            #expect(try found("secret2").isEmpty)
            #expect(try found("secret*").isEmpty)
            #expect(try found("*2") == ["2"])
            #expect(try found("a/b") == ["2"])
        }
    }

    @Test(
        "a search compares no hidden text, so that its time tells nothing about it",
        arguments: StoreAdapter.all)
    func hiddenText(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        var feed = FeedDescription(format: "CSV table")
        feed.properties = [
            CustomProperty("Shelf"), CustomProperty("PIN", visibility: .administrators),
        ]
        var vehicle = Vehicle(id: "a")
        vehicle.properties = CustomProperties([("Shelf", "A3"), ("PIN", "4711")])
        _ = try await store.snapshots.commit(outcome([vehicle], at: 1, feed: feed), for: demo)
        var query = VehicleQuery()
        query.filter.search = "4711"
        try await store.write { [query] transaction in
            for seen in [nil, Set(ValueVisibility.allCases), [.everyone, .members]] {
                let isHidden = seen?.contains(.administrators) == false
                let recorded = RecordedTransaction(transaction)
                try ValueVisibility.$seen.withValue(seen) {
                    let reader = StoredSnapshotReader(recorded)
                    #expect(try reader.counts(query, of: demo).matching == (isHidden ? 0 : 1))
                    try reader.forEachVehicle(query, of: demo) { _ in }
                    _ = try reader.facetCounts(query.filter, of: demo)
                }
                let searches = recorded.statements.filter { $0.contains("json_each") }
                #expect(searches.count == 3)
                for sql in searches {
                    #expect(sql.contains("lower(properties)") == !isHidden, "\(sql)")
                    // Whatever the order in which the database evaluates AND.
                    #expect(sql.contains("WHERE CASE WHEN"), "\(sql)")
                }
            }
        }
    }

    @Test(
        "the counts of color, type and state are those of the vehicles that match all else",
        arguments: StoreAdapter.all, 0..<5)
    func facets(adapter: StoreAdapter, seed: UInt64) async throws {
        struct Facets: Hashable {
            var color, type, formFactor: String?
            var state: VehicleState
        }
        let store = try adapter.make()
        var hostile = HostileFleet(seed: seed, store.dialect)
        _ = try await store.snapshots.commit(outcome(hostile.vehicles(150), at: 1), for: demo)
        let vehicles = try store.all()
        for _ in 0..<20 {
            let filter = hostile.query().filter
            var others = filter
            (others.color, others.types, others.states) = (.all, [], Filter.everything.states)
            var expected: [Facets: Int] = [:]
            for vehicle in vehicles where others.matches(vehicle) {
                let facets = Facets(
                    color: vehicle.color?.name, type: vehicle.typeID,
                    formFactor: vehicle.formFactor, state: vehicle.state)
                expected[facets, default: 0] += 1
            }
            let counts = try store.snapshots.read { try $0.facetCounts(filter, of: demo) }
            let found = counts.map { count in
                let facets = Facets(
                    color: count.color?.name, type: count.typeID, formFactor: count.formFactor,
                    state: count.state)
                return (facets, count.count)
            }
            #expect(Dictionary(found, uniquingKeysWith: +) == expected, "\(filter)")
        }
    }

    @Test(
        "a filter with more colors than can be merged selects the same vehicles",
        arguments: StoreAdapter.all)
    func manyColors(adapter: StoreAdapter) async throws {
        let vehicles = (0..<400).map { number in
            var vehicle = Vehicle(id: "v\((number * 7919) % 400)")
            vehicle.color = VehicleColor(number % 3 == 0 ? "red \(number % 90)" : "blue")
            return vehicle
        }
        let store = try adapter.make()
        _ = try await store.snapshots.commit(outcome(vehicles, at: 1), for: demo)
        var query = VehicleQuery()
        query.filter.color = try #require(ColorFilter(["red"]))
        for limit in [nil, 5] {
            query.limit = limit
            let indices = query.selection(in: snapshot(vehicles)).indices
            #expect(try store.all(query) == indices.map { vehicles[$0] })
        }
        #expect(try store.counts(query, of: demo).matching == 134)
    }

    @Test(
        "a type is also selected by its whole name, in any case", arguments: StoreAdapter.all)
    func typeNames(adapter: StoreAdapter) async throws {
        var rocket = Vehicle(id: "rocket")
        (rocket.typeID, rocket.position) = ("s1", Position(latitude: 1, longitude: 2))
        var other = Vehicle(id: "other")
        other.typeID = "s2"
        var loaded = snapshot([other, rocket])
        loaded.feed.typeNames = ["s1": "Red Rocket", "s2": "Red", "s3": "Red Rocket"]
        let store = try adapter.make()
        _ = try await store.snapshots.commit(
            outcome(loaded.vehicles, at: 1, feed: loaded.feed), for: demo)
        var query = VehicleQuery()
        query.filter.types = ["red ROCKET"]
        #expect(query.selection(in: loaded).indices == [1])
        #expect(try store.all(query).map(\.id) == ["rocket"])
        #expect(try store.counts(query, of: demo).matching == 1)
        let rows = try store.snapshots.read { reader in
            try #require(try reader.rowIDs(matching: query, of: demo) { true })
        }
        let found = try store.snapshots.read { try $0.vehicles(at: rows, of: demo) }
        #expect(found.map { $0?.id } == ["rocket"])
        var positions: [Position] = []
        let hidden = try store.snapshots.read { reader in
            try reader.forEachPosition(query.filter, of: demo) { _, position, _, _ in
                positions.append(position)
            }
        }
        #expect(positions.count == 1 && hidden == 0)
        query.filter.types = ["Rocket"]
        #expect(try store.all(query).isEmpty && query.selection(in: loaded).indices.isEmpty)
    }

    @Test(
        "a region is selected by its ID or its name, in any case", arguments: StoreAdapter.all)
    func regionNames(adapter: StoreAdapter) async throws {
        var (north, south) = (Vehicle(id: "north"), Vehicle(id: "south"))
        (north.regionID, south.regionID) = ("n", "s")
        north.position = Position(latitude: 1, longitude: 2)
        var loaded = snapshot([Vehicle(id: "none"), north, south])
        loaded.feed.setRegions([
            Region(id: "n", name: "Up North"), Region(id: "s", name: "s"),
            Region(id: "x", name: "up north"),
        ])
        let store = try adapter.make()
        _ = try await store.snapshots.commit(
            outcome(loaded.vehicles, at: 1, feed: loaded.feed), for: demo)
        for (regions, ids) in [
            (["UP north"], ["north"]), (["N"], ["north"]), (["n", "S"], ["north", "south"]),
            (["x"], []), (["North"], []),
        ] {
            var query = VehicleQuery()
            query.filter.regions = regions
            #expect(query.selection(in: loaded).indices.map { loaded.vehicles[$0].id } == ids)
            #expect(try store.all(query).map(\.id) == ids, "\(regions)")
            #expect(try store.counts(query, of: demo).matching == ids.count)
            let facets = try store.snapshots.read { try $0.facetCounts(query.filter, of: demo) }
            #expect(facets.map(\.count).reduce(0, +) == ids.count)
        }
    }

    @Test("a filter may name any number of types", arguments: StoreAdapter.all)
    func manyTypes(adapter: StoreAdapter) async throws {
        var bike = Vehicle(id: "bike")
        bike.typeID = "type 39999"
        let store = try adapter.make()
        _ = try await store.snapshots.commit(
            outcome([bike, Vehicle(id: "other")], at: 1), for: demo)
        var query = VehicleQuery()
        query.filter.types = (0..<40_000).map { "type \($0)" }
        #expect(try store.all(query).map(\.id) == ["bike"])
        #expect(try store.counts(query, of: demo).matching == 1)
    }

    @Test("colors are counted by their bytes, the most frequent first", arguments: StoreAdapter.all)
    func colorCounts(adapter: StoreAdapter) async throws {
        let names = ["é", "e\u{301}", "red", "red", nil]
        let vehicles = names.enumerated().map { number, name in
            var vehicle = Vehicle(id: "\(number)")
            vehicle.color = name.flatMap { VehicleColor($0) }
            return vehicle
        }
        let store = try adapter.make()
        _ = try await store.snapshots.commit(outcome(vehicles, at: 1), for: demo)
        let counts = try store.colorCounts(of: demo)
        #expect(counts.map(\.count) == [2, 1, 1, 1])
        #expect(counts[0].color?.name == "red")
        #expect(counts.contains { $0.color?.name.utf8.count == 3 })
    }

    @Test("an ID is found only by its exact bytes", arguments: StoreAdapter.all)
    func exactID(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        _ = try await store.snapshots.commit(
            outcome(fleet(["é", store.storable("a\0b"), "A"]), at: 1), for: demo)
        #expect(try store.vehicle("é", of: demo) != nil)
        #expect(try store.vehicle("e\u{301}", of: demo) == nil)
        #expect(try store.vehicle(store.storable("a\0b"), of: demo) != nil)
        #expect(try store.vehicle("a", of: demo) == nil)
        #expect(try store.vehicle("é", of: SourceKey(UUID(sourceName: "other"))) == nil)
    }

    @Test("IDs are found ignoring case and by prefix", arguments: StoreAdapter.all)
    func likeIDs(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        let ids = ["DCS-FEO", "dcs-feo", "DCS-FEOX", "D%S-FEO", store.storable("a\0b")]
        _ = try await store.snapshots.commit(outcome(fleet(ids), at: 1), for: demo)
        func found(_ match: IDMatch, _ id: String, limit: Int = 10) throws -> [String] {
            try store.vehicles(match, id, of: demo, limit: limit).map(\.id)
        }
        #expect(try found(.ignoringCase, "Dcs-Feo") == ["DCS-FEO", "dcs-feo"])
        #expect(try found(.ignoringCase, "D%s-feo") == ["D%S-FEO"])
        #expect(try found(.prefix, "dcs") == ["DCS-FEO", "DCS-FEOX", "dcs-feo"])
        #expect(try found(.prefix, "dcs", limit: 1) == ["DCS-FEO"])
        #expect(try found(.prefix, store.storable("a\0")) == [store.storable("a\0b")])
        #expect(try found(.prefix, "cs").isEmpty)
        #expect(try found(.part, "s-f") == ["D%S-FEO", "DCS-FEO", "DCS-FEOX", "dcs-feo"])
        #expect(try found(.part, "%") == ["D%S-FEO"])
        #expect(try found(.part, "_").isEmpty)
        #expect(try found(.part, "feo", limit: 2) == ["D%S-FEO", "DCS-FEO"])
    }

    @Test("an unknown source has no vehicles and an empty record", arguments: StoreAdapter.all)
    func unknownSource(adapter: StoreAdapter) async throws {
        let store = try adapter.make()
        #expect(try store.all().isEmpty)
        #expect(try store.colorCounts(of: demo).isEmpty)
        #expect(try await store.snapshots.record(of: demo) == SourceRecord())
    }

    @Test("the error of a caller's closure passes through", arguments: StoreAdapter.all)
    func callersError(adapter: StoreAdapter) async throws {
        struct Enough: Error {}
        let store = try adapter.make()
        _ = try await store.snapshots.commit(outcome(fleet(["a", "b"]), at: 1), for: demo)
        #expect(throws: Enough.self) {
            try store.forEachVehicle(VehicleQuery(), of: demo) { _ in throw Enough() }
        }
        #expect(try store.all().count == 2)
    }
}

/// A transaction that records its queries.
private final class RecordedTransaction: SQLTransaction {
    private let transaction: any SQLTransaction
    private(set) var statements: [String] = []

    init(_ transaction: any SQLTransaction) { self.transaction = transaction }

    var dialect: SQLDialect { transaction.dialect }

    func query(_ sql: String, _ values: [SQLValue], _ body: (any SQLRow) throws -> Void) throws {
        statements.append(sql)
        try transaction.query(sql, values, body)
    }

    func execute(_ sql: String, _ values: [SQLValue]) throws -> Int {
        try transaction.execute(sql, values)
    }
}
