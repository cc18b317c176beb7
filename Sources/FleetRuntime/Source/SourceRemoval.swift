package import FleetCore
import FleetSQL
import FleetSQLite
import FleetSettings
package import FleetTeam
package import Foundation
import POSIX
import SystemPackage

/// Remover of the stored data of sources that were replaced or removed, as in
/// `SourceRemoval(in: context).forget(old)`.
///
/// The settings are written first, so that no process stores anything afterwards.
package struct SourceRemoval {
    private let context: CommandContext

    package init(in context: CommandContext) { self.context = context }

    /// Returns how many favorites, notes and photos a source has.
    package func annotationCounts(of uuid: UUID?) throws -> AnnotationCounts {
        guard let uuid else { return AnnotationCounts() }
        let file = HomeTeamFile(of: try context.home(), isReadOnly: true)
        return try HomeAnnotations(of: uuid, in: context, file).counts()
    }

    /// Removes the stored vehicles, sites and pictures of a source that was replaced, and makes the
    /// processes that poll it notice the change.
    package func forget(_ old: Source) async throws {
        guard let uuid = old.uuid else { return }
        await notifyLeaders(of: SourceKey(uuid, definition: old.definition))
        try await removeStored(uuid, .snapshots)
    }

    /// Removes the history of a source whose setting changed, if it has none now; processes that read
    /// it notice the change.
    package func changeHistory(of old: Source) async throws {
        guard let uuid = old.uuid else { return }
        await notifyLeaders(of: SourceKey(uuid, definition: old.definition))
        let catalog = try context.sourceCatalog()
        try await catalog.withLock {
            guard
                try catalog.load().sources.values.first(where: { $0.uuid == uuid })?.history == nil
            else { return }
            try await context.database?.open().endHistory(of: uuid)
            let path = try context.home().databasePath
            guard FileSystem.exists(FilePath(path)) else { return }
            try await HomeStore(path: path).changes.endHistory(of: uuid)
        }
    }

    /// Deletes the stored data of the removed sources that the preferences list.
    package func finish() async throws {
        let catalog = try context.sourceCatalog()
        let done = try await catalog.withLock {
            let pending = try catalog.load().pendingRemovals
            for (uuid, removal) in pending { try await removeStored(uuid, removal) }
            return pending.keys
        }
        try await catalog.update { $0.finish(done) }
    }

    /// Makes the processes that poll a source load it again, and so notice that it was changed.
    package func notifyLeaders(of key: SourceKey) async {
        guard let home = try? context.home() else { return }
        for key in [key, key.forSites] {
            let leadership = HomeLeadership(
                home: home, key: key, timeoutFactor: context.system.timeoutFactor, warn: { _ in })
            try? await leadership.notify()
        }
    }

    private func removeStored(_ uuid: UUID, _ removal: Preferences.Removal) async throws {
        let home = try context.home()
        PictureCache(home: home).remove(uuid)
        try await context.database?.open().removeSnapshots(of: uuid)
        try await context.removeUnusedInventory(of: uuid)
        try await LabelStore(in: context).removeUnusedPrints(of: uuid)
        if removal == .everything { try await HomeAnnotations(of: uuid, in: context).removeAll() }
        guard FileSystem.exists(FilePath(home.databasePath)) else { return }
        let fallback = FallbackFile(of: home) { _ in }
        let store = try HomeStore(path: home.databasePath, fallback: fallback)
        try await store.snapshots.remove(uuid)
        if removal == .everything { try await store.removeNotices(of: SourceKey(uuid)) }
    }
}

extension Output {
    /// Asks on the terminal whether to remove the history of a source, or a part of it.
    /// - Parameter kept: How long the rest is kept; `nil` if everything is removed.
    /// - Throws: `CommandError` (64) without a terminal, or if the answer is not yes.
    package func confirmHistoryRemoval(of name: String, keeping kept: HistorySetting?) throws {
        let hint = "--yes removes it"
        let part = kept.map { "what the history of \(name) has beyond \($0.text)" }
        let subject = part ?? "the history of \(name)"
        guard FileDescriptor.standardInput.isTerminal, showsMessagesOnTerminal else {
            throw CommandError.usage("\(subject) would be removed", hint: hint)
        }
        try confirm(
            "Remove \(subject)?", refusal: "\(name) was not changed", hint: hint)
    }

    /// Asks on the terminal whether to remove the favorites, notes and imported rows of a source.
    /// - Parameter rows: The number of imported rows; `nil` for a source without any.
    /// - Throws: `CommandError` (64) without a terminal, or if the answer is not yes.
    package func confirmRemoval(
        of name: String, with counts: AnnotationCounts, rows: Int? = nil
    ) throws {
        let parts =
            (rows.map { [ShortText.count($0, "row")] } ?? [])
            + (counts.isEmpty ? [] : [counts.text])
        let text = parts.joined(separator: ", ")
        let hint =
            rows == nil
            ? "--yes removes them, --keep-notes keeps them"
            : "--yes removes them; `fleet inventory export --source \(name)` saves the rows"
        guard FileDescriptor.standardInput.isTerminal, showsMessagesOnTerminal else {
            throw CommandError.usage(
                "\(name) has \(text), which would be removed", hint: hint)
        }
        try confirm(
            "Remove \(name) with \(text)?", refusal: "\(name) was not removed", hint: hint)
    }
}

extension AnnotationCounts {
    /// The counts in words, such as `2 favorites, 1 note and 3 photos`.
    package var text: String {
        let parts = [
            (favorites, "favorite"), (notes, "note"), (photos, "photo"), (sightings, "sighting"),
        ].filter { $0.0 > 0 }.map { ShortText.count($0.0, $0.1) }
        guard let last = parts.last, parts.count > 1 else { return parts.first ?? "nothing" }
        return parts.dropLast().joined(separator: ", ") + " and " + last
    }
}
