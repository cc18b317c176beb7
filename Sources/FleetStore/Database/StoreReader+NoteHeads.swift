public import FleetCore
import GRDB

extension StoreReader {
    /// What lists show of the notes of a source, the newest first; of each text only the beginning
    /// leaves the database.
    public func noteHeads(of key: SourceKey) throws -> [NoteHead] {
        var statement = try SQLStatement(
            new: """
                SELECT number, vehicle_id, substr(text, 1, ?),
                    1 + length(text) - length(replace(text, char(10), '')),
                    created_at, edited_at, latitude, longitude
                FROM note WHERE source = ? ORDER BY number DESC
                """, in: database)
        defer { statement.finish() }
        try statement.bind(Int64(NoteHead.longestLine))
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
        self.init(
            number: row.integer(0), vehicleID: row.text(1) ?? "", beginning: row.text(2) ?? "",
            lineCount: Int(clamping: row.integer(3)),
            createdAt: Timestamp(milliseconds: row.integer(4)),
            editedAt: row.optionalInteger(5).map(Timestamp.init(milliseconds:)))
        if let latitude = row.real(6), let longitude = row.real(7) {
            position = Position(latitude: latitude, longitude: longitude)
        }
    }
}
