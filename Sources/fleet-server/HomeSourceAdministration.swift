import FleetCore
import FleetFeeds
import FleetRuntime
import FleetServer
import FleetSettings
import Foundation

/// Changes of the sources of this home, or of the database, that administrators make in the
/// browser.
///
/// They are those of `fleet source`. Each returns when the pool has it.
struct HomeSourceAdministration: SourceAdministration {
    /// Time for which the feed of a source is read before it is saved.
    private static let checkLimit = Duration.seconds(9)

    let context: CommandContext
    let pool: SourcePool

    func add(
        _ name: String, as id: UUID, at location: Location, _ credentials: Credentials,
        rotation: IDRotation?, provider: Source.Provider, history: HistoryChoice?,
        publicHostsOnly: Bool
    ) async throws -> SourceFindings? {
        try Self.check(location)
        let (location, secrets) = location.separatingSecrets
        var credentials = credentials.merging(secrets)
        if !credentials.isEmpty { credentials.revision = context.newUUID() }
        var source = Source(location: location, rotation: rotation)
        source.credentialsRevision = credentials.revision
        (source.provider, source.publicHostsOnly) = (provider, publicHostsOnly)
        source.ownHistory = history
        source.uuid = id
        try checkStorage(of: credentials)
        let known = try context.sourceCatalog().load().sources[name]
        guard known == nil || known?.uuid == id else { throw SourceChangeError.nameTaken }
        let check = try await check(source, name, credentials)
        source = try await context.sourceCatalog().update { [source] preferences in
            if let known = preferences.sources[name] {
                guard known.uuid == id else { throw SourceChangeError.nameTaken }
                return known
            }
            // The default stays, also where it is only the first name.
            if preferences.hasOnlyPlaceholder {
                preferences.defaultSource = name
            } else if preferences.defaultSource == nil {
                preferences.defaultSource = preferences.sourceNames.first ?? name
            }
            preferences.set(source, named: name, newUUID: UUID())
            return source
        }
        // An earlier request may have ended before it came to the credentials.
        credentials.revision = source.credentialsRevision
        try await context.sourceCatalog().updateCredentials { [credentials] all in
            guard all[name]?.revision != credentials.revision || credentials.isEmpty else { return }
            all[name] = credentials.isEmpty ? nil : credentials
        }
        if let check { await context.store(check, of: source, named: name, credentials) }
        try await pool.reload()
        return check.flatMap(SourceFindings.init)
    }

    func setLocation(
        _ location: Location, _ given: Credentials?, provider: Source.Provider?, of uuid: UUID,
        publicHostsOnly: Bool, removesHistory: Bool
    ) async throws -> SourceFindings? {
        try Self.check(location)
        let (location, secrets) = location.separatingSecrets
        let catalog = try context.sourceCatalog()
        let preferences = try catalog.load()
        guard let name = preferences.name(of: uuid), let old = preferences.sources[name] else {
            throw SourceChangeError.notFound
        }
        var new = old
        var credentials = (given ?? Credentials()).merging(secrets)
        (new.location, new.publicHostsOnly) = (location, publicHostsOnly)
        new.provider = provider ?? old.provider
        let isReplaced = given != nil || !secrets.isEmpty
        if isReplaced {
            credentials.revision = credentials.isEmpty ? nil : context.newUUID()
            new.credentialsRevision = credentials.revision
        } else {
            credentials = try presentCredentials(of: name, old, at: location)
        }
        try checkStorage(of: credentials)
        guard removesHistory || !old.losesHistory(as: new) else {
            throw SourceChangeError.removesHistory
        }
        let check = try await check(new, name, credentials)
        let changed = try await catalog.update { [new] preferences in
            guard let name = preferences.name(of: uuid), var source = preferences.sources[name]
            else { throw SourceChangeError.notFound }
            (source.location, source.publicHostsOnly) = (new.location, new.publicHostsOnly)
            source.provider = provider ?? source.provider
            source.credentialsRevision = new.credentialsRevision
            preferences.sources[name] = source
            return (name: name, source: source)
        }
        if isReplaced {
            try await catalog.updateCredentials { [credentials] in
                $0[changed.name] = credentials.isEmpty ? nil : credentials
            }
        }
        // Stored data stays as long as the source would load the same.
        if old.definition != changed.source.definition { try await context.forget(old) }
        if let check {
            await context.store(check, of: changed.source, named: changed.name, credentials)
        }
        try await pool.reload()
        return check.flatMap(SourceFindings.init)
    }

    func setDefault(_ source: UUID) async throws {
        try await context.sourceCatalog().update { preferences in
            guard let name = preferences.name(of: source) else { throw SourceChangeError.notFound }
            preferences.defaultSource = name
        }
        try await pool.reload()
    }

    func rename(_ source: UUID, to name: String) async throws {
        try checkStorage(of: Credentials())
        let old = try await context.sourceCatalog().update { preferences in
            guard let old = preferences.name(of: source) else { throw SourceChangeError.notFound }
            guard preferences.sources[name] == nil else { throw SourceChangeError.nameTaken }
            preferences.rename(old, to: name)
            return old
        }
        try await context.sourceCatalog().updateCredentials { all in
            if let credentials = all.removeValue(forKey: old) { all[name] = credentials }
        }
        try await pool.reload()
    }

    func remove(_ source: UUID) async throws {
        let (name, removed) = try await context.sourceCatalog().update { preferences in
            // Notes stay in the home: people's, and those of its own command line.
            guard let name = preferences.name(of: source),
                let removed = preferences.remove(name, .snapshots)
            else { throw SourceChangeError.notFound }
            return (name, removed)
        }
        try await context.sourceCatalog().updateCredentials { $0[name] = nil }
        await context.notifyLeaders(of: SourceKey(source, definition: removed.definition))
        try await context.finishRemovals()
        try await pool.reload()
    }

    func setPublications(
        _ publications: Set<Source.Publication>, of source: UUID
    ) async throws {
        try await context.sourceCatalog().update { preferences in
            guard let name = preferences.name(of: source) else { throw SourceChangeError.notFound }
            preferences.sources[name]?.publications = publications
        }
        try await pool.reload()
    }

    func setAttention(_ rules: AttentionRules, of source: UUID) async throws {
        try await context.sourceCatalog().update { preferences in
            guard let name = preferences.name(of: source) else { throw SourceChangeError.notFound }
            preferences.sources[name]?.attention = rules
        }
        try await pool.reload()
    }

    func changeCheck(
        of source: UUID, _ change: @Sendable @escaping (inout CheckSettings) -> Void
    ) async throws {
        try await context.sourceCatalog().update { preferences in
            guard let name = preferences.name(of: source),
                var settings = preferences.sources[name]?.check
            else { throw SourceChangeError.notFound }
            change(&settings)
            preferences.sources[name]?.check = settings
        }
        try await pool.reload()
    }

    func setHistory(
        _ history: HistoryChoice?, of source: UUID, removesHistory: Bool
    ) async throws {
        let (old, new) = try await context.sourceCatalog().update { preferences in
            guard let name = preferences.name(of: source), let old = preferences.sources[name]
            else { throw SourceChangeError.notFound }
            var new = old
            new.ownHistory = history
            guard removesHistory || !old.losesHistory(as: new) else {
                throw SourceChangeError.removesHistory
            }
            preferences.sources[name] = new
            return (old, new)
        }
        if old.history != new.history { try await context.changeHistory(of: old) }
        try await pool.reload()
    }
}

extension HomeSourceAdministration {
    private static func check(_ location: Location) throws {
        do {
            try ResolvedSource.checkLocation(location, location.description) { _ in true }
        } catch {
            throw SourceChangeError.refused(cause: error.cause, hint: error.hint)
        }
        do {
            try location.checkSimulation()
        } catch {
            throw SourceChangeError.refused(cause: error.cause, hint: error.hint)
        }
    }

    private func checkStorage(of credentials: Credentials) throws {
        do {
            try context.sourceCatalog().checkStorage(of: credentials)
        } catch let error as SealingError {
            throw SourceChangeError.refused(cause: error.cause, hint: error.hint)
        }
    }

    /// Reads the feed of a source that is about to be saved.
    private func check(
        _ source: Source, _ name: String, _ credentials: Credentials
    ) async throws -> SourceCheck? {
        do {
            return try await context.check(
                source, named: name, credentials, within: context.limit(Self.checkLimit))
        } catch let failure as FeedFailure {
            throw SourceChangeError.refused(
                cause: failure.cause, hint: source.provider.formHint(for: failure))
        } catch let error as CancellationError {
            if Task.isCancelled { throw error }
            throw SourceChangeError.refused(
                cause: "the feed was not read within 9 seconds",
                hint: "try again, or use `fleet source` on the machine, which waits longer")
        }
    }

    /// Returns the credentials of a source, which it continues to use at another address.
    /// - Throws: `SourceChangeError` if they would go to an origin that they were not entered for.
    private func presentCredentials(
        of name: String, _ old: Source, at location: Location
    ) throws -> Credentials {
        guard let own = try context.sourceCatalog().loadCredentials()[name], !own.isEmpty,
            own.revision == old.credentialsRevision
        else { return Credentials() }
        guard
            !location.isWeb || location == old.location
                || location.hasSameOrigin(as: old.location)
        else {
            throw SourceChangeError.refused(
                cause: "the credentials of \(name) are not for the new address",
                hint: "enter those of the new address with it")
        }
        return own
    }
}

extension SourceFindings {
    init?(_ check: SourceCheck) {
        guard let feed = check.feed else { return nil }
        self.init(
            format: feed.format, systemName: feed.systemName, vehicles: check.vehicleCount,
            sites: check.siteCount, notices: check.notices)
    }
}
