public import FleetCore
import FleetSQL
public import FleetSettings
import Foundation
import Synchronization

/// The sources in a PostgreSQL database, which all its processes share.
///
/// They are read once, and again by ``refresh()`` and before a change. Credentials are sealed with
/// the key of a file. A change of a source's definition ends the leases of its feeds in the same
/// transaction, so no process commits what it loaded before.
public final class PostgresSourceCatalog: SourceCatalog {
    private let database: PostgresDatabase
    private let local: PreferencesFile
    private let secretFile: String?
    private let content = Mutex<SourceTable.Content?>(nil)

    /// Number of times that a change is made again because of others.
    private static let attempts = 100

    /// Creates a catalog, which reads nothing yet.
    /// - Parameters:
    ///   - local: The preferences of the home, which have the saved filters.
    ///   - secretFile: The file with the key of the credentials, if there is one.
    public init(database: PostgresDatabase, local: PreferencesFile, secretFile: String?) {
        (self.database, self.local, self.secretFile) = (database, local, secretFile)
    }

    /// Returns the preferences of the home, with the sources of the database.
    public func load() throws(PreferencesError) -> Preferences {
        preferences(try loaded().catalog)
    }

    /// Changes the sources in the database, and the saved filters in the home.
    public func update<Outcome>(
        since known: Preferences?, _ change: (inout Preferences) throws -> Outcome
    ) async throws -> Outcome {
        for _ in 0..<Self.attempts {
            let old = try await read()
            let base = preferences(old.catalog)
            var changed = base
            let outcome = try change(&changed)
            if changed.catalog != base.catalog {
                let (new, known) = (changed.catalog, old.catalog)
                let isWritten = try await write(since: old.revision) {
                    try $0.write(new, since: known)
                }
                guard isWritten else { continue }
            }
            if !changed.hasSameColors(as: base) {
                try await local.update { [changed] in $0.takeColors(of: changed) }
            }
            return outcome
        }
        throw StoreError.locked(path: database.address.shown)
    }

    /// The change of a definition ends the leases, without which nothing is committed.
    public func withLock<Outcome>(_ body: () async throws -> Outcome) async throws -> Outcome {
        try await body()
    }

    /// Reads the changes of other processes.
    public func refresh() async throws {
        let path = database.address.shown
        let known = content.withLock { $0?.revision }
        let newer = try await database.read { transaction -> SourceTable.Content? in
            let table = SourceTable(transaction: transaction)
            return try table.revision() == known ? nil : table.read(at: path)
        }
        if let newer { content.withLock { $0 = newer } }
    }

    private func loaded() throws(PreferencesError) -> SourceTable.Content {
        if let content = content.withLock(\.self) { return content }
        let path = database.address.shown
        do {
            let content = try database.read { try SourceTable(transaction: $0).read(at: path) }
            self.content.withLock { $0 = content }
            return content
        } catch let error as StoreError {
            throw .unavailable(path: path, cause: error.cause, hint: error.hint)
        } catch {
            throw .unreadable(path: path, reason: "\(error)")
        }
    }

    /// Reads the sources again.
    private func read() async throws -> SourceTable.Content {
        try await refresh()
        return try loaded()
    }

    private func preferences(_ catalog: Preferences.Catalog) -> Preferences {
        var preferences = (try? local.load()) ?? Preferences()
        preferences.catalog = catalog
        return preferences
    }

    /// Makes a change; returns whether there was no other one since the revision.
    private func write(
        since revision: Int64, _ body: @escaping @Sendable (SourceTable) throws -> Void
    ) async throws -> Bool {
        let isWritten = try await database.write { transaction in
            let table = SourceTable(transaction: transaction)
            guard try table.advance(from: revision) else { return false }
            try body(table)
            return true
        }
        if isWritten { try await refresh() }
        return isWritten
    }
}

// Credentials.
extension PostgresSourceCatalog {
    /// Checks that the key can be read and is that of the servers, if there are credentials to
    /// seal.
    public func checkStorage(of credentials: Credentials) throws {
        _ = try loaded()
        guard !credentials.isEmpty else { return }
        let seal = try seal()
        let name = database.address.shown
        let value = try database.read { transaction in
            try KeyCheck(transaction: transaction, database: name).value()
        }
        if let value { try require(seal, opening: value) }
    }

    /// Checks that all servers of the database have the same key; the first one with a key stores a
    /// value that the others must be able to open.
    ///
    /// The file is read each time, so that a key which was changed on all machines needs no
    /// restart.
    /// - Throws: `SealingError`, also without a key if the others use one; `StoreError`.
    public func checkKey() async throws {
        let name = database.address.shown
        let value = try await database.read {
            try KeyCheck(transaction: $0, database: name).value()
        }
        guard secretFile != nil else {
            if value != nil { throw SealingError.missingKey(database: name) }
            let content = try loaded()
            if let source = content.catalog.sources.first(where: { _, source in
                source.uuid.map { content.sealed[$0] != nil } ?? false
            }) {
                throw SealingError.sealed(source: source.key)
            }
            return
        }
        let seal = try seal()
        if let value { return try require(seal, opening: value) }
        try await database.write { try KeyCheck(transaction: $0, database: name).require(seal) }
    }

    private func require(_ seal: CredentialSeal, opening value: String) throws(SealingError) {
        guard KeyCheck.opens(value, with: seal) else {
            throw .otherServers(database: database.address.shown, path: seal.path)
        }
    }

    /// Reads the credentials by source name; those that cannot be opened are missing.
    public func loadCredentials() throws(PreferencesError) -> [String: Credentials] {
        let content = try loaded()
        guard !content.sealed.isEmpty, let seal = try? seal() else { return [:] }
        return seal.credentials(of: content)
    }

    /// Reads the credentials of a source.
    public func credentials(of name: String) throws -> Credentials {
        let content = try loaded()
        guard let source = content.catalog.sources[name], let uuid = source.uuid,
            let sealed = content.sealed[uuid]
        else { return Credentials() }
        guard let secretFile else { throw SealingError.sealed(source: name) }
        guard let credentials = try seal().open(sealed, of: source) else {
            throw SealingError.otherKey(source: name, path: secretFile)
        }
        return credentials
    }

    /// Changes credentials, and seals them.
    /// - Throws: `SealingError`, `StoreError`, or the error of `change`.
    public func updateCredentials<Outcome>(
        _ change: (inout [String: Credentials]) throws -> Outcome
    ) async throws -> Outcome {
        for _ in 0..<Self.attempts {
            let content = try await read()
            let old =
                content.sealed.isEmpty ? [:] : (try? seal())?.credentials(of: content) ?? [:]
            var new = old
            let outcome = try change(&new)
            let changes = try sealed(new, since: old, content)
            guard !changes.isEmpty else { return outcome }
            let seal = changes.values.contains { $0 != nil } ? try seal() : nil
            let name = database.address.shown
            let isWritten = try await write(since: content.revision) { table in
                if let seal {
                    try KeyCheck(transaction: table.transaction, database: name).require(seal)
                }
                for (uuid, sealed) in changes { try table.setCredentials(sealed, of: uuid) }
            }
            if isWritten { return outcome }
        }
        throw StoreError.locked(path: database.address.shown)
    }

    private func seal() throws(SealingError) -> CredentialSeal {
        try CredentialSeal(keyFile: secretFile)
    }

    /// Returns the values to store for the credentials that differ; `nil` for none.
    private func sealed(
        _ new: [String: Credentials], since old: [String: Credentials],
        _ content: SourceTable.Content
    ) throws -> [UUID: String?] {
        var changes: [UUID: String?] = [:]
        for name in Set(new.keys).union(old.keys) where new[name] != old[name] {
            guard let source = content.catalog.sources[name], let uuid = source.uuid else {
                continue
            }
            changes[uuid] = .some(try new[name].map { try seal().seal($0, of: source) })
        }
        return changes
    }
}
