/// The identity of the database, which distinguishes a restored copy.
///
/// In a restored copy the numbers of a stream are used again for other changes. All streams
/// therefore get new UUIDs there, and readers load the lists again.
extension Schema {
    static let identity = """
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
