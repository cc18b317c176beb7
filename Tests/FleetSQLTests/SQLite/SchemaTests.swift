import FleetCore
import FleetSQL
import FleetSQLite
import Testing

/// Tests that read the file with the `sqlite3` program, as an external oracle.
@Suite struct SchemaTests {
    @Test("the table of counts matches the vehicles after any sequence of snapshots")
    func tally() async throws {
        let folder = try StoreFolder()
        let store = try HomeStore(path: folder.file)
        var hostile = HostileFleet(seed: 7)
        for time in 1...8 {
            _ = try await store.snapshots.commit(
                outcome(hostile.vehicles(120), at: Double(time)), for: demo)
        }
        let counted = """
            SELECT hex(color), hex(type_id), hex(form_factor), color IS NULL, type_id IS NULL,
            form_factor IS NULL, state, count(*), sum(battery_percent IS NULL)
            FROM vehicle GROUP BY color, type_id, form_factor, state ORDER BY 1, 2, 3, 4, 5, 6, 7
            """
        let stored = """
            SELECT hex(color), hex(type_id), hex(form_factor), color IS NULL, type_id IS NULL,
            form_factor IS NULL, state, vehicles, without_battery
            FROM facet_count ORDER BY 1, 2, 3, 4, 5, 6, 7
            """
        let expected = try folder.sqlite3(counted)
        #expect(!expected.isEmpty)
        #expect(try folder.sqlite3(stored) == expected)
        #expect(
            try folder.sqlite3("PRAGMA integrity_check; PRAGMA foreign_key_check") == "ok")
    }

    @Test("unchanged rows are not rewritten")
    func untouched() async throws {
        let folder = try StoreFolder()
        let store = try HomeStore(path: folder.file)
        var vehicles = fleet((0..<1000).map { "v\($0)" })
        _ = try await store.snapshots.commit(outcome(vehicles, at: 1), for: demo)
        _ = try folder.sqlite3(
            """
            CREATE TABLE seen (id TEXT);
            CREATE TRIGGER seen AFTER UPDATE ON vehicle BEGIN
                INSERT INTO seen VALUES (new.vehicle_id);
            END
            """)
        vehicles[500].isReserved = true
        _ = try await store.snapshots.commit(outcome(vehicles.reversed(), at: 2), for: demo)
        #expect(try folder.sqlite3("SELECT group_concat(id) FROM seen") == "v500")
    }

    @Test("the rows of removed vehicles are reused")
    func rowsAreReused() async throws {
        let folder = try StoreFolder()
        let store = try HomeStore(path: folder.file)
        for time in 1...10 {
            let ids = (0..<50).map { "\(time)-\($0)" }
            _ = try await store.snapshots.commit(outcome(fleet(ids), at: Double(time)), for: demo)
        }
        #expect(try folder.sqlite3("SELECT max(id) - min(id) FROM vehicle") == "49")
    }

    @Test("no data of a removed source is left")
    func removal() async throws {
        let folder = try StoreFolder()
        let store = try HomeStore(path: folder.file)
        _ = try await store.snapshots.commit(outcome(fleet(["a"]), at: 1), for: demo)
        try await store.snapshots.remove(demo.uuid)
        let tables = ["source", "vehicle", "facet_count"]
        for table in tables {
            #expect(try folder.sqlite3("SELECT count(*) FROM \(table)") == "0")
        }
    }

    @Test(
        "a short list reads an index in order, without sorting",
        arguments: [
            "source = 1",
            "source = 1 AND color = 'red' UNION ALL SELECT vehicle_id FROM vehicle WHERE "
                + "source = 1 AND color IS NULL",
        ])
    func plans(condition: String) throws {
        let folder = try StoreFolder()
        _ = try HomeStore(path: folder.file)
        let plan = try folder.sqlite3(
            """
            EXPLAIN QUERY PLAN SELECT vehicle_id FROM vehicle WHERE \(condition)
            ORDER BY vehicle_id LIMIT 20
            """)
        #expect(plan.contains("USING"))
        #expect(!plan.contains("B-TREE"))
    }
}
