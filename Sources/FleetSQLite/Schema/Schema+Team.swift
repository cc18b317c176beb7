import FleetSQL

extension Schema {
    /// Tables of `team.sqlite`: the application ID is "FLTP".
    ///
    /// UUIDs, hashes and enumerations are text, times are milliseconds, and secrets are the SHA-256
    /// of random bits. The key of all personal data begins with its owner.
    static let team = Schema(
        applicationID: 0x464C_5450,
        tables: users + credentials + audit + annotations + notes + mirroredNotes + drafts + photos
            + alerts + limits + requestKeys,
        // Confirmed changes survive a power failure; deleted private data is overwritten.
        settings: """
            PRAGMA synchronous = FULL;
            PRAGMA secure_delete = ON;
            PRAGMA journal_size_limit = 8388608
            """,
        upgrades: [
            // 0.1.0
            .init(digest: 0x1716ab09, statements: requestKeys)
        ])

    /// - `team_user`: a removed user with team notes stays as a row without names and password. So
    ///   does an owner that is not a user of the team: the command line, or a login to another
    ///   server. Such a row is always disabled and has no time of removal.
    /// - `team_access`: one row; the revision grows with each change that ends or limits access.
    private static let users = """
        CREATE TABLE team_user (
            id TEXT PRIMARY KEY CHECK (length(id) = 36),
            name TEXT UNIQUE CHECK (name <> ''),
            display_name TEXT CHECK (display_name <> ''),
            language TEXT CHECK (language <> ''),
            role TEXT NOT NULL CHECK (role IN ('viewer', 'member', 'administrator')),
            password TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            disabled_at INTEGER,
            removed_at INTEGER,
            last_note_number INTEGER NOT NULL DEFAULT 0,
            CHECK (removed_at IS NULL OR name IS NULL),
            CHECK (name IS NOT NULL OR password = '' AND display_name IS NULL AND language IS NULL),
            CHECK (name IS NOT NULL OR removed_at IS NOT NULL
                OR disabled_at IS NOT NULL AND role = 'member')
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE team_access (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            revision INTEGER NOT NULL
        ) STRICT;
        INSERT INTO team_access VALUES (1, 0);

        """

    /// - `device`: a browser that has signed in before, and its failures since.
    /// - `throttle`: the subject is the hash of an account, an address or both.
    private static let credentials = """
        CREATE TABLE session (
            owner TEXT NOT NULL REFERENCES team_user (id) ON DELETE CASCADE,
            id TEXT NOT NULL CHECK (length(id) = 36),
            hash TEXT NOT NULL CHECK (length(hash) = 64),
            created_at INTEGER NOT NULL,
            last_seen_at INTEGER NOT NULL,
            client TEXT,
            address TEXT,
            PRIMARY KEY (owner, id),
            UNIQUE (owner, hash)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE device (
            owner TEXT NOT NULL REFERENCES team_user (id) ON DELETE CASCADE,
            hash TEXT NOT NULL CHECK (length(hash) = 64),
            created_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            failures INTEGER NOT NULL CHECK (failures >= 0),
            PRIMARY KEY (owner, hash)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE api_token (
            owner TEXT NOT NULL REFERENCES team_user (id) ON DELETE CASCADE,
            id TEXT NOT NULL CHECK (length(id) = 36),
            hash TEXT NOT NULL CHECK (length(hash) = 64),
            name TEXT NOT NULL,
            scope TEXT NOT NULL CHECK (scope IN ('read', 'write')),
            created_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL,
            last_used_at INTEGER,
            PRIMARY KEY (owner, id),
            UNIQUE (owner, hash)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE reset_link (
            owner TEXT NOT NULL REFERENCES team_user (id) ON DELETE CASCADE,
            hash TEXT NOT NULL CHECK (length(hash) = 64),
            expires_at INTEGER NOT NULL,
            PRIMARY KEY (owner, hash)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE invitation (
            id TEXT PRIMARY KEY CHECK (length(id) = 36),
            hash TEXT NOT NULL CHECK (length(hash) = 64),
            kind TEXT NOT NULL CHECK (kind IN ('setup', 'invitation')),
            role TEXT NOT NULL CHECK (role IN ('viewer', 'member', 'administrator')),
            created_by TEXT,
            created_at INTEGER NOT NULL,
            expires_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE throttle (
            subject TEXT PRIMARY KEY,
            failures INTEGER NOT NULL CHECK (failures > 0),
            last_failed_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX throttle_by_time ON throttle (last_failed_at);

        """

    /// The log only grows, and only entries that are at least a day old can be removed.
    private static let audit = """
        CREATE TABLE audit (
            id TEXT PRIMARY KEY CHECK (length(id) = 36),
            at INTEGER NOT NULL,
            actor TEXT,
            actor_name TEXT,
            action TEXT NOT NULL,
            subject TEXT,
            address TEXT
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX audit_by_time ON audit (at);
        CREATE TRIGGER audit_is_append_only BEFORE UPDATE ON audit BEGIN
            SELECT RAISE (ABORT, 'the audit log is append-only');
        END;
        CREATE TRIGGER audit_is_kept BEFORE DELETE ON audit
        WHEN old.at > (SELECT max(at) FROM audit) - 86400000 BEGIN
            SELECT RAISE (ABORT, 'the audit log is append-only');
        END;

        """

    private static let annotations = """
        CREATE TABLE favorite (
            owner TEXT NOT NULL REFERENCES team_user (id) ON DELETE CASCADE,
            source TEXT NOT NULL CHECK (length(source) = 36),
            vehicle_id TEXT NOT NULL,
            added_at INTEGER NOT NULL,
            PRIMARY KEY (owner, source, vehicle_id)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE saved_filter (
            owner TEXT NOT NULL REFERENCES team_user (id) ON DELETE CASCADE,
            source TEXT NOT NULL CHECK (length(source) = 36),
            colors TEXT NOT NULL,
            PRIMARY KEY (owner, source)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE followed_sources (
            owner TEXT NOT NULL REFERENCES team_user (id) ON DELETE CASCADE,
            sources TEXT NOT NULL CHECK (sources <> ''),
            PRIMARY KEY (owner)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE saved_view (
            owner TEXT NOT NULL REFERENCES team_user (id) ON DELETE CASCADE,
            id TEXT NOT NULL CHECK (length(id) = 36),
            name TEXT NOT NULL CHECK (name <> ''),
            name_key TEXT NOT NULL,
            filter TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            changed_at INTEGER NOT NULL,
            PRIMARY KEY (owner, id),
            UNIQUE (owner, name_key)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE snooze (
            owner TEXT NOT NULL REFERENCES team_user (id) ON DELETE CASCADE,
            id TEXT NOT NULL CHECK (length(id) = 36),
            source TEXT NOT NULL CHECK (length(source) = 36),
            kind TEXT NOT NULL CHECK (kind <> ''),
            subject TEXT NOT NULL,
            reason TEXT NOT NULL CHECK (reason <> ''),
            until INTEGER NOT NULL,
            created_at INTEGER NOT NULL,
            PRIMARY KEY (owner, id)
        ) STRICT, WITHOUT ROWID;

        """

    /// The owner of a note is its author, also after it was shared and edited by others.
    private static let notes = """
        CREATE TABLE note (
            owner TEXT NOT NULL REFERENCES team_user (id),
            idempotency_key TEXT,
            request_hash TEXT,
            \(NoteRecord.list.definitions(.sqlite)),
            PRIMARY KEY (owner, id),
            UNIQUE (owner, number),
            UNIQUE (owner, idempotency_key),
            CHECK ((idempotency_key IS NULL) = (request_hash IS NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX note_of_vehicle ON note (owner, source, vehicle_id);
        CREATE INDEX team_note ON note (id) WHERE visibility = 'team';
        CREATE INDEX note_by_vehicle ON note (source, vehicle_id) WHERE visibility = 'team';
        CREATE INDEX open_task ON note (assignee, due_at) WHERE is_task AND done_at IS NULL;

        """

    /// Whose a note is, and who reads it, on the server of a login that mirrors it; the row in
    /// `note` is private to the owner.
    private static let mirroredNotes = """
        CREATE TABLE mirrored_note (
            owner TEXT NOT NULL,
            note TEXT NOT NULL,
            author TEXT,
            is_mine INTEGER NOT NULL CHECK (is_mine IN (0, 1)),
            visibility TEXT NOT NULL CHECK (visibility IN ('private', 'team')),
            assignee TEXT,
            done_by TEXT,
            PRIMARY KEY (owner, note),
            FOREIGN KEY (owner, note) REFERENCES note (owner, id) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;

        """

    /// Notes of a login that the other server has not received yet, as JSON, with the photos to
    /// send.
    private static let drafts = """
        CREATE TABLE note_draft (
            owner TEXT NOT NULL REFERENCES team_user (id) ON DELETE CASCADE,
            id TEXT NOT NULL CHECK (length(id) = 36),
            created_at INTEGER NOT NULL,
            document TEXT NOT NULL,
            PRIMARY KEY (owner, id)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE draft_photo (
            owner TEXT NOT NULL,
            draft TEXT NOT NULL,
            number INTEGER NOT NULL CHECK (number > 0),
            bytes BLOB NOT NULL,
            PRIMARY KEY (owner, draft, number),
            FOREIGN KEY (owner, draft) REFERENCES note_draft (owner, id) ON DELETE CASCADE
        ) STRICT;

        """

    /// - `photo_cleanup`: files that may be without a row. An entry is written before its file; one
    ///   of time 0 when the last note is removed that has the photo.
    private static let photos = """
        CREATE TABLE photo (
            owner TEXT NOT NULL,
            hash TEXT NOT NULL CHECK (length(hash) = 64),
            format TEXT NOT NULL CHECK (format IN ('jpeg', 'png', 'webp')),
            width INTEGER NOT NULL CHECK (width > 0),
            height INTEGER NOT NULL CHECK (height > 0),
            bytes INTEGER NOT NULL CHECK (bytes > 0),
            PRIMARY KEY (owner, hash)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE note_photo (
            owner TEXT NOT NULL,
            id TEXT NOT NULL CHECK (length(id) = 36),
            note TEXT NOT NULL,
            hash TEXT NOT NULL,
            number INTEGER NOT NULL CHECK (number > 0),
            added_at INTEGER NOT NULL,
            PRIMARY KEY (owner, id),
            UNIQUE (owner, note, hash),
            FOREIGN KEY (owner, note) REFERENCES note (owner, id) ON DELETE CASCADE,
            FOREIGN KEY (owner, hash) REFERENCES photo (owner, hash)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX note_photo_by_hash ON note_photo (owner, hash);
        CREATE TABLE photo_cleanup (
            owner TEXT NOT NULL,
            hash TEXT NOT NULL,
            format TEXT NOT NULL,
            at INTEGER NOT NULL,
            PRIMARY KEY (owner, hash)
        ) STRICT, WITHOUT ROWID;
        CREATE TRIGGER photo_is_unused AFTER DELETE ON note_photo
        WHEN NOT EXISTS (
            SELECT 1 FROM note_photo WHERE owner = old.owner AND hash = old.hash
        ) BEGIN
            INSERT OR REPLACE INTO photo_cleanup (owner, hash, format, at)
                SELECT owner, hash, format, 0 FROM photo
                WHERE owner = old.owner AND hash = old.hash;
            DELETE FROM photo WHERE owner = old.owner AND hash = old.hash;
        END;

        """

    /// - `team_view`: the views for everybody, which alerts use.
    /// - `alert`: without a source it is for all of them, without a view for all vehicles; the
    ///   webhook is a secret; a failure has no secrets.
    /// - `user_refresh`: the refreshes of the last minute, whose number is limited.
    private static let alerts = """
        CREATE TABLE team_view (
            id TEXT PRIMARY KEY CHECK (length(id) = 36),
            name TEXT NOT NULL CHECK (name <> ''),
            name_key TEXT NOT NULL UNIQUE,
            filter TEXT NOT NULL,
            created_by TEXT,
            created_at INTEGER NOT NULL,
            changed_at INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE alert (
            id TEXT PRIMARY KEY CHECK (length(id) = 36),
            name TEXT NOT NULL CHECK (name <> ''),
            source TEXT CHECK (length(source) = 36),
            view TEXT REFERENCES team_view (id),
            kinds TEXT NOT NULL CHECK (kinds <> ''),
            low_battery REAL NOT NULL CHECK (low_battery BETWEEN 0 AND 100),
            webhook TEXT NOT NULL CHECK (webhook <> ''),
            is_enabled INTEGER NOT NULL CHECK (is_enabled IN (0, 1)),
            created_by TEXT,
            created_at INTEGER NOT NULL,
            last_sent_at INTEGER,
            last_failed_at INTEGER,
            last_failure TEXT,
            CHECK ((last_failed_at IS NULL) = (last_failure IS NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE user_refresh (
            owner TEXT NOT NULL REFERENCES team_user (id) ON DELETE CASCADE,
            id TEXT NOT NULL CHECK (length(id) = 36),
            at INTEGER NOT NULL,
            PRIMARY KEY (owner, id)
        ) STRICT, WITHOUT ROWID;

        """

    /// - `permit_limit`: versions of a limit share its name; each ends when the next one begins. Days
    ///   are dates, `sources` has UUIDs separated by commas, and `area` is the Base64 of a `ZoneArea`
    ///   whose name is the zone's.
    /// - `limit_day`: the outcome of a day, which only a correction changes once it is final.
    private static let limits = """
        CREATE TABLE permit_limit (
            id TEXT PRIMARY KEY CHECK (length(id) = 36),
            name TEXT NOT NULL CHECK (name <> ''),
            name_key TEXT NOT NULL,
            indicator TEXT NOT NULL,
            days INTEGER CHECK (days > 0),
            maximum INTEGER NOT NULL CHECK (maximum >= 0),
            needed_coverage REAL NOT NULL CHECK (needed_coverage BETWEEN 0 AND 1),
            sources TEXT NOT NULL CHECK (sources <> ''),
            vehicle_type TEXT CHECK (vehicle_type <> ''),
            zone TEXT CHECK (zone <> ''),
            area TEXT,
            first_day TEXT NOT NULL,
            last_day TEXT CHECK (last_day >= first_day),
            created_by TEXT,
            created_at INTEGER NOT NULL,
            UNIQUE (name_key, first_day),
            CHECK (area IS NULL OR zone IS NOT NULL)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE limit_day (
            limit_id TEXT NOT NULL REFERENCES permit_limit (id) ON DELETE CASCADE,
            day TEXT NOT NULL,
            outcome TEXT NOT NULL CHECK (outcome IN ('met', 'not_met', 'unknown')),
            reason TEXT,
            worst INTEGER,
            worst_at INTEGER,
            coverage REAL NOT NULL,
            decided_at INTEGER NOT NULL,
            is_final INTEGER NOT NULL CHECK (is_final IN (0, 1)),
            alerted_at INTEGER,
            earlier_outcome TEXT CHECK (earlier_outcome IN ('met', 'not_met', 'unknown')),
            correction TEXT CHECK (correction <> ''),
            corrected_by TEXT,
            corrected_at INTEGER,
            PRIMARY KEY (limit_id, day),
            CHECK ((corrected_at IS NULL) = (earlier_outcome IS NULL)),
            CHECK ((corrected_at IS NULL) = (correction IS NULL)),
            CHECK (corrected_at IS NULL OR is_final = 1)
        ) STRICT, WITHOUT ROWID;
        """

    /// - `request_key`: what requests with an idempotency key have added in the last day. The secret
    ///   of an item follows from the salt and the key, of which only a digest is stored.
    private static let requestKeys = """
        CREATE TABLE request_key (
            owner TEXT NOT NULL REFERENCES team_user (id) ON DELETE CASCADE,
            key TEXT NOT NULL CHECK (length(key) = 64),
            request TEXT NOT NULL,
            item TEXT NOT NULL CHECK (length(item) = 36),
            salt TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            PRIMARY KEY (owner, key)
        ) STRICT, WITHOUT ROWID;

        """
}
