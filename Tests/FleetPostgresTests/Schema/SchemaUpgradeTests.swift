import FleetSQL
import FleetTestSupport
import Testing

@testable import FleetPostgres

@Suite(
    "The tables of an earlier release in PostgreSQL are upgraded in one transaction", .ownThreads)
struct SchemaUpgradeTests {
    private static func create(
        in database: PostgresTestDatabase, address: String? = nil, _ statements: String
    ) throws {
        let address = try PostgresAddress(address ?? database.address)
        let connection = try PostgresConnection(to: address, within: .extended)
        try Schema.create(
            on: connection, of: address,
            upgrades: [Schema.Upgrade(digest: "older", statements: statements)])
    }

    private static func digest(of database: PostgresTestDatabase) throws -> [String] {
        try database.sql("SELECT digest FROM fleet.schema_digest")
    }

    @Test("the owner upgrades them; another login is told who can")
    func upgrade() throws {
        let database = try TestDatabase.makeDatabase()
        try database.sql("UPDATE fleet.schema_digest SET digest = 'older'")
        let statement = "ALTER TABLE fleet.server_setting ADD COLUMN added integer"
        let address = try PostgresAddress(database.serversAddress)
        #expect(throws: StoreError.upgradeNeeded(path: address.shown)) {
            try Self.create(in: database, address: database.serversAddress, statement)
        }
        try Self.create(in: database, statement)
        #expect(try Self.digest(of: database) == [Schema.digest])
        #expect(try database.sql("SELECT count(added) FROM fleet.server_setting") == ["0"])
        try PostgresDatabase(address, limits: .extended).close()
    }

    @Test("the tables of 0.1.0 get new columns, tables and conditions")
    func firstRelease() throws {
        let database = try TestDatabase.makeDatabase()
        let comments = """
            SELECT attname || ': ' || col_description(attrelid, attnum) FROM pg_attribute
            WHERE attrelid = 'fleet.site'::regclass AND attname LIKE '%by_type' ORDER BY 1
            """
        let new = try database.sql(comments)
        #expect(new.count == 2)
        let conditions = """
            SELECT conrelid::regclass || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
            WHERE connamespace = 'fleet'::regnamespace AND contype = 'c' ORDER BY 1
            """
        let newConditions = try database.sql(conditions)
        try database.sql(
            "ALTER TABLE fleet.site DROP COLUMN vehicles_by_type, DROP COLUMN docks_by_type")
        try database.sql(
            """
            DROP TABLE fleet.request_key, fleet.inventory_upload, fleet.inventory_version_row,
                fleet.inventory_version, fleet.inventory_row, fleet.inventory, fleet.sighting,
                fleet.print_job_label, fleet.print_job, fleet.label_print
            """)
        for table in ["vehicle", "gone_vehicle"] {
            try database.sql(
                "ALTER TABLE fleet.\(table) DROP COLUMN name, DROP COLUMN properties, DROP COLUMN has_asset"
            )
        }
        try database.sql(
            """
            ALTER TABLE fleet.note DROP COLUMN contact, DROP COLUMN is_report,
                DROP COLUMN priority
            """)
        try database.sql(
            """
            ALTER TABLE fleet.vehicle_change DROP CONSTRAINT vehicle_change_state_code_check,
            ADD CHECK (state_code BETWEEN 0 AND 10)
            """)
        try database.sql("UPDATE fleet.schema_digest SET digest = 'c77721ebb435196b'")
        try PostgresDatabase(PostgresAddress(database.address), limits: .extended).close()
        #expect(try Self.digest(of: database) == [Schema.digest])
        #expect(try database.sql(comments) == new)
        #expect(try database.sql(conditions) == newConditions)
        #expect(try database.sql("SELECT count(*) FROM fleet.request_key") == ["0"])
        #expect(try database.sql("SELECT count(*) FROM fleet.inventory_row") == ["0"])
    }

    @Test("one that fails in the middle changes nothing")
    func failure() throws {
        let database = try TestDatabase.makeDatabase()
        try database.sql("UPDATE fleet.schema_digest SET digest = 'older'")
        #expect(throws: (any Error).self) {
            try Self.create(
                in: database,
                "DROP TABLE fleet.event CASCADE; SELECT count(*) FROM fleet.nothing")
        }
        #expect(try Self.digest(of: database) == ["older"])
        #expect(try database.sql("SELECT count(*) FROM fleet.event") == ["0"])
    }
}
