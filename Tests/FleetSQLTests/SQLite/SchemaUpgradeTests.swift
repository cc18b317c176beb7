import FleetSQL
import FleetTestSupport
import Foundation
import Testing

@testable import FleetSQLite

@Suite("The tables of an earlier release are upgraded once, and a copy stays")
struct SchemaUpgradeTests {
    private static let first = Schema(
        applicationID: 7, tables: "CREATE TABLE a (x TEXT NOT NULL) STRICT;", settings: "")
    private static let second = Schema(
        applicationID: 7, tables: "CREATE TABLE a (x TEXT NOT NULL, y INTEGER) STRICT;",
        settings: "",
        upgrades: [
            .init(digest: first.digest, statements: { "ALTER TABLE a ADD COLUMN y INTEGER;" })
        ])
    /// Two releases later, one with a new table.
    private static let third = Schema(
        applicationID: 7,
        tables: """
            CREATE TABLE a (x TEXT NOT NULL, y INTEGER) STRICT;
            CREATE TABLE b (z TEXT) STRICT;
            """, settings: "",
        upgrades: [
            .init(
                digest: first.digest,
                statements: {
                    """
                    ALTER TABLE a ADD COLUMN y INTEGER;
                    CREATE TABLE b (z TEXT) STRICT;
                    """
                }),
            .init(digest: second.digest, statements: { "CREATE TABLE b (z TEXT) STRICT;" }),
        ])
    private static let broken = Schema(
        applicationID: 7, tables: "CREATE TABLE c (x);", settings: "",
        upgrades: [
            .init(
                digest: first.digest,
                statements: { "DELETE FROM a; CREATE TABLE c (x); INSERT INTO none VALUES (1);" })
        ])

    /// Makes a file of the first release with two rows.
    private static func file(in folder: TemporaryFolder) async throws -> String {
        let path = folder.path + "/a.sqlite"
        let file = try SQLiteFile.open(path, schema: first)
        _ = try await file.write(durably: true) {
            try $0.execute("INSERT INTO a VALUES ('one'), ('two')", [])
        }
        try file.close()
        return path
    }

    private static func tables(of path: String) async throws -> [String] {
        try await Tool.sqlite(
            "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1", path)
    }

    @Test("the rows stay, and the copy has the tables from before")
    func upgrade() async throws {
        let folder = try TemporaryFolder()
        let path = try await Self.file(in: folder)
        try SQLiteFile.open(path, schema: Self.third).close()
        #expect(try await Tool.sqlite("SELECT x, y FROM a ORDER BY x", path) == ["one|", "two|"])
        #expect(try await Self.tables(of: path) == ["a", "b"])
        let copy =
            path + ".before-"
            + String(repeating: "0", count: 8 - String(Self.first.digest, radix: 16).count)
            + String(Self.first.digest, radix: 16)
        #expect(try await Tool.sqlite("SELECT x FROM a ORDER BY x", copy) == ["one", "two"])
        #expect(try await Self.tables(of: copy) == ["a"])
        let mode = try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        #expect(throws: StoreError.otherSchema(path: path, copy: copy)) {
            try SQLiteFile.open(path, schema: Self.first)
        }
        #expect(throws: StoreError.otherSchema(path: path)) {
            try SQLiteFile.open(path, schema: Self.second)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(!names.contains { $0.hasSuffix(".part") })
        // Back to the release from before, and forward again.
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: copy, toPath: path)
        try SQLiteFile.open(path, schema: Self.first).close()
        try SQLiteFile.open(path, schema: Self.second).close()
        try SQLiteFile.open(path, schema: Self.third).close()
        #expect(try await Self.tables(of: path) == ["a", "b"])
    }

    @Test("an upgrade that fails in the middle changes nothing")
    func failure() async throws {
        let folder = try TemporaryFolder()
        let path = try await Self.file(in: folder)
        #expect(throws: StoreError.self) { try SQLiteFile.open(path, schema: Self.broken) }
        #expect(try await Tool.sqlite("SELECT x FROM a ORDER BY x", path) == ["one", "two"])
        #expect(try await Self.tables(of: path) == ["a"])
        try SQLiteFile.open(path, schema: Self.first).close()
    }

    @Test("processes that upgrade at once do it once", .ownThreads)
    func concurrent() async throws {
        let folder = try TemporaryFolder()
        let path = try await Self.file(in: folder)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<6 {
                group.addTask {
                    try SQLiteFile.open(
                        path, schema: Self.third, lockLimit: .seconds(Deadline.seconds)
                    ).close()
                }
            }
            try await group.waitForAll()
        }
        #expect(try await Tool.sqlite("SELECT count(*) FROM a", path) == ["2"])
        #expect(try await Self.tables(of: path) == ["a", "b"])
    }

    @Test("a file that cannot be written is not upgraded, and the error says so")
    func readOnly() async throws {
        let folder = try TemporaryFolder()
        let path = try await Self.file(in: folder)
        let error = #expect(throws: StoreError.self) {
            try SQLiteFile.openReadOnly(path, schema: Self.third)
        }
        #expect(error?.cause.hasSuffix("they can only be upgraded where it can be written") == true)
    }
}
