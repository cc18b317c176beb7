public import FleetCore
import GRDB

extension StoreReader {
    /// Returns summaries of the notes of a source, newest first.
    ///
    /// The texts are examined in SQLite's memory: truncating them and counting lines in SQL takes
    /// five times as long.
    public func noteSummaries(of key: SourceKey) throws -> [NoteSummary] {
        var statement = try SQLStatement(
            new: """
                SELECT number, vehicle_id, text, created_at, edited_at, latitude, longitude,
                    (SELECT count(*) FROM note_photo WHERE note = number)
                FROM note WHERE source = ? ORDER BY number DESC
                """, in: database)
        defer { statement.finish() }
        try statement.bind(key.text)
        var summaries: [NoteSummary] = []
        while try statement.step() { summaries.append(NoteSummary(from: statement)) }
        return summaries
    }

    /// Returns the numbers of the notes with `text` in their text or vehicle ID, ignoring ASCII
    /// case.
    public func notes(containing text: String, of key: SourceKey) throws -> Set<Int64> {
        var statement = try SQLStatement(
            new: """
                SELECT number FROM note
                WHERE source = ?1
                    AND (instr(lower(vehicle_id), ?2) > 0 OR instr(lower(text), ?2) > 0)
                """, in: database)
        defer { statement.finish() }
        try statement.bind(key.text)
        try statement.bind(ASCIICase.lowercased(text))
        var numbers: Set<Int64> = []
        while try statement.step() { numbers.insert(statement.integer(0)) }
        return numbers
    }
}

extension NoteSummary {
    fileprivate init(from row: SQLStatement) {
        let text = row.bytes(2)
        // A scalar has at most four bytes, so a truncated one lies beyond the longest line.
        let beginning = String(decoding: text.prefix(4 * Self.maxLineLength), as: UTF8.self)
        self.init(
            number: row.integer(0), vehicleID: row.text(1) ?? "", beginning: beginning,
            lineCount: 1 + text.count { $0 == UInt8(ascii: "\n") },
            createdAt: Timestamp(milliseconds: row.integer(3)),
            editedAt: row.optionalInteger(4).map(Timestamp.init(milliseconds:)),
            photoCount: Int(row.integer(7)))
        if let latitude = row.real(5), let longitude = row.real(6) {
            position = Position(latitude: latitude, longitude: longitude)
        }
    }
}
