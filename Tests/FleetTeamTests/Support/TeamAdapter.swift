import FleetSQL
import FleetSQLite
import FleetTestSupport
import Foundation
import Testing

/// A database under test: all contract tests run on each of ``all``.
struct TeamAdapter: Sendable, CustomTestStringConvertible {
    let name: String
    /// Returns a new, empty database, which is removed when the returned value is.
    let make: @Sendable () throws -> any TeamDatabase

    var testDescription: String { name }

    static let all = [
        TeamAdapter(name: "SQLite") { try TemporaryTeamDatabase() },
        TeamAdapter(name: "PostgreSQL") { try PostgresTeam() },
    ]
}

/// A team database in a temporary folder.
final class TemporaryTeamDatabase: ForwardingTeamDatabase {
    let path: String
    var inner: any TeamDatabase { database }
    private let database: SQLiteTeamDatabase

    init() throws {
        // Each write is synchronized, which takes long on a disk.
        let memory = "/dev/shm/"
        let parent =
            FileManager.default.isWritableFile(atPath: memory) ? memory : NSTemporaryDirectory()
        let folder = parent + "fleet-team-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false)
        path = folder + "/team.sqlite"
        database = try SQLiteTeamDatabase(path: path, lockLimit: .seconds(Deadline.seconds))
    }

    deinit {
        try? database.close()
        let folder = URL(filePath: path).deletingLastPathComponent()
        try? FileManager.default.removeItem(at: folder)
    }
}
