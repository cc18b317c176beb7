public import FleetCore
public import FleetSQL
public import Foundation

/// The rows of one source in a transaction of the database, of a home and of PostgreSQL alike.
///
///     try await database.write(as: .server) { sql in
///         let table = InventoryTable(of: source, in: sql)
///         try table.write(inventory, over: table.read(), at: now)
///     }
public struct InventoryTable {
    let sql: any SQLTransaction
    let source: UUID

    /// Rows of one statement.
    private static let rowsPerStatement = 200

    /// Creates access to the rows of a source.
    public init(of source: UUID, in sql: any SQLTransaction) {
        (self.sql, self.source) = (sql, source)
    }

    /// Returns the rows; `nil` if the source has none here.
    public func read() throws -> Inventory? {
        try inventory(
            "FROM inventory WHERE source = ?1", "FROM inventory_row WHERE source = ?1", [])
    }

    /// Returns an inventory whose headings and rows two statements select from their tables.
    func inventory(
        _ headings: String, _ rows: String, _ values: [SQLValue]
    ) throws -> Inventory? {
        let values = [.uuid(source)] + values
        let headings = try sql.rows("SELECT headings \(headings)", values) { $0.text(0) }.first
        guard let headings else { return nil }
        let rows = try sql.rows("SELECT number, cells \(rows) ORDER BY number", values) { row in
            Inventory.Row(row.integer(0) ?? 0, CustomProperties(text: row.text(1) ?? ""))
        }
        let names = try JSONDecoder().decode([String].self, from: Data(headings.utf8))
        return Inventory(headings: names, rows: rows)
    }

    /// Returns the number of changes; 0 without rows.
    public func revision() throws -> Int64 {
        try sql.rows("SELECT revision FROM inventory WHERE source = ?1", [.uuid(source)]) {
            $0.integer(0)
        }.first ?? 0
    }

    /// Returns the number of rows; `nil` if the source has no table here.
    public func count() throws -> Int64? {
        let tables = try sql.integer(
            "SELECT count(*) FROM inventory WHERE source = ?1", [.uuid(source)])
        guard tables > 0 else { return nil }
        return try sql.integer(
            "SELECT count(*) FROM inventory_row WHERE source = ?1", [.uuid(source)])
    }

    /// Stores the rows that differ, and raises the revision unless nothing does.
    /// - Parameters:
    ///   - old: The rows that are stored; `nil` to replace all.
    ///   - keepsOld: Whether they are kept as a version that can be restored.
    public func write(
        _ new: Inventory, over old: Inventory?, at now: Timestamp, keepsOld: Bool = false
    ) throws {
        guard old.map({ $0.headings != new.headings || $0.rows != new.rows }) ?? true else {
            return
        }
        if keepsOld { try keepVersion(at: now) }
        let headings = String(
            decoding: try JSONEncoder().encode(new.headings), as: UTF8.self)
        try sql.execute(
            """
            INSERT INTO inventory (source, headings, revision, changed_at)
            VALUES (?1, ?2, 1, ?3)
            ON CONFLICT (source) DO UPDATE SET headings = excluded.headings,
                revision = inventory.revision + 1, changed_at = excluded.changed_at
            """, [.uuid(source), .text(headings), .time(now)])
        guard let old else {
            try sql.execute("DELETE FROM inventory_row WHERE source = ?1", [.uuid(source)])
            return try insert(new.rows[...])
        }
        let known = Dictionary(old.rows.map { ($0.number, $0.cells) }) { $1 }
        let numbers = Set(new.rows.map(\.number))
        try delete(old.rows.map(\.number).filter { !numbers.contains($0) }[...])
        try insert(new.rows.filter { known[$0.number] != $0.cells }[...])
    }

    /// Removes the rows; returns whether there were any.
    @discardableResult
    public func remove() throws -> Bool {
        try sql.execute("DELETE FROM inventory_row WHERE source = ?1", [.uuid(source)])
        return try sql.execute("DELETE FROM inventory WHERE source = ?1", [.uuid(source)]) > 0
    }

    private func insert(_ rows: ArraySlice<Inventory.Row>) throws {
        for start in stride(from: 0, to: rows.count, by: Self.rowsPerStatement) {
            let part = rows.dropFirst(start).prefix(Self.rowsPerStatement)
            let places = part.indices.map { index in
                let place = 2 * (index - part.startIndex)
                return "(?1, ?\(place + 2), ?\(place + 3))"
            }
            try sql.execute(
                """
                INSERT INTO inventory_row (source, number, cells)
                VALUES \(places.joined(separator: ", "))
                ON CONFLICT (source, number) DO UPDATE SET cells = excluded.cells
                """,
                [.uuid(source)] + part.flatMap { [.integer($0.number), .text($0.cells.text)] })
        }
    }

    private func delete(_ numbers: ArraySlice<Int64>) throws {
        for start in stride(from: 0, to: numbers.count, by: Self.rowsPerStatement) {
            let part = numbers.dropFirst(start).prefix(Self.rowsPerStatement)
            let places = (0..<part.count).map { "?\($0 + 2)" }
            try sql.execute(
                """
                DELETE FROM inventory_row
                WHERE source = ?1 AND number IN (\(places.joined(separator: ", ")))
                """, [.uuid(source)] + part.map { .integer($0) })
        }
    }
}
