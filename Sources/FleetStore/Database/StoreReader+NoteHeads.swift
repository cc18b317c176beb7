public import FleetCore
import GRDB

extension StoreReader {
    /// What lists show of the notes of a source, the newest first.
    ///
    /// The texts are looked at where SQLite has them: to cut them and to count their lines in SQL
    /// takes five times as long.
    public func noteHeads(of key: SourceKey) throws -> [NoteHead] {
        var statement = try SQLStatement(
            new: """
                SELECT number, vehicle_id, text, created_at, edited_at, latitude, longitude,
                    (SELECT count(*) FROM note_photo WHERE note = number)
                FROM note WHERE source = ? ORDER BY number DESC
                """, in: database)
        defer { statement.finish() }
        try statement.bind(key.text)
        var heads: [NoteHead] = []
        while try statement.step() { heads.append(NoteHead(from: statement)) }
        return heads
    }

    /// The numbers of the notes of a source that have a text in them, or in the code of their vehicle;
    /// A–Z and a–z are alike.
    public func notes(containing text: String, of key: SourceKey) throws -> Set<Int64> {
        var statement = try SQLStatement(
            new: """
                SELECT number FROM note
                WHERE source = ?1
                    AND (instr(lower(vehicle_id), ?2) > 0 OR instr(lower(text), ?2) > 0)
                """, in: database)
        defer { statement.finish() }
        try statement.bind(key.text)
        try statement.bind(ASCIICase.lowered(text))
        var numbers: Set<Int64> = []
        while try statement.step() { numbers.insert(statement.integer(0)) }
        return numbers
    }
}

extension NoteHead {
    fileprivate init(from row: SQLStatement) {
        let text = row.bytes(2)
        // No character has more than four bytes, so that a cut one lies behind the longest line.
        let beginning = String(decoding: text.prefix(4 * Self.longestLine), as: UTF8.self)
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
