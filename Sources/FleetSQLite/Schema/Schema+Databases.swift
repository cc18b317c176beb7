import FleetSQL

extension Schema {
    /// Tables of `fleet.sqlite`: the application ID is "FLT1".
    static let fleet = Schema(
        applicationID: 0x464C_5431,
        tables: Table.statements(Table.fleet, .sqlite),
        // A power failure may lose the last snapshot but never the file; deleted rows are not
        // wiped; the log is truncated to 8 MiB when it restarts.
        settings: """
            PRAGMA synchronous = NORMAL;
            PRAGMA secure_delete = OFF;
            PRAGMA journal_size_limit = 8388608
            """,
        upgrades: [
            upgrade(of: Table.fleet, from: 1, digest: 0x406a4f81),  // 0.1.0
            upgrade(of: Table.fleet, from: 2, digest: 0x2b1eafd9),
            upgrade(of: Table.fleet, from: 2, digest: 0x0b3771f1),
            upgrade(of: Table.fleet, from: 3, digest: 0x09c0f9ed),
        ])

    /// Tables of `team.sqlite`: the application ID is "FLTP".
    static let team = Schema(
        applicationID: 0x464C_5450,
        tables: Table.statements(Table.team, .sqlite) + triggers
            + "INSERT INTO team_access VALUES (1, 0);",
        // Confirmed changes survive a power failure; deleted private data is overwritten.
        settings: """
            PRAGMA synchronous = FULL;
            PRAGMA secure_delete = ON;
            PRAGMA journal_size_limit = 8388608
            """,
        upgrades: [
            upgrade(of: Table.team, from: 1, digest: 0x1716ab09),  // 0.1.0
            upgrade(of: Table.team, from: 2, digest: 0x30e8fd63),
            upgrade(of: Table.team, from: 3, digest: 0x406ea69b),
        ])

    private static func upgrade(
        of tables: [Table], from version: Int, digest: Int64
    ) -> Upgrade {
        Upgrade(digest: digest) { Table.upgrade(tables, from: version, .sqlite) }
    }

    /// The audit log only grows, and only entries that are at least a day old can be removed.
    ///
    /// The file of a photo is to be removed with the last note that has it.
    private static let triggers = """
        CREATE TRIGGER audit_is_append_only BEFORE UPDATE ON audit BEGIN
            SELECT RAISE (ABORT, 'the audit log is append-only');
        END;
        CREATE TRIGGER audit_is_kept BEFORE DELETE ON audit
        WHEN old.at > (SELECT max(at) FROM audit) - 86400000 BEGIN
            SELECT RAISE (ABORT, 'the audit log is append-only');
        END;
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
}
