public import FleetSQL
import Foundation
import GRDB
import POSIX
import SystemPackage

/// Copies of the databases of a home, while others write them.
public enum SQLiteCopy {
    /// Copies `fleet.sqlite` or `team.sqlite`, with all that is committed at one moment, into a new
    /// file, which only its owner may read.
    ///
    /// A database of an earlier release is upgraded first, as by every command.
    /// - Returns: Whether there is such a file, and it is not empty.
    /// - Throws: `StoreError`, such as `.corrupt` for a damaged file.
    public static func make(
        of database: HomeDatabase, at path: String, to copy: String
    ) throws(StoreError) -> Bool {
        guard FileSystem.exists(FilePath(path)) else { return false }
        let file: SQLiteFile
        do throws(StoreError) {
            file = try SQLiteFile.open(path, schema: database.schema)
        } catch .unwritable {
            file = try SQLiteFile.openReadOnly(path, schema: database.schema)
        }
        return try SQLiteConnection.throwingStoreError(at: path) {
            try file.close()
            try DatabaseFileCopy.write(path, to: copy)
            let queue = try DatabaseQueue(path: copy)
            try queue.inDatabase { try requireWhole($0, at: path) }
            try queue.close()
            return true
        }
    }

    /// Prepares a database that was restored from a backup, which may be hostile: upgrades it if an
    /// earlier release made it, checks that it is whole and has the tables of this version and
    /// nothing else, and gives the streams of changes new UUIDs, because their numbers will be used
    /// again for other changes.
    /// - Throws: `StoreError`, such as `.otherSchema` for one of a later version.
    public static func prepareRestored(
        _ database: HomeDatabase, at path: String
    ) throws(StoreError) {
        let queue = try SQLiteConnection.open(path, schema: database.schema)
        try SQLiteConnection.throwingStoreError(at: path) {
            try queue.inDatabase { connection in
                try requireWhole(connection, at: path)
                try database.schema.requireTables(in: connection, at: path)
                guard database == .store else { return }
                let streams = try Int64.fetchAll(
                    connection, sql: "SELECT source FROM change_stream")
                try connection.inTransaction(.immediate) {
                    for stream in streams {
                        try connection.execute(
                            sql: "UPDATE change_stream SET uuid = ? WHERE source = ?",
                            arguments: [UUID().uuidString.lowercased(), stream])
                    }
                    return .commit
                }
                // All is in the file itself then.
                try connection.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
            }
            try queue.close()
        }
    }

    /// Throws `StoreError.corrupt` for a damaged file
    /// (https://sqlite.org/pragma.html#pragma_quick_check).
    private static func requireWhole(_ connection: Database, at path: String) throws {
        guard try String.fetchAll(connection, sql: "PRAGMA quick_check(1)") == ["ok"] else {
            throw StoreError.corrupt(path: path)
        }
    }
}

/// A database in a file of a home.
public enum HomeDatabase: CaseIterable, Sendable {
    /// `fleet.sqlite`: vehicles, sites, events and histories.
    case store
    /// `team.sqlite`: people, favorites, notes and views.
    case team

    /// The schema of the file.
    var schema: Schema {
        switch self {
        case .store: .fleet
        case .team: .team
        }
    }
}
