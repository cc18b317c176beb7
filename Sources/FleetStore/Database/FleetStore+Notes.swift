public import FleetCore
import GRDB

extension FleetStore {
    /// Keeps a note, whose number does not matter; returns it with the number that it got.
    public func add(_ note: Note, to key: SourceKey) async throws -> Note {
        try await write { database in
            var insert = try SQLStatement(
                new: """
                    INSERT INTO note (source, vehicle_id, text, created_at, latitude, longitude, seen_at)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """, in: database)
            try insert.bind(key.text)
            try insert.bind(note.vehicleID)
            try insert.bind(note.text)
            try insert.bind(note.createdAt.milliseconds)
            try insert.bind(note.position?.latitude)
            try insert.bind(note.position?.longitude)
            try insert.bind(note.seenAt?.milliseconds)
            try insert.run()
            var kept = note
            kept.number = database.lastInsertedRowID
            return kept
        }
    }

    /// Gives a note another text; returns whether there is one of that number.
    public func edit(
        _ number: Int64, text: String, at time: Timestamp, of key: SourceKey
    ) async throws -> Bool {
        try await write { database in
            var update = try SQLStatement(
                new: "UPDATE note SET text = ?, edited_at = ? WHERE source = ? AND number = ?",
                in: database)
            try update.bind(text)
            try update.bind(time.milliseconds)
            try update.bind(key.text)
            try update.bind(number)
            try update.run()
            return database.changesCount > 0
        }
    }

    /// Removes notes; returns the numbers of those that were there.
    public func removeNotes(_ numbers: [Int64], of key: SourceKey) async throws -> [Int64] {
        try await write { database in
            var delete = try SQLStatement(
                new: "DELETE FROM note WHERE source = ? AND number = ?", in: database)
            return try numbers.filter { number in
                try delete.bind([.text(key.text), .integer(number)])
                try delete.run()
                return database.changesCount > 0
            }
        }
    }
}

extension StoreReader {
    /// The notes of a source, or of one of its vehicles, the oldest first.
    public func notes(of key: SourceKey, vehicle id: String? = nil) throws -> [Note] {
        let condition = id.map { Condition(sql: " AND vehicle_id = ?", values: [.text($0)]) }
        return try notes(where: condition ?? Condition(sql: ""), of: key)
    }

    /// The note of a number.
    public func note(_ number: Int64, of key: SourceKey) throws -> Note? {
        try notes(
            where: Condition(sql: " AND number = ?", values: [.integer(number)]), of: key
        ).first
    }

    private func notes(where condition: Condition, of key: SourceKey) throws -> [Note] {
        var statement = try SQLStatement(
            new: """
                SELECT number, vehicle_id, text, created_at, edited_at, latitude, longitude, seen_at
                FROM note WHERE source = ?\(condition.sql) ORDER BY number
                """, in: database)
        defer { statement.finish() }
        try statement.bind(key.text)
        try statement.bind(condition.values)
        var notes: [Note] = []
        while try statement.step() { notes.append(Note(from: statement)) }
        return notes
    }
}

extension Note {
    fileprivate init(from row: SQLStatement) {
        self.init(
            number: row.integer(0), vehicleID: row.text(1) ?? "", text: row.text(2) ?? "",
            createdAt: Timestamp(milliseconds: row.integer(3)),
            editedAt: row.optionalInteger(4).map(Timestamp.init(milliseconds:)),
            seenAt: row.optionalInteger(7).map(Timestamp.init(milliseconds:)))
        if let latitude = row.real(5), let longitude = row.real(6) {
            position = Position(latitude: latitude, longitude: longitude)
        }
    }
}
