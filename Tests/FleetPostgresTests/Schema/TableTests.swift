import FleetSQL
import FleetTestSupport
import Testing

@testable import FleetPostgres
@testable import FleetSQLite

@Suite("The catalogues of both databases have the tables, and nothing else", .ownThreads)
struct TableTests {
    /// The columns of tables, as `table|column|type|position in the key`.
    private func columns(
        of tables: [Table], key: (Table) -> [String], type: (Column.Kind) -> String,
        _ dialect: SQLDialect
    ) -> [String] {
        tables.filter { dialect.has($0.only) }.flatMap { table in
            table.columns.filter { dialect.has($0.only) }.map { column in
                let position = key(table).firstIndex(of: column.name).map { $0 + 1 } ?? 0
                return "\(table.name)|\(column.name)|\(type(column.kind))|\(position)"
            }
        }.sorted()
    }

    private static func sqliteType(_ kind: Column.Kind) -> String {
        switch kind {
        case .text, .uuid: "TEXT"
        case .integer, .int32, .int16, .number, .flag: "INTEGER"
        case .real: "REAL"
        case .bytes: "BLOB"
        }
    }

    private static func postgresType(_ kind: Column.Kind) -> String {
        switch kind {
        case .text: "text"
        case .integer, .number: "bigint"
        case .int32: "integer"
        case .int16: "smallint"
        case .real: "double precision"
        case .flag: "boolean"
        case .bytes: "bytea"
        case .uuid: "uuid"
        }
    }

    @Test("SQLite", arguments: HomeDatabase.allCases)
    func sqlite(_ database: HomeDatabase) async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/a.sqlite"
        switch database {
        case .store: try SQLiteFile.open(path).close()
        case .team: _ = try SQLiteTeamDatabase(path: path)
        }
        let found = try await Tool.sqlite(
            """
            SELECT t.name || '|' || c.name || '|' || c.type || '|' || c.pk
            FROM sqlite_schema AS t JOIN pragma_table_xinfo(t.name) AS c
            WHERE t.type = 'table' ORDER BY 1
            """, path)
        let expected = columns(
            of: database == .store ? Table.fleet : Table.team, key: \.sqliteKey,
            type: Self.sqliteType, .sqlite)
        #expect(found.sorted() == expected)
    }

    @Test("PostgreSQL, but the digest")
    func postgres() throws {
        let found = try TestDatabase.makeDatabase().sql(
            """
            SELECT t.relname, attname, format_type(atttypid, NULL),
                coalesce(array_position(string_to_array(indkey::text, ' ')::int[], attnum::int), 0)
            FROM pg_class AS t JOIN pg_attribute AS a ON attrelid = t.oid
                LEFT JOIN pg_index ON indrelid = t.oid AND indisprimary
            WHERE relnamespace = 'fleet'::regnamespace AND relkind IN ('r', 'p') AND attnum > 0
                AND NOT attisdropped AND NOT relispartition AND t.relname <> 'schema_digest'
            """)
        let expected = columns(
            of: Table.all, key: \.key, type: Self.postgresType, .postgres)
        #expect(found.sorted() == expected)
    }

    @Test("Every table of a team is copied, except what only one database counts or lasts a day")
    func copied() {
        #expect(
            Set(Table.team.filter { $0.copied == nil }.map(\.name)) == [
                "team_access", "throttle", "user_refresh", "request_key", "mirrored_note",
                "note_draft", "draft_photo", "inventory_upload", "print_job", "print_job_label",
            ])
        for table in Table.team where table.copied != nil {
            #expect(table.columns.allSatisfy { [.text, .integer, .real, .flag].contains($0.kind) })
        }
    }
}
