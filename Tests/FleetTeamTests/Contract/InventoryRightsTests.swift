import FleetCore
import FleetSQL
import FleetTestSupport
import Foundation
import Testing

@testable import FleetTeam

/// Rules without words: a name is a heading, and every value is fine.
private struct PlainRules: TableRules {
    func columns(of headings: [String], _ settings: TableSettings) -> RowColumns {
        RowColumns(
            id: "ID", headings: headings, fields: [.id: "ID", .name: "Name", .color: "Color"],
            numbers: [],
            visibilities: Dictionary(
                headings.map { ($0, settings.visibilities[$0] ?? .everyone) }
            ) { $1 })
    }

    func table(
        _ bytes: [UInt8], for columns: RowColumns?, _ settings: TableSettings
    ) -> ReadTable {
        ReadTable(
            rows: TableRows(headings: []), settings: settings, id: "ID", format: "test",
            report: ParseReport())
    }

    func set(
        _ change: RowChange, of id: String, in rows: inout Inventory, _ settings: TableSettings,
        seen: Set<ValueVisibility>
    ) throws {
        try rows.set(change.values.map { ($0.name, $0.value) }, of: id)
    }

    func add(
        _ change: RowChange, of id: String, to rows: inout Inventory, _ settings: TableSettings
    ) throws {
        try rows.add(id, change.values.map { ($0.name, $0.value) })
    }
}

@Suite(.ownThreads) struct InventoryRightsTests {
    private func rows(of access: Access) -> InventoryCollection {
        var settings = TableSettings()
        settings.visibilities = ["Shelf": .members, "PIN": .administrators]
        return access.inventory(of: source, "bikes", settings, by: PlainRules())
    }

    private func table(_ rows: [String]...) -> TableRows {
        let headings = ["ID", "Name", "Color", "Shelf", "PIN"]
        return TableRows(
            headings: headings,
            rows: rows.map { CustomProperties(zip(headings, $0).map { ($0, $1) }) })
    }

    private func made(_ adapter: TeamAdapter) async throws -> (TestTeam, InventoryCollection) {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna", .administrator).access
        let imported = ReadTable(
            rows: table(["1", "Alma", "red", "A3", "77"], ["2", "Bo", "blue", "A4", "78"]),
            settings: TableSettings(), id: "ID", format: "test", report: ParseReport())
        let admin = try anna.administration()
        #expect(try await admin.importRows(of: imported, for: source))
        #expect(try await admin.importRows(of: imported, for: source) == false)
        return (test, rows(of: anna))
    }

    private func audit(_ test: TestTeam) async throws -> [String] {
        try await test.team.onMachine().auditEntries(limit: 20)
            .filter { $0.action.rawValue.hasPrefix("row") }
            .map { "\($0.actor ?? "") \($0.action.rawValue) \($0.subject ?? "")" }
    }

    @Test(
        "members change what they see, and neither what is hidden nor other fields",
        arguments: TeamAdapter.all)
    func members(adapter: TeamAdapter) async throws {
        let (test, all) = try await made(adapter)
        let ben = rows(of: try await test.user("ben").access)
        let row = try await ben.row(of: "1")
        #expect(row.cells.map(\.heading) == ["ID", "Name", "Color", "Shelf"])
        #expect(row.cells.filter(\.canChange).map(\.heading) == ["Name", "Shelf"])
        try await ben.set(RowChange([("Name", "Alba"), ("Shelf", "")]), of: "1")
        for heading in ["PIN", "Color", "ID"] {
            let change = RowChange([(heading, "x")], old: [heading: "y"])
            await #expect(throws: InventoryError.restricted(heading)) {
                try await ben.set(change, of: "1")
            }
        }
        await #expect(throws: InventoryError.unknown(["3"])) {
            try await ben.set(RowChange([("Name", "x")]), of: "3")
        }
        await #expect(throws: InventoryError.changed) {
            try await ben.set(RowChange([("Name", "x")], old: ["Name": "Alma"]), of: "1")
        }
        await expect(.forbidden) { try await ben.read() }
        await expect(.forbidden) { _ = try await ben.add(RowChange([]), of: "3") }
        await expect(.forbidden) { try await ben.remove("1") }
        let content = try await all.read()
        await expect(.forbidden) {
            _ = try await ben.replace(with: .init(table()), at: content.revision)
        }
        #expect(content.revision == 2)
        let first = try #require(content.rows.row(of: "1")).cells
        #expect(first.values(of: content.rows.headings) == ["1", "Alba", "red", "", "77"])
        #expect(try await audit(test) == ["ben row_changed bikes, 1: Name, Shelf"])
        let eve = rows(of: try await test.user("eve", .viewer).access)
        await expect(.forbidden) { _ = try await eve.row(of: "1") }
        await expect(.forbidden) { try await eve.set(RowChange([("Name", "x")]), of: "1") }
    }

    @Test(
        "administrators add, remove and replace rows, above a tenth with their number",
        arguments: TeamAdapter.all)
    func administrators(adapter: TeamAdapter) async throws {
        let (test, all) = try await made(adapter)
        #expect(try await all.add(RowChange([("PIN", "79")]), of: "3").cells.count == 5)
        await #expect(throws: InventoryError.exists("3")) {
            _ = try await all.add(RowChange([]), of: "3")
        }
        try await all.remove("2")
        let replacement = table(["1", "Alma", "green", "A3", "77"], ["4", "", "", "", ""])
        await #expect(throws: InventoryError.changed) {
            try await all.replace(with: .init(replacement), at: 1)
        }
        await #expect(throws: InventoryError.removesMany(1, of: 2)) {
            try await all.replace(with: .init(replacement, removesMissing: true), at: 3)
        }
        let found = try await all.replace(
            with: .init(replacement, removesMissing: true, removed: 1), at: 3)
        #expect(found.added.count == 1 && found.changed.count == 1 && found.missing.count == 1)
        let content = try await all.read()
        #expect(content.rows.table.rows.map { $0["ID"] } == ["1", "4"])
        #expect(
            try await audit(test) == [
                "anna rows_replaced bikes: 1 added, 1 changed, 1 removed",
                "anna row_removed bikes, 2", "anna row_added bikes, 3",
            ])
        try await test.team.onMachine().removeRows(of: source)
        await expect(.notFound) { try await all.read() }
    }

    @Test(
        "the rows before a replacement are restored as they were, also columns and removed rows",
        arguments: TeamAdapter.all)
    func versions(adapter: TeamAdapter) async throws {
        let (test, all) = try await made(adapter)
        try await all.set(RowChange([("Shelf", "A9")]), of: "1")
        #expect(try await all.versions().isEmpty)
        let before = try await all.read()
        var wider = table(["1", "Alma", "red", "A3", "77"])
        wider = TableRows(headings: wider.headings + ["New"], rows: wider.rows)
        let replacement = InventoryCollection.Replacement(wider, removesMissing: true, removed: 1)
        try await all.replace(with: replacement, at: before.revision)
        #expect(try await all.versions().map(\.count) == [2])
        let (content, found) = try await all.differences(from: before.revision)
        #expect(content.revision == before.revision + 1)
        #expect(found.added.count == 1 && found.changed.count == 1 && found.missing.isEmpty)
        await #expect(throws: InventoryError.changed) {
            try await all.restore(before.revision, at: before.revision)
        }
        try await all.restore(before.revision, at: content.revision)
        #expect(try await all.read().rows == before.rows)
        #expect(try await all.versions().map(\.count) == [1, 2])
        #expect(
            try await audit(test).first == "anna rows_restored bikes: 1 added, 1 changed, 0 removed"
        )
        let ben = rows(of: try await test.user("ben").access)
        await expect(.forbidden) { _ = try await ben.versions() }
        await expect(.forbidden) { _ = try await ben.differences(from: before.revision) }
        await expect(.forbidden) { try await ben.restore(before.revision, at: 4) }
    }

    @Test("ten versions are kept, and go with the source", arguments: TeamAdapter.all)
    func oldVersions(adapter: TeamAdapter) async throws {
        let (test, all) = try await made(adapter)
        for number in 1...12 {
            let new = table(["1", "n\(number)", "red", "A3", "77"])
            try await all.replace(with: .init(new), at: Int64(number))
            // The same rows again are no other version.
            try await all.replace(with: .init(new), at: Int64(number + 1))
        }
        #expect(try await all.versions().map(\.revision) == (3...12).reversed())
        await expect(.notFound) { try await all.restore(2, at: 13) }
        try await test.team.onMachine().removeRows(of: source)
        #expect(try await all.versions().isEmpty)
    }

    @Test(
        "a table waits for the confirmation of the person who sent it, for half an hour",
        arguments: TeamAdapter.all)
    func uploads(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna", .administrator).access.administration()
        let eve = try await test.user("eve", .administrator).access.administration()
        let first = try await anna.holdTable([1, 0, 255], for: nil).uuidString
        #expect(try await anna.heldTable(first, for: nil) == [1, 0, 255])
        #expect(try await anna.heldTable(first, for: source) == nil)
        #expect(try await eve.heldTable(first, for: nil) == nil)
        let second = try await anna.holdTable([2], for: source).uuidString
        #expect(try await anna.heldTable(first, for: nil) == nil)
        #expect(try await anna.heldTable(second, for: source) == [2])
        test.clock.advance(by: .minutes(30))
        #expect(try await anna.heldTable(second, for: source) == nil)
        try await test.team.prune()
        let count = try await test.team.read { transaction in
            try transaction.sql.integer("SELECT count(*) FROM inventory_upload", [])
        }
        #expect(count == 0)
        let third = try await anna.holdTable([3], for: nil).uuidString
        try await anna.removeHeldTable()
        #expect(try await anna.heldTable(third, for: nil) == nil)
    }

    @Test(
        "a member gives an ID to a row without one, once, and changes no ID",
        arguments: TeamAdapter.all)
    func assignment(adapter: TeamAdapter) async throws {
        let (test, all) = try await made(adapter)
        let content = try await all.read()
        let nameless = table(["", "Cleo", "", "A5", "79"], ["", "Dido", "", "A6", "80"])
        try await all.replace(with: .init(nameless), at: content.revision)
        let ben = rows(of: try await test.user("ben").access)
        let (found, total) = try await ben.namelessRows(for: "5", matching: ["CLEO"], limit: 9)
        #expect(total == 1 && found.map(\.exportedNumber) == [4])
        let row = try #require(found.first?.row)
        #expect(!row.cells.contains { $0.heading == "PIN" })
        #expect(try await ben.namelessRows(for: nil, matching: ["79"], limit: 9).total == 0)
        #expect(try await ben.assign("5", to: row.key).id == "5")
        await #expect(throws: InventoryError.assigned("5")) {
            try await ben.assign("6", to: row.key)
        }
        await #expect(throws: InventoryError.exists("5")) {
            _ = try await ben.namelessRows(for: "5", matching: [], limit: 9)
        }
        let other = try #require(
            try await ben.namelessRows(for: nil, matching: [], limit: 9).rows.first?.row)
        await #expect(throws: InventoryError.exists("1")) {
            try await ben.assign("1", to: other.key)
        }
        await #expect(throws: InventoryError.changed) {
            try await ben.assign("6", to: other.key + "0")
        }
        let eve = rows(of: try await test.user("eve", .viewer).access)
        await expect(.forbidden) { try await eve.assign("6", to: other.key) }
        await expect(.forbidden) {
            _ = try await eve.namelessRows(for: nil, matching: [], limit: 9)
        }
        let numbers = try #require(RowNumbers(prefix: "", digits: 1))
        let revision = try await all.read().revision
        await expect(.forbidden) { try await ben.number(numbers, at: revision) }
        await #expect(throws: InventoryError.changed) {
            try await all.number(numbers, at: revision - 1)
        }
        #expect(try await all.number(numbers, at: revision).map(\.id) == ["6"])
        let log = try await test.team.onMachine().auditEntries(limit: 20)
            .map { "\($0.actor ?? "") \($0.action.rawValue) \($0.subject ?? "")" }
        #expect(log.contains("ben id_assigned bikes, 5"))
        #expect(log.contains("anna rows_numbered bikes: 6"))
    }
}
