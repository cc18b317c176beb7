import Foundation
import Testing

@testable import FleetSQL
@testable import FleetSQLite

@Suite("Marks of commits")
struct CommitMarkTests {
    private static let insertion = "INSERT INTO notice (source, name) VALUES ('s', 'n')"

    @Test("a mark differs after each commit of any process, and stays the same without one")
    func commits() async throws {
        let folder = try StoreFolder()
        let file = try SQLiteFile.open(folder.file)
        let first = try #require(file.mark())
        _ = try file.read { try $0.rows("SELECT name FROM notice", []) { $0.text(0) } }
        #expect(file.mark() == first)
        try await file.write(durably: false) { transaction in
            _ = try transaction.execute(Self.insertion, [])
            // A commit that is being written hides the mark no more than it changes it.
            #expect(file.mark() == first)
        }
        let second = try #require(file.mark())
        #expect(second != first && file.mark() == second)
        _ = try folder.sqlite3("DELETE FROM notice")
        let third = try #require(file.mark())
        #expect(third != second)
        _ = try folder.sqlite3("PRAGMA wal_checkpoint(TRUNCATE);" + Self.insertion)
        #expect(try #require(file.mark()) != third)
    }

    @Test("two connections have no mark in common, since each counts from its own start")
    func connections() throws {
        let folder = try StoreFolder()
        _ = try SQLiteFile.open(folder.file)
        let marks = try (1...2).map { _ in try #require(DataVersion(at: folder.file)?.mark()) }
        #expect(marks[0] != marks[1])
    }

    @Test("a database in memory, and a file without a write-ahead log, have no mark")
    func unknown() throws {
        #expect(try SQLiteFile.inMemory().mark() == nil)
        let folder = try StoreFolder()
        _ = try folder.sqlite3("CREATE TABLE t (x)")
        #expect(DataVersion(at: folder.file) == nil)
        #expect(DataVersion(at: folder.path + "/none") == nil)
    }
}
