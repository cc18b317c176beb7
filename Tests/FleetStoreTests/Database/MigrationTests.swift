import FleetCore
import FleetStore
import FleetTestSupport
import Foundation
import Testing

/// Stores of earlier versions of the program, as `sqlite3` dumps.
@Suite("A store of an earlier version is migrated")
struct MigrationTests {
    private let town = SourceKey(UUID(sourceName: "town"))
    private let depot = SourceKey(UUID(sourceName: "depot"))
    private let address = SourceKey(address: "http://127.0.0.1:18999/vehicles.json")

    /// Creates the store of a version, or of the version that `statements` turn it into.
    private func folder(_ statements: String = "", version: Int = 5) throws -> StoreFolder {
        let folder = try StoreFolder()
        let dump = try String(
            contentsOfFile: Project.fixture("stores/version-\(version).sql"), encoding: .utf8)
        _ = try folder.sqlite3(dump + statements)
        return folder
    }

    @Test(
        "snapshots, sites, histories, favorites, notes and notices keep their sources",
        arguments: [5, 6, 7, 8])
    func everything(version: Int) async throws {
        let folder = try folder(version: version)
        let store = try FleetStore(path: folder.file)
        #expect(try await store.snapshots.record(of: depot).info?.total == 4)
        #expect(try await store.snapshots.record(of: address).info?.total == 3)
        #expect(try await store.snapshots.record(of: town).info == nil)
        #expect(try store.vehicle("B-2", of: address)?.isReserved == true)
        #expect(try store.counts(VehicleQuery(), of: depot).total == 4)
        let (sites, samples) = try store.snapshots.read { reader in
            (
                try reader.sites(of: depot.forSites).map(\.id),
                try reader.samples(ofSite: "depot-nord", of: depot.forSites)
            )
        }
        #expect(sites == ["depot-nord", "depot-sud"])
        #expect(!samples.isEmpty)
        let annotations = store.annotations
        #expect(try annotations.favorites(of: town).map(\.id) == ["A-1", "c-3"])
        #expect(try annotations.favorites(of: address).map(\.id) == ["B-2"])
        let notes = try annotations.read { try $0.notes(of: town) }
        #expect(notes.map(\.number) == [1, 2] && notes.map(\.vehicleID) == ["B-2", "A-1"])
        #expect(try await !annotations.recordNotice("rotation_unknown", for: town))
    }

    @Test("the next snapshot is compared with the migrated one")
    func continues() async throws {
        let folder = try folder()
        let store = try FleetStore(path: folder.file)
        var vehicles: [Vehicle] = []
        try store.forEachVehicle(VehicleQuery(), of: depot) { vehicles.append($0) }
        let time = Date.now.timeIntervalSince1970 + 3600
        let info = try await store.snapshots.commit(outcome(vehicles, at: time), for: depot)
        #expect(info.changes == .none && info.total == 4)
    }

    @Test("vehicles of an old version stand still since the stored snapshot", arguments: [5, 8])
    func standstills(version: Int) async throws {
        let folder = try folder(version: version)
        let store = try FleetStore(path: folder.file)
        let info = try await store.snapshots.record(of: depot).info
        let fetchedAt = try #require(info?.fetchedAt)
        var vehicles: [Vehicle] = []
        try store.forEachVehicle(VehicleQuery(), of: depot) { vehicles.append($0) }
        #expect(vehicles.map(\.stillSince) == [Timestamp?](repeating: fetchedAt, count: 4))
        vehicles[0].position = Position(latitude: 0, longitude: 0)
        let time = fetchedAt.seconds + 3600
        _ = try await store.snapshots.commit(outcome(vehicles, at: time), for: depot)
        #expect(try store.vehicle(vehicles[0].id, of: depot)?.stillSince?.seconds == time + 1)
        #expect(try store.vehicle(vehicles[1].id, of: depot)?.stillSince == fetchedAt)
    }

    @Test("a snapshot belongs to the first definition that reads its source again")
    func definitions() async throws {
        let folder = try folder(version: 6)
        let store = try FleetStore(path: folder.file)
        let old = SourceKey(depot.uuid, definition: "old")
        let new = SourceKey(depot.uuid, definition: "new")
        for key in [old, new] {
            #expect(try await store.snapshots.record(of: key).info?.total == 4)
        }
        let time = Date.now.timeIntervalSince1970 + 3600
        _ = try await store.snapshots.commit(
            outcome([Vehicle(id: "only")], at: time), for: old)
        #expect(try await store.snapshots.record(of: old).info?.total == 1)
        #expect(try await store.snapshots.record(of: new).info == nil)
        #expect(try store.vehicle("only", of: new) == nil)
    }

    @Test("the migrated file is whole, and can be opened again")
    func whole() throws {
        let folder = try folder()
        for _ in 0..<2 { try FleetStore(path: folder.file).close() }
        let checks = "PRAGMA integrity_check; PRAGMA foreign_key_check; PRAGMA user_version"
        #expect(try folder.sqlite3(checks) == "ok\n11")
        #expect(try folder.sqlite3("SELECT count(*) FROM source, notice") == "6")
        let orphans = "SELECT count(*) FROM vehicle WHERE source NOT IN (SELECT id FROM source)"
        #expect(try folder.sqlite3(orphans) == "0")
    }

    @Test(
        "older versions, which lack tables, are migrated as well",
        arguments: [
            (
                4,
                "DROP TABLE sample; DROP TABLE site; ALTER TABLE vehicle DROP COLUMN measurements;"
            ),
            (
                3,
                """
                DROP TABLE note_photo; DROP TABLE photo; DROP TABLE sample; DROP TABLE site;
                ALTER TABLE vehicle DROP COLUMN measurements;
                """
            ),
        ])
    func older(version: Int, statements: String) throws {
        let folder = try folder(statements + "PRAGMA user_version = \(version)")
        let store = try FleetStore(path: folder.file)
        #expect(try store.counts(VehicleQuery(), of: depot).total == 4)
        let notes = try store.annotations.read { try $0.notes(of: town) }
        #expect(notes.count == 2 && notes[0].photos.isEmpty)
        #expect(try folder.sqlite3("SELECT count(*) FROM site") == "0")
    }

    @Test("a file that cannot be written is read in full, and not changed")
    func readOnly() throws {
        let folder = try folder()
        let before = try folder.sqlite3(".dump")
        let store = try FleetStore(readingOnly: folder.file)
        #expect(try store.counts(VehicleQuery(), of: depot).total == 4)
        #expect(try store.annotations.favorites(of: town).count == 2)
        try store.close()
        #expect(try folder.sqlite3(".dump") == before)
        #expect(try folder.sqlite3("PRAGMA user_version") == "5")
    }

    @Test(
        "views and rows that other programs added do not stop a migration",
        arguments: [
            """
            CREATE VIEW red AS SELECT vehicle_id, key FROM vehicle JOIN source
            ON source.id = vehicle.source;
            """,
            "PRAGMA foreign_keys = OFF; INSERT INTO note_photo VALUES (99, 'none', 1);",
        ])
    func additions(statement: String) throws {
        let folder = try folder(statement)
        let store = try FleetStore(path: folder.file)
        #expect(try store.counts(VehicleQuery(), of: depot).total == 4)
        #expect(try store.annotations.read { try $0.notes(of: town) }.count == 2)
    }

    @Test("processes that migrate at once do not disturb each other", arguments: [true, false])
    func concurrent(isNew: Bool) async throws {
        for _ in 0..<5 {
            let folder = try isNew ? StoreFolder() : folder()
            let path = folder.file
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 { group.addTask { try FleetStore(path: path).close() } }
                try await group.waitForAll()
            }
            #expect(try folder.sqlite3("PRAGMA user_version; PRAGMA integrity_check") == "11\nok")
        }
    }
}
