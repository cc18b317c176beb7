import FleetCore
import FleetSQL

extension NoteCollection {
    /// Returns the newest notes that have each word in their text or in the ID of their vehicle,
    /// ignoring ASCII case; all notes match no words.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of notes.
    ///   - windowLength: The number of notes that one statement looks at.
    ///   - shouldContinue: Called between parts of the notes; if it returns false, older notes are
    ///     left out.
    /// - Returns: The notes, newest first, and whether all were looked at that the limit asks for.
    public func search(
        _ words: [String], limit: Int, windowLength: Int = 2000,
        while shouldContinue: @escaping @Sendable () -> Bool
    ) async throws -> (notes: [TeamNote], isComplete: Bool) {
        let values = words.map { SQLValue.text(ASCIICase.lowercased($0)) }
        return try await access.read(.notes, of: .notes) { transaction in
            let dialect = transaction.transaction.sql.dialect
            let conditions = values.indices.map { index in
                let parameter = "?\(index + 4)"
                let columns = ["lower(note.text)", "lower(vehicle_id)"].map {
                    dialect.contains($0, parameter)
                }
                return " AND (\(columns.joined(separator: " OR ")))"
            }
            var found: [TeamNote] = []
            // Greater than every UUID.
            var end = "~"
            while found.count < limit {
                let window = try transaction.window(of: windowLength, before: end)
                guard let start = window.start else { break }
                found += try transaction.notes(
                    "AND note.id < ?2 AND note.id >= ?3" + conditions.joined(),
                    [.text(end), .text(start)] + values, limit: limit - found.count)
                if window.count < windowLength { break }
                guard shouldContinue() else { return (found, found.count == limit) }
                end = start
            }
            return (found, true)
        }
    }
}

extension UserTransaction {
    /// Returns the ID of the oldest of the notes before one, and their number.
    ///
    /// Each half reads as many keys of an index.
    fileprivate func window(
        of length: Int, before end: String
    ) throws -> (start: String?, count: Int) {
        func newest(_ condition: String) -> String {
            "SELECT id FROM note WHERE \(condition) AND id < ?2 ORDER BY id DESC LIMIT \(length)"
        }
        return try rows(
            """
            SELECT min(id), count(*) FROM (
                SELECT id FROM (\(newest("owner = ?1"))) AS own
                UNION SELECT id FROM (\(newest(isShared))) AS shared
                ORDER BY id DESC LIMIT \(length)) AS newest
            """, [.text(end)]
        ) { ($0.text(0), Int($0.integer(1) ?? 0)) }.first ?? (nil, 0)
    }
}
