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
        _ name: String, as id: UUID, at location: Location, _ settings: SourceEdit
    ) async throws -> SourceFindings? {
        var settings = settings
        settings.location = location
        try prepare(&settings)
        var credentials = settings.credentials ?? Credentials()
        var source = try settings.changed(Source(location: location, uuid: id))
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
        if let check {
            await SourceChecker(in: context).store(check, of: source, named: name, credentials)
        }
        try await pool.reload()
        return check.flatMap(SourceFindings.init)
    }

    func change(
        _ source: UUID, _ edit: SourceEdit, removesHistory: Bool
    ) async throws -> SourceFindings? {
        var edit = edit
        try prepare(&edit)
        let apply = { @Sendable [edit] (preferences: inout Preferences) in
            let edited = try edit.apply(to: preferences.name(of: source), in: &preferences)
            guard removesHistory || !edited.losesHistory else {
                throw SourceChangeError.removesHistory
            }
            return edited
        }
        let catalog = try context.sourceCatalog()
        var (preferences, credentials) = (try catalog.load(), edit.credentials ?? Credentials())
        let planned = try edit.apply(to: preferences.name(of: source), in: &preferences)
        var check: SourceCheck?
        if planned.isRead {
            if edit.credentials == nil {
                credentials = try planned.presentCredentials(in: catalog.loadCredentials())
            }
            try checkStorage(of: credentials)
            guard removesHistory || !planned.losesHistory else {
                throw SourceChangeError.removesHistory
            }
            check = try await self.check(planned.new, planned.name, credentials)
        }
        _ = try await SourceEditor(in: context).save(
            edit, check, credentials, apply: apply)
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
        await SourceRemoval(in: context).notifyLeaders(
            of: SourceKey(source, definition: removed.definition))
        try await SourceRemoval(in: context).finish()
        try await pool.reload()
    }
}

extension HomeSourceAdministration {
    /// Checks the location of a change, and separates its secrets.
    private func prepare(_ edit: inout SourceEdit) throws {
        if let location = edit.location { try Self.check(location) }
        edit.separateSecrets(newRevision: context.newUUID())
    }

    private static func check(_ location: Location) throws {
        // Nobody can have typed it: it is the present one.
        guard location != .inventory else { return }
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
            return try await SourceChecker(in: context).check(
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
}

extension SourceFindings {
    init?(_ check: SourceCheck) {
        guard let feed = check.feed else { return nil }
        self.init(
            format: feed.format, systemName: feed.systemName, vehicles: check.vehicleCount,
            sites: check.siteCount, notices: check.notices)
    }
}
