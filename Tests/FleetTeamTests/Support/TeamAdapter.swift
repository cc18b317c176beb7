import FleetStore
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
final class TemporaryTeamDatabase: TeamDatabase {
    let path: String
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
        database = try SQLiteTeamDatabase(path: path)
    }

    deinit {
        try? database.close()
        let folder = URL(filePath: path).deletingLastPathComponent()
        try? FileManager.default.removeItem(at: folder)
    }

    func read<T: Sendable>(
        as role: TeamDatabaseRole, of data: TeamDatabaseData,
        _ body: @escaping @Sendable (any SQLTransaction) throws -> T
    ) async throws -> T {
        try await database.read(as: role, of: data, body)
    }

    func write<T: Sendable>(
        as role: TeamDatabaseRole, _ body: @escaping @Sendable (any SQLTransaction) throws -> T
    ) async throws -> T {
        try await database.write(as: role, body)
    }

    func mark() -> CommitMark? { database.mark() }
}
