import FleetClient
package import FleetCore
import FleetSQL
package import FleetSQLite
import FleetSettings
package import FleetTeam
package import Foundation
import POSIX
import SystemPackage

// The settings may change while a source is in use. So they are read again before each request and
// each commit: what was loaded with another definition is neither stored nor shown.
extension CommandContext {
    /// Checks that the settings still define the source as it was opened.
    /// - Throws: `FeedFailure` if they do not, or if they cannot be read.
    func checkDefinition(of selected: ResolvedSource) throws(FeedFailure) {
        if let team = selected.team { return try checkLogin(of: team) }
        guard let name = selected.name else { return }
        let isSame: Bool
        do {
            // It may have been renamed.
            let catalog = try sourceCatalog()
            let named = try catalog.load().source(named: name)
            let credentials = try catalog.credentials(of: named?.name ?? name)
            let current = try? named.map { named throws(CommandError) in
                try ResolvedSource(named, credentials: credentials)
            }
            isSame =
                current?.vehiclesKey == selected.vehiclesKey
                && current?.credentials == selected.credentials
        } catch {
            throw FeedFailure(.storeUnusable(ErrorReport(error).cause), at: selected.label)
        }
        guard isSame else { throw FeedFailure(.sourceChanged, at: selected.label) }
    }

    /// Checks that the home still has the login with which a source of a team's server was opened.
    private func checkLogin(of team: TeamSource) throws(FeedFailure) {
        guard !hasScriptedLogin else { return }
        let current: TeamLogin?
        do {
            current = try loginFile().load()
        } catch {
            throw FeedFailure(.storeUnusable(ErrorReport(error).cause), at: team.label)
        }
        guard current?.revision == team.login.revision else {
            throw FeedFailure(.sourceChanged, at: team.label)
        }
    }

    /// Runs `body` while nobody can change the settings, if they still define the source as it was
    /// opened.
    func withDefinition<Outcome>(
        of selected: ResolvedSource, _ body: () async throws -> Outcome
    ) async throws -> Outcome {
        guard selected.name != nil || selected.team != nil else { return try await body() }
        return try await sourceCatalog().withLock {
            try checkDefinition(of: selected)
            return try await body()
        }
    }
}

// What happens to the stored data of a source that is replaced or removed. The settings are written
// first, so that no process stores anything afterwards.
extension CommandContext {
    /// Returns how many favorites, notes and photos a source has.
    /// - Parameter file: The file to read; `nil` to open it.
    package func annotationCounts(
        of uuid: UUID?, in file: HomeTeamFile? = nil
    ) throws -> AnnotationCounts {
        guard let uuid else { return AnnotationCounts() }
        let file = try file ?? HomeTeamFile(of: home(), isReadOnly: true)
        return try annotations(of: uuid, in: file).counts()
    }

    /// Removes the stored vehicles, sites and pictures of a source that was replaced, and makes the
    /// processes that poll it notice the change.
    package func forget(_ old: Source) async throws {
        guard let uuid = old.uuid else { return }
        await notifyLeaders(of: SourceKey(uuid, definition: old.definition))
        try await removeStored(uuid, .snapshots)
    }

    /// Deletes the stored data of the removed sources that the preferences list.
    package func finishRemovals() async throws {
        let catalog = try sourceCatalog()
        let done = try await catalog.withLock {
            let pending = try catalog.load().pendingRemovals
            for (uuid, removal) in pending { try await removeStored(uuid, removal) }
            return pending.keys
        }
        try await catalog.update { $0.finish(done) }
    }

    /// Makes the processes that poll a source load it again, and so notice that it was changed.
    package func notifyLeaders(of key: SourceKey) async {
        guard let home = try? home() else { return }
        for key in [key, key.forSites] {
            try? await HomeLeadership(home: home, key: key, warn: { _ in }).notify()
        }
    }

    private func removeStored(_ uuid: UUID, _ removal: Preferences.Removal) async throws {
        let home = try home()
        PictureCache(home: home).remove(uuid)
        try await database?.open().removeSnapshots(of: uuid)
        if removal == .everything { try await annotations(of: uuid).removeAll() }
        guard FileSystem.exists(FilePath(home.databasePath)) else { return }
        let fallback = FallbackFile(of: home) { _ in }
        let store = try HomeStore(path: home.databasePath, fallback: fallback)
        try await store.snapshots.remove(uuid)
        if removal == .everything { try await store.removeNotices(of: SourceKey(uuid)) }
    }
}

extension AnnotationCounts {
    /// The counts in words, such as `2 favorites, 1 note and 3 photos`.
    package var text: String {
        let parts = [(favorites, "favorite"), (notes, "note"), (photos, "photo")]
            .filter { $0.0 > 0 }
            .map { ShortText.count($0.0, $0.1) }
        guard let last = parts.last, parts.count > 1 else { return parts.first ?? "nothing" }
        return parts.dropLast().joined(separator: ", ") + " and " + last
    }
}

extension CommandContext {
    /// Asks on the terminal whether to remove the favorites and notes of a source.
    /// - Throws: `CommandError` (64) without a terminal, or if the answer is not yes.
    package func confirmRemoval(of name: String, with counts: AnnotationCounts) throws {
        let hint = "--yes removes them, --keep-notes keeps them"
        guard FileDescriptor.standardInput.isTerminal, output.showsMessagesOnTerminal else {
            throw CommandError.usage(
                "\(name) has \(counts.text), which would be removed", hint: hint)
        }
        try confirm(
            "Remove \(name) with \(counts.text)?", refusal: "\(name) was not removed", hint: hint)
    }

    /// Asks a question on the terminal.
    /// - Throws: `CommandError` (64) with the refusal, without a terminal or if the answer is not
    ///   yes.
    package func confirm(_ question: String, refusal: String, hint: String) throws {
        guard answer(to: question) == true else {
            throw CommandError.usage(refusal, hint: hint)
        }
    }

    /// Asks a question on the terminal, and returns whether the answer is yes; `nil` without a
    /// terminal.
    package func answer(to question: String) -> Bool? {
        guard FileDescriptor.standardInput.isTerminal, output.showsMessagesOnTerminal else {
            return nil
        }
        output.writeMessage("\(question) [y/N] ")
        return ["y", "yes"].contains(readLine()?.lowercased())
    }
}
