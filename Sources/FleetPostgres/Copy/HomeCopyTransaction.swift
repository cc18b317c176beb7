import FleetCore
import FleetSQL
import FleetSettings
import Foundation

/// The transaction of a copy of a home.
struct HomeCopyTransaction {
    let transaction: PostgresTransaction
    /// The address of the database, for errors.
    let database: String
    let home: HomeContent
    /// The key of credentials; `nil` if the home has none.
    let seal: CredentialSeal?

    /// The setting with the digest of the rows after the last copy.
    private static let mark = "home_copy"

    /// The copied kinds of rows that the database has.
    private struct Content {
        let team: TeamContent
        let sources: SourceTable.Content
        /// The SHA-256 of both.
        let digest: String
    }

    func run() throws -> HomeCopyReport {
        try requireOwner()
        if let seal { try requireKey(seal) }
        let old = try content()
        let kinds = try changes(since: old)
        let isCurrent = kinds.allSatisfy(\.isUnchanged)
        let isNew = old.team.isNew && old.sources.catalog.sources.isEmpty
        if !isCurrent {
            let isUntouched = try settings.value(Self.mark) == old.digest
            guard isNew || isUntouched else { throw foreignContent(old, kinds) }
            try write(since: old.sources)
        }
        let new = try content()
        let different = try changes(since: new).filter { !$0.isUnchanged }
        guard different.isEmpty else {
            throw HomeCopyError.different(database: database, contents: different.map(\.contents))
        }
        let written = try writeSettings(replacing: isNew)
        if let seal { try keyCheck.replace(with: seal) }
        if try settings.value(Self.mark) != new.digest {
            try settings.set(Self.mark, new.digest)
        }
        return HomeCopyReport(kinds: kinds + [written])
    }

    private var settings: ServerSettingTable { ServerSettingTable(transaction: transaction) }
    private var keyCheck: KeyCheck { KeyCheck(transaction: transaction, database: database) }
    private var sourceTable: SourceTable { SourceTable(transaction: transaction) }

    private func content() throws -> Content {
        let team = try asOwner { try TeamContent(reading: transaction) }
        let sources = try sourceTable.read(at: database)
        let digest = SHA256.hex(
            Array((team.digests + [try sources.digest]).joined(separator: "\n").utf8))
        return Content(team: team, sources: sources, digest: digest)
    }

    /// Checks that the login may copy passwords, as only the owner of the tables may.
    private func requireOwner() throws {
        var (user, isOwner) = ("", false)
        try transaction.rows(
            of: "SELECT current_user::text, pg_has_role('fleet_team_owner', 'MEMBER')"
        ) { (user, isOwner) = ($0.text(0) ?? "", $0.boolean(1) == true) }
        guard isOwner else { throw HomeCopyError.notOwner(database: database, user: user) }
    }

    /// Checks that servers of the database, if there are any, use the same key.
    private func requireKey(_ seal: CredentialSeal) throws {
        if let value = try keyCheck.value(), !KeyCheck.opens(value, with: seal) {
            throw SealingError.otherServers(database: database, path: seal.path)
        }
    }

    /// Runs `body` in the role that may read and write everything of the team.
    private func asOwner<T>(_ body: () throws -> T) throws -> T {
        try transaction.run("SET LOCAL ROLE fleet_team_owner")
        let result = try body()
        try transaction.run("SET LOCAL ROLE NONE")
        return result
    }

    /// Writes the team, the sources and their credentials.
    private func write(since old: SourceTable.Content) throws {
        try asOwner { try home.team.write(to: transaction) }
        guard try sourceTable.advance(from: old.revision) else {
            throw StoreError.locked(path: database)
        }
        try sourceTable.write(try home.catalog(replacing: old.catalog), since: old.catalog)
        let new = try sourceTable.read(at: database)
        let known = seal?.credentials(of: new) ?? [:]
        for (name, source) in new.catalog.sources {
            guard let uuid = source.uuid else { continue }
            let credentials = home.credentials[name]
            // Those that the key does not open are sealed again, too.
            let isSealed = credentials == nil ? new.sealed[uuid] == nil : known[name] == credentials
            guard !isSealed else { continue }
            try sourceTable.setCredentials(
                try credentials.flatMap { try seal?.seal($0, of: source) }, of: uuid)
        }
    }

    /// Writes the settings of the server: all into a new database, otherwise those that are
    /// missing, because each start of a server may change them.
    private func writeSettings(replacing isNew: Bool) throws -> HomeCopyReport.Kind {
        var (added, changed) = (0, 0)
        for (setting, value) in home.settings {
            let old = try settings.value(setting.storedName)
            guard old == nil || (isNew && old != value) else { continue }
            try settings.set(setting.storedName, value)
            if old == nil { added += 1 } else { changed += 1 }
        }
        return HomeCopyReport.Kind(
            contents: "settings", count: home.settings.count, added: added, changed: changed,
            removed: 0, digest: nil)
    }

    /// Returns the error of a database that has something that would be lost.
    private func foreignContent(
        _ old: Content, _ kinds: [HomeCopyReport.Kind]
    ) -> HomeCopyError {
        let users = old.team.users(missingIn: home.team)
        if !users.isEmpty { return .otherUsers(database: database, names: users) }
        let known = Set(home.sources.values.compactMap(\.uuid))
        let sources = old.sources.catalog.sources.filter {
            !known.contains($0.value.uuid ?? UUID())
        }
        if !sources.isEmpty {
            return .otherSources(
                database: database, names: sources.keys.sorted(by: ByteOrder.precedes))
        }
        return .otherContent(
            database: database, contents: kinds.filter { !$0.isUnchanged }.map(\.contents))
    }
}

// Comparison of the sources.
extension HomeCopyTransaction {
    /// Returns the changes that make the database equal to the home.
    private func changes(since old: Content) throws -> [HomeCopyReport.Kind] {
        let catalog = try home.catalog(replacing: old.sources.catalog)
        let sources = HomeCopyReport.Kind(
            "sources", from: old.sources.catalog.byUUID, to: catalog.byUUID,
            digest: try catalog.digest)
        let opened = seal?.credentials(of: old.sources) ?? [:]
        var known: [String: Credentials?] = [:]
        for (name, source) in old.sources.catalog.sources {
            guard let uuid = source.uuid, old.sources.sealed[uuid] != nil else { continue }
            known[name] = .some(opened[name])
        }
        let credentials = HomeCopyReport.Kind(
            "credentials", from: known, to: home.credentials.mapValues(Optional.some), digest: nil)
        return home.team.changes(since: old.team) + [sources, credentials]
    }
}

extension HomeCopyReport.Kind {
    /// Compares the rows of the database with the new ones.
    fileprivate init<Key: Hashable, Value: Equatable>(
        _ contents: String, from old: [Key: Value], to new: [Key: Value], digest: String?
    ) {
        self.init(
            contents: contents, count: new.count,
            added: new.keys.count { old[$0] == nil },
            changed: new.count { old[$0.key] != nil && old[$0.key] != $0.value },
            removed: old.keys.count { new[$0] == nil }, digest: digest)
    }
}

/// A source with its name.
private struct NamedSource: Equatable {
    let name: String
    let isDefault: Bool
    let source: Source
}

extension Preferences.Catalog {
    fileprivate var byUUID: [UUID: NamedSource] {
        Dictionary(
            sources.compactMap { name, source in
                source.uuid.map {
                    ($0, NamedSource(name: name, isDefault: name == defaultSource, source: source))
                }
            }, uniquingKeysWith: { first, _ in first })
    }

    /// The SHA-256 of the sources and of the name of the default source.
    fileprivate var digest: String {
        get throws {
            let lines = try sources.sorted { ByteOrder.precedes($0.key, $1.key) }.map {
                name, source in
                "\(name) \(source.uuid?.uuidString ?? "") \(try source.settingsText)"
            }
            return SHA256.hex(
                Array((lines + [defaultSource ?? ""]).joined(separator: "\n").utf8))
        }
    }
}

extension SourceTable.Content {
    /// The SHA-256 of the sources and their sealed credentials.
    fileprivate var digest: String {
        get throws {
            let sealed = sealed.map { $0.key.uuidString + " " + $0.value }.sorted()
            return SHA256.hex(
                Array(([try catalog.digest] + sealed).joined(separator: "\n").utf8))
        }
    }
}

extension HomeContent {
    /// Returns the sources of the home as a database stores them.
    ///
    /// Those that only the database has are removed, with what is stored about them.
    fileprivate func catalog(
        replacing old: Preferences.Catalog
    ) throws -> Preferences.Catalog {
        var catalog = Preferences.Catalog()
        for (name, source) in sources {
            var stored = Source(settingsText: try source.settingsText)
            stored?.uuid = source.uuid
            catalog.sources[name] = stored ?? source
        }
        catalog.defaultSource = defaultSource.flatMap { sources[$0] == nil ? nil : $0 }
        catalog.defaultHistory = defaultHistory
        let uuids = Set(sources.values.compactMap(\.uuid))
        catalog.pendingRemovals = old.pendingRemovals.filter { !uuids.contains($0.key) }
        for uuid in old.sources.values.compactMap(\.uuid) where !uuids.contains(uuid) {
            catalog.pendingRemovals[uuid] = .everything
        }
        return catalog
    }
}
