public import FleetCore
public import FleetSQL
public import Foundation

/// The last print of each label of one source in a transaction of the database, of a home and of
/// PostgreSQL alike.
///
///     try await database.write(as: .server) { sql in
///         try LabelPrintTable(of: source, in: sql).record(labels, of: print, at: now)
///     }
public struct LabelPrintTable {
    /// A label that was printed.
    public struct Label: Sendable {
        let id: String
        let payload: String

        /// Creates a label with the bytes of its ID and of the content of its QR code.
        public init(id: [UInt8], payload: [UInt8]) {
            (self.id, self.payload) = (Self.text(of: id), Self.text(of: payload))
        }

        /// Returns bytes as a text that every database stores: digits for bytes that are no UTF-8,
        /// and for those with NUL, which PostgreSQL refuses.
        public static func text(of bytes: [UInt8]) -> String {
            if !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) {
                return text
            }
            return "0x" + bytes.map { String(0x100 + Int($0), radix: 16).dropFirst() }.joined()
        }
    }

    /// How labels were printed.
    public struct Print: Sendable {
        let layout: String
        let target: String

        /// Creates a description.
        /// - Parameters:
        ///   - layout: The name of the layout; empty for images.
        ///   - target: The name of the printer, or the kind of file.
        public init(layout: String, target: String) {
            (self.layout, self.target) = (layout, target)
        }
    }

    private let sql: any SQLTransaction
    private let source: SQLValue

    /// Rows of one statement.
    private static let rowsPerStatement = 200

    /// Creates access to the prints of a source; `nil` for labels without one.
    public init(of source: UUID?, in sql: any SQLTransaction) {
        (self.sql, self.source) = (sql, source.map { .uuid($0) } ?? .text(""))
    }

    /// Returns the content of each label that was printed, by its ID.
    public func payloads() throws -> [String: String] {
        var payloads: [String: String] = [:]
        try sql.query(
            "SELECT vehicle_id, payload FROM label_print WHERE source = ?1", [source]
        ) { row in
            if let id = row.text(0) { payloads[id] = row.text(1) }
        }
        return payloads
    }

    /// Returns whether there are prints.
    public func exists() throws -> Bool {
        try sql.integer("SELECT count(*) FROM label_print WHERE source = ?1", [source]) > 0
    }

    /// Records prints in place of earlier ones of the same labels.
    public func record(_ labels: [Label], of print: Print, at now: Timestamp) throws {
        // A statement of PostgreSQL cannot write a row twice.
        let last = Dictionary(labels.map { ($0.id, $0.payload) }) { $1 }
        let rows = Array(last)
        for start in stride(from: 0, to: rows.count, by: Self.rowsPerStatement) {
            let part = rows[start..<min(start + Self.rowsPerStatement, rows.count)]
            let places = part.indices.map { index in
                let place = 2 * (index - start) + 5
                return "(?1, ?\(place), ?\(place + 1), ?2, ?3, ?4)"
            }
            try sql.execute(
                """
                INSERT INTO label_print (source, vehicle_id, payload, layout, printed_at, target)
                VALUES \(places.joined(separator: ", "))
                ON CONFLICT (source, vehicle_id) DO UPDATE SET payload = excluded.payload,
                    layout = excluded.layout, printed_at = excluded.printed_at,
                    target = excluded.target
                """,
                [source, .text(print.layout), .time(now), .text(print.target)]
                    + part.flatMap { [.text($0.key), .text($0.value)] })
        }
    }

    /// Removes all prints of the source.
    public func remove() throws {
        try sql.execute("DELETE FROM label_print WHERE source = ?1", [source])
    }
}
