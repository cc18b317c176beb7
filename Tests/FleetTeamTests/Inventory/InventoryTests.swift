import FleetCore
import FleetSQL
import FleetTestSupport
import Foundation
import Testing

@testable import FleetTeam

@Suite("The rows of a source change as people say") struct InventoryTests {
    private static func inventory(_ rows: [(String, String)]...) -> Inventory {
        Inventory(
            TableRows(
                headings: ["ID", "Name", "Shelf"],
                rows: rows.map { CustomProperties($0) }), id: "ID")
    }

    private let bikes = inventory(
        [("ID", "CB-001"), ("Name", "Alma"), ("Shelf", "A3")], [("ID", "CB-002"), ("Name", "Bo")],
        [("Name", "Cleo")])

    private func cells(_ inventory: Inventory) -> [[String]] {
        inventory.table.rows.map { $0.values(of: inventory.headings) }
    }

    @Test("a cell is set, cleared, or added with its column")
    func set() throws {
        var changed = bikes
        try changed.set([("Shelf", "B1"), ("Name", ""), ("State", "lent")], of: "CB-001")
        #expect(changed.headings == ["ID", "Name", "Shelf", "State"])
        #expect(
            cells(changed) == [
                ["CB-001", "", "B1", "lent"], ["CB-002", "Bo", "", ""], ["", "Cleo", "", ""],
            ])
        #expect(throws: InventoryError.unknown(["CB-009"])) {
            try changed.set([("Shelf", "B1")], of: "CB-009")
        }
        #expect(throws: InventoryError.exists("CB-002")) {
            try changed.set([("ID", "CB-002")], of: "CB-001")
        }
        #expect(throws: InventoryError.invalidID("")) {
            try changed.set([("ID", "")], of: "CB-001")
        }
        try changed.set([("ID", "CB-100")], of: "CB-001")
        #expect(changed.row(of: "CB-100")?.number == 1)
    }

    @Test("of several rows with one ID, the last one is changed")
    func repeated() throws {
        var changed = Self.inventory(
            [("ID", "a"), ("Name", "first")], [("ID", "a"), ("Name", "last")])
        try changed.set([("Shelf", "A")], of: "a")
        #expect(cells(changed) == [["a", "first", ""], ["a", "last", "A"]])
        #expect(try changed.remove(["a"]).count == 2)
        #expect(changed.rows.isEmpty)
    }

    @Test("an ID is added once, and none with spaces at its ends or control characters")
    func add() throws {
        var changed = bikes
        try changed.add("CB-003", [("Shelf", "C")])
        #expect(changed.rows.map(\.number) == [1, 2, 3, 4])
        #expect(changed.row(of: "CB-003")?.cells["Shelf"] == "C")
        #expect(throws: InventoryError.exists("CB-001")) { try changed.add("CB-001", []) }
        for id in [
            "", " a", "a ", "a\u{0}b", "a\nb", String(repeating: "a", count: 1001), "\u{FEFF}a",
            "a\u{200E}", "\u{202E}a", "a\u{AD}",
        ] {
            #expect(throws: InventoryError.invalidID(id)) { try changed.add(id, []) }
        }
        // An ID that is canonically equivalent has other bytes, and is another one.
        try changed.add("é", [])
        try changed.add("e\u{301}", [])
    }

    @Test("a removed row leaves a gap in the numbers, and unknown IDs are all named")
    func remove() throws {
        var changed = bikes
        #expect(throws: InventoryError.unknown(["x", "y"])) {
            try changed.remove(["x", "CB-001", "y"])
        }
        #expect(changed == bikes)
        try changed.remove(["CB-001"])
        #expect(changed.rows.map(\.number) == [2, 3])
    }

    @Test("rows without an ID get the numbers after the highest one")
    func number() throws {
        var changed = bikes
        try changed.add("CB-7", [])
        try changed.add("CB-x", [])
        try changed.add("DB-900", [])
        let numbers = try #require(RowNumbers(prefix: "CB-", digits: 3))
        let numbered = try changed.number(numbers)
        #expect(numbered.map(\.id) == ["CB-008"] && numbered.map(\.position) == [2])
        #expect(numbered.map(\.summary) == ["Name Cleo"])
        #expect(changed.row(of: "CB-008")?.cells["Name"] == "Cleo")
        #expect(try changed.number(numbers).isEmpty)
        var full = Self.inventory([("ID", "A9")], [("Name", "x")])
        let single = try #require(RowNumbers(prefix: "A", digits: 1))
        #expect(throws: InventoryError.numbersExhausted("A9")) { try full.number(single) }
        let next = try full.number(#require(RowNumbers(prefix: "A", digits: 2)))
        #expect(next.map(\.id) == ["A10"])
        let spaced = try #require(RowNumbers(prefix: " A", digits: 2))
        var nameless = Self.inventory([("Name", "x")])
        #expect(throws: InventoryError.invalidID(" A01")) { try nameless.number(spaced) }
        for digits in [Int.min, 0, 10, Int.max] {
            #expect(RowNumbers(prefix: "A", digits: digits) == nil)
        }
    }

    @Test("a table with the same rows changes nothing, also those without an ID")
    func same() throws {
        var changed = bikes
        let comparison = try changed.merge(bikes.table, removesMissing: true)
        #expect(comparison.isEmpty && changed == bikes)
    }

    @Test("a table adds and changes rows by their IDs, and removes others only if told to")
    func merge() throws {
        let table = TableRows(
            headings: ["ID", "Shelf", "Lock"],
            rows: [
                CustomProperties([("ID", "CB-002"), ("Shelf", "Z"), ("Lock", "7")]),
                CustomProperties([("ID", "CB-003"), ("Shelf", "old")]),
                CustomProperties([("ID", "CB-003"), ("Shelf", "new")]),
                CustomProperties([("Shelf", "nameless")]),
            ])
        var kept = bikes
        let comparison = try kept.merge(table, removesMissing: false)
        #expect(comparison.added.map { $0.cells["Shelf"] } == ["new", "nameless"])
        #expect(comparison.changed.map(\.id) == ["CB-002"])
        #expect(comparison.missing.map { $0.cells["Name"] } == ["Alma", "Cleo"])
        #expect(
            cells(kept) == [
                ["CB-001", "Alma", "A3", ""], ["CB-002", "Bo", "Z", "7"], ["", "Cleo", "", ""],
                ["CB-003", "", "new", ""], ["", "", "nameless", ""],
            ])
        var removed = bikes
        try removed.merge(table, removesMissing: true)
        #expect(removed.rows.map { removed.id(of: $0) } == ["CB-002", "CB-003", ""])
    }

    @Test("there are at most 256 columns, and 1 MiB in a row")
    func limits() throws {
        var changed = bikes
        let columns = (0..<253).map { (heading: "\($0)", value: "x") }
        try changed.set(columns, of: "CB-001")
        #expect(throws: InventoryError.tooManyColumns) {
            try changed.set([("one more", "x")], of: "CB-001")
        }
        var long = bikes
        #expect(throws: InventoryError.rowTooLong) {
            try long.set([("Name", String(repeating: "x", count: 1 << 20))], of: "CB-001")
        }
    }

    /// Random changes of a copy are stored as differences, and read back as they are.
    @Test("what is stored is read back", arguments: TeamAdapter.all)
    func stored(adapter: TeamAdapter) async throws {
        let database = try adapter.make()
        let (source, other) = (UUID(), UUID())
        let now = Timestamp(seconds: 1_800_000_000)
        func read(_ source: UUID) async throws -> Inventory? {
            var found = try await database.read(as: .server) {
                try InventoryTable(of: source, in: $0).read()
            }
            found?.idHeading = "ID"
            return found
        }
        #expect(try await read(source) == nil)
        let rows = (0..<300).map {
            CustomProperties([("ID", "v\($0)"), ("Name", "\u{1}\"\\é\($0)")])
        }
        var current = Inventory(TableRows(headings: ["ID", "Name", "a\"b"], rows: rows), id: "ID")
        try await database.write(as: .server) { [current] in
            try InventoryTable(of: source, in: $0).write(current, over: nil, at: now)
            try InventoryTable(of: other, in: $0).write(current, over: nil, at: now)
        }
        #expect(try await read(source) == current)
        var generator = SeededGenerator(seed: 7)
        for step in 0..<8 {
            let old = current
            for _ in 0..<Int.random(in: 0..<60, using: &generator) {
                let id = "v\(Int.random(in: 0..<350, using: &generator))"
                switch (Int.random(in: 0..<3, using: &generator), current.row(of: id)) {
                case (0, .some): try current.remove([id])
                case (_, .some): try current.set([("Name", "step \(step)")], of: id)
                case (_, nil): try current.add(id, [("a\"b", "x")])
                }
            }
            try await database.write(as: .server) { [current] in
                let table = InventoryTable(of: source, in: $0)
                try table.write(current, over: old, at: now)
                #expect(try table.count() == Int64(current.rows.count))
            }
            #expect(try await read(source) == current)
        }
        #expect(try await read(other)?.rows.count == 300)
        try await database.write(as: .server) {
            _ = try InventoryTable(of: other, in: $0).remove()
        }
        #expect(try await read(source) == current)
        try await database.write(as: .server) {
            _ = try InventoryTable(of: source, in: $0).remove()
        }
        #expect(try await read(source) == nil)
        let left = try await database.read(as: .server) {
            try $0.integer("SELECT count(*) FROM inventory_row", [])
        }
        #expect(left == 0)
    }
}

/// Generator of random numbers of a fixed seed (SplitMix64).
private struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
