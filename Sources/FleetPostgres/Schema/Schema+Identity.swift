/// The identity of the database, which distinguishes a restored copy.
///
/// In a restored copy the numbers of a stream are used again for other changes. All streams
/// therefore get new UUIDs there, and readers load the lists again.
extension Schema {
    static let identity = """
        CREATE TABLE database_identity (
            id smallint PRIMARY KEY CHECK (id = 1),
            identity text COLLATE "C" NOT NULL
        );
        COMMENT ON TABLE database_identity IS 'One row, which differs from that of a restored copy';
        COMMENT ON COLUMN database_identity.identity IS
            'Identifier of the cluster and number of the database in which the streams began';
        INSERT INTO database_identity VALUES (1, \(currentIdentity));

        """

    private static let currentIdentity = """
        (SELECT system_identifier || '/' || oid FROM pg_control_system(), pg_database
            WHERE datname = current_database())
        """

    /// Gives the streams new UUIDs if the database is a restored copy.
    static func renewStreams(on connection: PostgresConnection) throws {
        var isCopy = false
        _ = try connection.query(
            "SELECT identity <> \(currentIdentity) FROM database_identity", []
        ) { isCopy = $0.boolean(0) == true }
        guard isCopy else { return }
        // Of several processes at once, one changes the row.
        try connection.run(
            """
            WITH copy AS (
                UPDATE database_identity SET identity = \(currentIdentity)
                WHERE identity <> \(currentIdentity) RETURNING id
            )
            UPDATE change_stream SET uuid = gen_random_uuid()::text FROM copy
            """)
    }
}
