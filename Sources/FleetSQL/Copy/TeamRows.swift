import FleetCore
import Foundation

/// The rows of a table of a team, with a form of each that differs if any value does.
struct TeamRows: Sendable {
    /// A row of the table.
    struct Row: Sendable {
        /// The canonical forms of the values.
        let bytes: [UInt8]

        /// The values of the columns, in the order of the table.
        var values: [SQLValue] { SQLValue.values(ofCanonical: bytes) }
    }

    let table: Table
    /// The rows by the canonical forms of their keys.
    private(set) var rows: [[UInt8]: Row] = [:]

    /// Creates an empty table.
    init(of table: Table) { self.table = table }

    /// Reads all rows that a copy of a database has, or those of one owner.
    /// - Throws: `HomeCopyError.unstorableText`, and the errors of the database.
    init(
        of table: Table, in transaction: any SQLTransaction, owner: UUID? = nil
    ) throws {
        self.init(of: table)
        let columns = table.copiedColumns.map(\.name).joined(separator: ", ")
        let condition = owner == nil ? table.isCopied : "owner = ?1"
        try transaction.query(
            "SELECT \(columns) FROM \(table.name) WHERE \(condition)",
            owner.map { [.text($0.uuidString.lowercased())] } ?? []
        ) { row in
            let values = try table.copiedColumns.indices.map { try Self.value(row, $0, of: table) }
            let key = Self.canonical(values.prefix(table.key.count))
            rows[key] = Row(bytes: Self.canonical(values[...]))
        }
    }

    /// The rows with their values, in the order of their keys.
    var records: [TeamRecord] {
        keys.compactMap { rows[$0] }.map { TeamRecord(table: table, values: $0.values) }
    }

    /// The keys in byte order.
    var keys: [[UInt8]] { rows.keys.sorted { $0.lexicographicallyPrecedes($1) } }

    /// The SHA-256 of all rows in the order of their keys.
    var digest: String { SHA256.hex(of: keys.lazy.compactMap { rows[$0]?.bytes }) }

    /// Returns the values of a text column by the canonical forms of the rows' keys.
    func texts(_ column: String) -> [[UInt8]: String] {
        guard let index = table.copiedColumns.firstIndex(where: { $0.name == column }) else {
            return [:]
        }
        return rows.compactMapValues {
            if case .text(let text) = $0.values[index] { text } else { nil }
        }
    }

    private static func value(
        _ row: any SQLRow, _ column: Int, of table: Table
    ) throws -> SQLValue {
        switch table.copiedColumns[column].kind {
        case .integer, .int32, .int16, .number, .flag: return .optional(row.integer(column))
        case .real: return .optional(row.real(column))
        case .text, .uuid, .bytes:
            guard let text = row.text(column) else { return .null }
            // SQLite stores any bytes; PostgreSQL only UTF-8 without NUL.
            let isExact = row.withText(column) { $0.elementsEqual(text.utf8) }
            guard isExact, !text.utf8.contains(0) else {
                throw HomeCopyError.unstorableText(contents: table.contents)
            }
            return .text(text)
        }
    }

    private static func canonical(_ values: ArraySlice<SQLValue>) -> [UInt8] {
        var bytes: [UInt8] = []
        for value in values { value.appendCanonical(to: &bytes) }
        return bytes
    }
}

/// A row of a table of a team, whose values are reached by the names of their columns.
package struct TeamRecord: Sendable {
    let table: Table
    var values: [SQLValue]

    package subscript(column: String) -> SQLValue {
        get { index(of: column).map { values[$0] } ?? .null }
        set { if let index = index(of: column) { values[index] = newValue } }
    }

    private func index(of column: String) -> Int? {
        table.copiedColumns.firstIndex { $0.name == column }
    }
}

extension SQLValue {
    /// The text; `nil` for another value.
    package var textValue: String? { if case .text(let text) = self { text } else { nil } }
    /// The integer; `nil` for another value.
    package var integerValue: Int64? { if case .integer(let number) = self { number } else { nil } }
}
