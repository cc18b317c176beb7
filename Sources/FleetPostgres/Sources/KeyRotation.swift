import FleetCore
import FleetSQL
import FleetSettings

/// Replaces the key of the servers of a database: all credentials are sealed with another one, in
/// one transaction.
///
/// A server that still has the old key then is not ready, until its file is replaced.
public struct KeyRotation: Sendable {
    private let database: PostgresDatabase
    private let oldFile: String?

    /// The outcome of a rotation.
    public struct Report: Equatable, Sendable {
        /// Number of sources whose credentials were sealed with the new key.
        public var sealed = 0
        /// Names of the sources whose credentials were removed, because the old key does not open
        /// them.
        public var discarded: [String] = []
    }

    /// Prepares a rotation.
    /// - Parameter secretFile: The file with the old key; `nil` if there is none.
    public init(in database: PostgresDatabase, secretFile: String?) {
        (self.database, oldFile) = (database, secretFile)
    }

    /// Seals everything with the key of another file.
    ///
    /// If the servers use that key already, nothing changes.
    /// - Parameter discards: Whether credentials that the old key does not open are removed.
    /// - Throws: `SealingError`, `StoreError`; the database is unchanged.
    public func run(to newFile: String, discarding discards: Bool) async throws -> Report {
        let new = try CredentialSeal(keyFile: newFile)
        // With `discards`, the old key may be lost.
        let old = discards ? try? CredentialSeal(keyFile: oldFile) : try oldSeal()
        let name = database.address.shown
        return try await database.write { transaction in
            let check = KeyCheck(transaction: transaction, database: name)
            // Locks the sources, so that no other process seals anything meanwhile, and makes the servers
            // read the credentials again.
            try transaction.execute("UPDATE source_catalog SET revision = revision + 1", [])
            let value = try check.value()
            if let value {
                if KeyCheck.opens(value, with: new) { return Report() }
                let isOpened = old.map { KeyCheck.opens(value, with: $0) } ?? false
                guard isOpened || discards else {
                    throw old.map { SealingError.otherServers(database: name, path: $0.path) }
                        ?? .missingKey(database: name)
                }
            }
            let report = try Self.seal(
                from: old, to: new, SourceTable(transaction: transaction), at: name, discards)
            try check.replace(with: new)
            return report
        }
    }

    private func oldSeal() throws(SealingError) -> CredentialSeal? {
        oldFile == nil ? nil : try CredentialSeal(keyFile: oldFile)
    }

    private static func seal(
        from old: CredentialSeal?, to new: CredentialSeal, _ table: SourceTable,
        at database: String, _ discards: Bool
    ) throws -> Report {
        var report = Report()
        let content = try table.read(at: database)
        for (name, source) in content.catalog.sources.sorted(by: { $0.key < $1.key }) {
            guard let uuid = source.uuid, let sealed = content.sealed[uuid] else { continue }
            if let credentials = old?.open(sealed, of: source) {
                try table.setCredentials(try new.seal(credentials, of: source), of: uuid)
                report.sealed += 1
            } else if discards {
                try table.setCredentials(nil, of: uuid)
                report.discarded.append(name)
            } else {
                throw old.map { SealingError.otherKey(source: name, path: $0.path) }
                    ?? .sealed(source: name)
            }
        }
        return report
    }
}
