package import FleetCore
import FleetFeeds
import FleetSettings
package import FleetTeam

/// The rules of `fleet inventory` for the rows of a team's server.
package struct RowRules: TableRules {
    /// Maximum size of the rows of a table that somebody sends, in bytes.
    private static let maxSize = 128 << 20

    private let zone: SystemTimeZone

    /// - Parameter zone: The time zone of times in tables.
    package init(zone: SystemTimeZone) { self.zone = zone }

    package func columns(
        of headings: [String], _ settings: TableSettings
    ) throws -> RowColumns {
        try refusing {
            let columns = try InventoryColumns(headings, settings)
            let visibilities = headings.map { ($0, columns.visibility(of: $0)) }
            return RowColumns(
                id: columns.id, headings: headings, fields: columns.fields,
                numbers: columns.numbers,
                visibilities: Dictionary(visibilities) { first, _ in first })
        }
    }

    package func table(
        _ bytes: [UInt8], for columns: RowColumns?, _ settings: TableSettings
    ) throws -> ReadTable {
        try refusing {
            let table = try ImportedTable(
                bytes, at: ReadTable.location, TableSettings(),
                usual: columns == nil ? [] : settings.columns, zone: zone, maxSize: Self.maxSize)
            var rows = table.rows
            if let columns {
                rows = rows.renamed(
                    try table.headings(in: InventoryColumns(columns.headings, settings)))
            }
            return ReadTable(
                rows: rows, settings: table.settingsOfRows, id: table.id, format: table.format,
                report: table.report)
        }
    }

    package func set(
        _ change: RowChange, of id: String, in rows: inout Inventory, _ settings: TableSettings,
        seen: Set<ValueVisibility>
    ) throws {
        let typed = TypedCells(change.values, reason: change.reason)
        let columns = try InventoryColumns(rows.headings, settings).limited(to: seen)
        try refusing { _ = try typed.set(of: id, in: &rows, columns) }
    }

    package func add(
        _ change: RowChange, of id: String, to rows: inout Inventory, _ settings: TableSettings
    ) throws {
        let typed = TypedCells(change.values, reason: change.reason)
        try refusing {
            _ = try typed.add(id, to: &rows, InventoryColumns(rows.headings, settings))
        }
    }

    private func refusing<T>(_ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as CommandError {
            throw SourceChangeError.refused(cause: error.cause, hint: error.hint)
        } catch let failure as FeedFailure {
            throw SourceChangeError.refused(cause: failure.cause, hint: failure.hint)
        }
    }
}

extension TableRows {
    /// Returns the table with other headings for its columns.
    func renamed(_ new: [String]) -> TableRows {
        TableRows(
            headings: new,
            rows: rows.map { row in
                CustomProperties(zip(new, row.values(of: headings)).map { ($0, $1) })
            })
    }
}
