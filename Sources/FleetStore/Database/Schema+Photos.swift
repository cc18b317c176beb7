import GRDB

extension Schema {
    /// Version 4.
    ///
    /// - `photo` holds each photo once, identified by the SHA-256 of its bytes. A photo is deleted
    ///   with the last note that uses it.
    /// - `note_photo` links notes and photos; `place` is the photo's number in the note.
    @Sendable static func createPhotos(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE photo (
                    hash TEXT NOT NULL PRIMARY KEY
                        CHECK (length(hash) = 64 AND hash NOT GLOB '*[^0-9a-f]*'),
                    format TEXT NOT NULL CHECK (format IN ('jpeg', 'png', 'webp')),
                    width INTEGER NOT NULL CHECK (width > 0),
                    height INTEGER NOT NULL CHECK (height > 0),
                    bytes INTEGER NOT NULL CHECK (bytes BETWEEN 1 AND 20971520)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE note_photo (
                    note INTEGER NOT NULL REFERENCES note(number) ON DELETE CASCADE,
                    hash TEXT NOT NULL REFERENCES photo(hash),
                    place INTEGER NOT NULL CHECK (place > 0),
                    PRIMARY KEY (note, hash),
                    UNIQUE (note, place)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX note_of_photo ON note_photo (hash);
                CREATE TRIGGER photo_of_no_note AFTER DELETE ON note_photo
                WHEN NOT EXISTS (SELECT 1 FROM note_photo WHERE hash = old.hash)
                BEGIN
                    DELETE FROM photo WHERE hash = old.hash;
                END;
                """)
    }
}
