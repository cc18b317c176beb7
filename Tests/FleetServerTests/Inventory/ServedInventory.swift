import FleetCore
import FleetRuntime
import FleetSQL
import FleetService
import FleetSettings
import FleetTestSupport
import Foundation

@testable import FleetServer
@testable import FleetTeam

/// A server whose source `demo` has imported rows.
enum ServedInventory {
    static let path = "/api/v1/sources/demo/inventory"
    static let headings = ["ID", "Name", "State", "Color", "Shelf", "PIN"]

    private static let rows = [
        ["CB-001", "Alma", "available", "red", "A3", "1234"],
        ["CB-002", "Bo", "lent", "blue", "A4", "5678"],
        ["CB-003", "", "", "", "", ""],
    ]

    /// The fields of a form with the cells that a person saw, and those that the person typed.
    static func cells(_ cells: (name: String, old: String, new: String)...) -> [(String, String)] {
        cells.enumerated().flatMap { index, cell in
            [
                ("name-\(index)", cell.name), ("old-\(index)", cell.old),
                ("value-\(index)", cell.new),
            ]
        }
    }

    /// - Parameters:
    ///   - count: Number of further rows.
    ///   - nameless: Rows without an ID.
    static func team(
        further count: Int = 0, nameless: [[String]] = [],
        sourceAdministration: (any SourceAdministration)? = nil
    ) async throws -> ServedTeam {
        let rows = rows + (0..<count).map { ["X-\($0)", "", "", "", "", ""] }
        let vehicles = rows.map { row in
            var vehicle = Vehicle(id: row[0])
            vehicle.name = row[1]
            return vehicle
        }
        let server = try await ServedTeam(
            sourceAdministration: sourceAdministration,
            options: { $0.tables = RowRules(zone: .utc) }, [("demo", vehicles)])
        let demo = server.sources.all[0]
        var source = demo.source
        source.location = .inventory
        let fields = zip([TableField.id, .name, .state, .color], headings)
        source.table.columns = fields.map { TableSettings.Column($0, $1) }
        source.table.visibilities = ["Shelf": .everyone, "PIN": .administrators]
        server.sources.all[0] = PolledSource(
            name: demo.name, aliases: demo.aliases, source: source, vehicles: demo.vehicles)
        let table = TableRows(
            headings: headings,
            rows: (rows + nameless).map { CustomProperties(zip(headings, $0).map { ($0, $1) }) })
        let now = server.clock.now
        try await server.team.database.write(as: .server) { sql in
            try InventoryTable(of: demo.uuid, in: sql)
                .write(Inventory(table, id: "ID"), over: nil, at: now)
        }
        return server
    }
}
