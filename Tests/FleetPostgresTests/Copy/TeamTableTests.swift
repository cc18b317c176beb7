import FleetSQL
import FleetSQLite
import FleetTestSupport
import Testing

/// The tables that are copied, against the catalogues of both databases.
@Suite(.ownThreads) struct TeamTableTests {
    /// Tables of the database that are not about people.
    private static let others = [
        "change_commit", "change_stream", "coverage", "database_identity", "event", "event_state",
        "feed_check", "feed_day", "feed_finding", "feed_hour",
        "facet_count", "feed_document", "gone_vehicle", "kept_vehicle", "lease", "logged_site",
        "logged_vehicle", "named_source", "refresh_request", "sample", "schema_digest",
        "server_setting", "site", "site_change", "source", "source_catalog", "source_removal",
        "vehicle", "vehicle_base", "vehicle_change", "vehicle_touch", "vehicle_version", "zone",
    ]

    /// The columns that are copied, as `table|column|type|position in the key`.
    private func columns(_ types: (TeamTable.ColumnType) -> String) -> [String] {
        TeamTable.all.flatMap { table in
            table.columns.map { column in
                let position = table.key.firstIndex(of: column.name).map { $0 + 1 } ?? 0
                return "\(table.name)|\(column.name)|\(types(column.type))|\(position)"
            }
        }.sorted()
    }

    @Test("every column of SQLite is copied, except of tables that are left out")
    func sqlite() async throws {
        let folder = try TemporaryFolder()
        let database = try SQLiteTeamDatabase(path: folder.path + "/team.sqlite")
        let left = TeamTable.uncopied
        let found = try await database.read(as: .server) { transaction in
            try transaction.rows(
                """
                SELECT t.name || '|' || c.name || '|' || c.type || '|' || c.pk
                FROM sqlite_schema AS t JOIN pragma_table_info(t.name) AS c
                WHERE t.type = 'table' AND t.name NOT IN (SELECT value FROM json_each(?1))
                """,
                [.text("[\"" + left.joined(separator: "\",\"") + "\"]")]
            ) { $0.text(0) }
        }
        let expected = columns { type in
            switch type {
            case .text: "TEXT"
            case .integer, .flag: "INTEGER"
            case .real: "REAL"
            }
        }
        #expect(found.sorted() == expected)
    }

    @Test("every column of PostgreSQL is copied, except of tables that are left out")
    func postgres() throws {
        let left = (TeamTable.uncopied + Self.others).map { "'\($0)'" }.joined(separator: ", ")
        let found = try TestDatabase.makeDatabase().sql(
            """
            SELECT t.relname, attname, format_type(atttypid, NULL),
                coalesce(array_position(string_to_array(indkey::text, ' ')::int[], attnum::int), 0)
            FROM pg_class AS t JOIN pg_attribute AS a ON attrelid = t.oid
                LEFT JOIN pg_index ON indrelid = t.oid AND indisprimary
            WHERE relnamespace = 'fleet'::regnamespace AND relkind IN ('r', 'p') AND attnum > 0
                AND NOT attisdropped AND NOT relispartition AND t.relname NOT IN (\(left))
            """)
        let expected = columns { type in
            switch type {
            case .text: "text"
            case .integer: "bigint"
            case .real: "double precision"
            case .flag: "boolean"
            }
        }
        #expect(found.sorted() == expected)
    }
}
