import FleetCore
import FleetFeeds
import FleetServer
import FleetSession
import FleetStore
import Foundation

/// Changes of the sources of this home that administrators make in the browser.
///
/// They are those of `fleet source`, in the same files; the pool of sources notices them.
struct HomeSourceAdministration: SourceAdministration {
    let context: CommandContext

    func add(
        _ name: String, at location: Location, rotation: IDRotation?, publicHostsOnly: Bool
    ) async throws {
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
        let (location, secrets) = location.separatingSecrets
        var credentials = secrets
        if !credentials.isEmpty { credentials.revision = context.newUUID() }
        var source = Source(location: location, rotation: rotation)
        source.credentialsRevision = credentials.revision
        source.publicHostsOnly = publicHostsOnly
        let newUUID = context.newUUID()
        do {
            try context.sourceCatalog().checkStorage(of: credentials)
        } catch let error as SealingError {
            throw SourceChangeError.refused(cause: error.cause, hint: error.hint)
        }
        try await context.sourceCatalog().update { [source] preferences in
            guard preferences.sources[name] == nil else { throw SourceChangeError.nameTaken }
            if preferences.adoptsNextSource { preferences.defaultSource = name }
            preferences.set(source, named: name, newUUID: newUUID)
        }
        try await context.sourceCatalog().updateCredentials { [credentials] all in
            all[name] = credentials.isEmpty ? nil : credentials
        }
    }

    func rename(_ source: UUID, to name: String) async throws {
        try context.sourceCatalog().checkStorage(of: Credentials())
        let old = try await context.sourceCatalog().update { preferences in
            guard let old = preferences.name(of: source) else { throw SourceChangeError.notFound }
            guard preferences.sources[name] == nil else { throw SourceChangeError.nameTaken }
            preferences.rename(old, to: name)
            return old
        }
        try await context.sourceCatalog().updateCredentials { all in
            if let credentials = all.removeValue(forKey: old) { all[name] = credentials }
        }
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
    }

    func setPublications(
        _ publications: Set<Source.Publication>, of source: UUID
    ) async throws {
        try await context.sourceCatalog().update { preferences in
            guard let name = preferences.name(of: source) else { throw SourceChangeError.notFound }
            preferences.sources[name]?.publications = publications
        }
    }
}
