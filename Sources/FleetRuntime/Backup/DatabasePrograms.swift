import FleetCore
import FleetPostgres
import FleetSettings
import POSIX
import Subprocess

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// The programs of PostgreSQL that back up and restore a database.
///
/// They know how to do this with every version of the server; a copy of their work would not.
struct DatabasePrograms {
    private let context: CommandContext
    private let connection: String
    private let environment: [String: String]
    private let lock: FileLock

    /// - Parameter lock: The lock of the backup or restore. The programs hold it too, as their
    ///   standard output, which they do not use: one that goes on after this process was killed
    ///   would change the database, or read the files, of the next restore.
    /// - Throws: `CommandError.usage` for an address with the password of a key.
    init(
        _ address: PostgresAddress, in context: CommandContext, holding lock: FileLock
    ) throws {
        guard !address.hasKeyPassword else {
            throw CommandError.usage(
                "the address of the database has sslpassword, which the programs of PostgreSQL "
                    + "would show in lists of processes",
                hint: "leave it out, and name a key without a password in sslkey")
        }
        (self.context, self.lock) = (context, lock)
        let (connection, password) = address.forPrograms
        self.connection = connection
        var environment = context.environment
        if let password { environment["PGPASSWORD"] = password }
        // Each table that is replaced would be a notice.
        environment["PGOPTIONS", default: ""] += " -c client_min_messages=warning"
        self.environment = environment
    }

    /// Returns the digest of the tables in the database.
    /// - Throws: `BackupError`.
    func schemaDigest() async throws -> String {
        try await text(of: DatabaseTables.digestQuery)
    }

    /// Whether the database has tables of the program, whichever version they are of.
    /// - Throws: `BackupError`.
    func hasTables() async throws -> Bool {
        try await text(
            of: "SELECT to_regnamespace('\(DatabaseTables.schema)') IS NOT NULL") == "t"
    }

    /// Writes a dump of the tables and one of the roles, without their passwords, into a folder.
    /// - Throws: `BackupError`.
    func dump(to folder: FilePath) async throws {
        try await run(
            "pg_dump",
            [
                "--dbname=\(connection)", "--format=custom", "--schema=\(DatabaseTables.schema)",
                "--file=\(folder.appending("database.dump"))", "--no-password",
            ], isRestore: false)
        try await run(
            "pg_dumpall",
            [
                "--dbname=\(connection)", "--roles-only", "--no-role-passwords", "--no-password",
                "--file=\(folder.appending("roles.sql"))",
            ], isRestore: false)
    }

    /// Restores the tables from a folder, in one transaction, in place of those that are there.
    /// - Throws: `BackupError`.
    func restore(from folder: FilePath) async throws {
        let script = folder.appending("database.sql")
        try await run(
            "pg_restore", ["--file=\(script)", "\(folder.appending("database.dump"))"],
            isRestore: true)
        try await run(
            "psql",
            Self.quiet + [
                "--dbname=\(connection)", "--single-transaction", "--output=/dev/null",
                "--command=DROP SCHEMA IF EXISTS \(DatabaseTables.schema) CASCADE",
                "--file=\(script)", "--command=\(DatabaseTables.renewStreams)",
            ], isRestore: true)
    }

    private static let quiet = [
        "--no-psqlrc", "--quiet", "--no-password", "--set=ON_ERROR_STOP=1",
    ]

    /// Returns the one value of a query.
    private func text(of query: String) async throws -> String {
        let program = try await program(
            "psql", Self.quiet + ["--dbname=\(connection)", "-At", "--command=\(query)"])
        let limits = Program.Limits(
            time: .seconds(60), gracePeriod: .seconds(1), cancellationGracePeriod: .seconds(1))
        if let bytes = await program.output(input: [], maxBytes: 4096, limits: limits) {
            let text = String(decoding: bytes, as: UTF8.self)
            return String(text.prefix { $0 != "\n" })
        }
        // Again, with its messages.
        try await run(program, output: .standardOutput, isRestore: false)
        return ""
    }

    private func run(_ name: String, _ arguments: [String], isRestore: Bool) async throws {
        try await run(
            try await program(name, arguments), output: lock.descriptor, isRestore: isRestore)
    }

    private func run(
        _ program: Program, output: FileDescriptor, isRestore: Bool
    ) async throws {
        guard try await program.runInForeground(output: output).isSuccess else {
            throw BackupError.programFailed(name: program.name, isRestore: isRestore)
        }
    }

    private func program(_ name: String, _ arguments: [String]) async throws -> Program {
        let program = Program(name: name, arguments: arguments, environment: environment)
        do {
            _ = try await program.path
        } catch {
            throw BackupError.programMissing(name: name)
        }
        return program
    }
}
