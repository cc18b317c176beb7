import FleetClient
package import FleetCore
import FleetFeeds
package import FleetSettings
import Foundation
import POSIX
import SystemPackage

extension CommandContext {
    /// Returns the user's preferences, or the error that kept them from being read.
    package func preferences() throws -> Result<Preferences, PreferencesError> {
        let catalog = try sourceCatalog()
        return Result { () throws(PreferencesError) in try catalog.load() }
    }

    /// Returns the file of the user's preferences.
    package func preferencesFile() throws -> PreferencesFile {
        PreferencesFile(home: try home())
    }

    /// Returns the file of the sources' credentials.
    package func credentialsFile() throws -> CredentialsFile {
        CredentialsFile(home: try home())
    }

    /// Resolves the source argument of a command; warns of unreadable preferences unless it needs
    /// them.
    /// - Parameters:
    ///   - offline: Whether a team's server is not asked for its sources.
    ///   - language: Language of the texts of a source that is not saved; `nil` for the user's.
    package func select(
        _ text: String?, in preferences: Result<Preferences, PreferencesError>,
        offline: Bool = false, language: LanguageTag? = nil
    ) async throws -> ResolvedSource {
        let mayBeOfTeam = text?.hasPrefix(TeamSource.prefix) ?? !usesDatabase
        let selected = try ResolvedSource.find(
            text, in: preferences, login: mayBeOfTeam ? try await login(offline: offline) : nil,
            credentials: { try sourceCatalog().credentials(of: $0) },
            directory: directory, fileExists: { FileSystem.exists(FilePath(argument: $0)) })
        if case .failure(let failure) = preferences { output.warn(failure.cause) }
        return try selected.reading(in: language, orElse: userLanguage)
    }

    /// The language of the user, from the environment; `nil` for English.
    package var userLanguage: LanguageTag? { LanguageTag(environment: system.environmentVariable) }

    /// Returns the saved colors of a source.
    ///
    /// Those of a team's source are on the server, and the last known ones in the preferences.
    package func savedColors(
        of selected: ResolvedSource, in preferences: Result<Preferences, PreferencesError>,
        offline: Bool = false
    ) async throws -> ColorFilter {
        guard let uuid = selected.filterUUID else { return .all }
        let saved = (try? preferences.get().colors(of: uuid)) ?? .all
        guard let team = selected.team, !offline else { return saved }
        do {
            let colors = try await server(of: team.login).colors(of: team.name)
            if colors != saved {
                _ = try await keep(colors, of: uuid, since: try? preferences.get())
            }
            return colors
        } catch  where error.isTeamServerOutage {
            output.warn(ErrorReport(error).cause + "; using the colors of the last time")
            return saved
        }
    }

    /// Saves selected colors of a source; a failure is only a warning.
    ///
    /// - Parameters:
    ///   - existing: The selected colors that vehicles have; only they are saved.
    ///   - known: The preferences that were read last.
    package func save(
        _ selected: ColorFilter, existing: ColorFilter, of source: ResolvedSource,
        since known: Preferences? = nil
    ) async throws {
        guard let uuid = source.filterUUID, selected == .all || existing != .all else { return }
        if let team = source.team {
            do {
                try await server(of: team.login).save(existing, of: team.name)
            } catch {
                if error is CancellationError { throw error }
                return output.warn("could not save the filter: " + ErrorReport(error).cause)
            }
        }
        let previous = known?.colors(of: uuid) ?? .all
        guard try await keep(existing, of: uuid, since: known) else { return }
        logSaved(existing, previous: previous)
    }

    /// Logs that colors were saved, unless the output is a terminal, which shows them with the next
    /// table.
    private func logSaved(_ colors: ColorFilter, previous: ColorFilter) {
        guard !output.isTerminal, colors != .all || previous != .all else { return }
        if colors == .all {
            output.log("cleared the saved color filter; --no-save keeps it")
        } else {
            output.log(
                "saved the color filter \(shown(colors)) for the next table of this source; "
                    + "--no-save does not save it")
        }
    }

    /// Logs that saved colors narrow the output, unless it is a terminal, which shows them above
    /// it.
    /// - Parameter canClear: Whether the command clears them with `--color all`.
    package func logUse(ofSavedColors colors: ColorFilter, canClear: Bool = false) {
        guard !output.isTerminal, colors != .all else { return }
        output.log(
            "used the saved color filter \(shown(colors)); --color all shows all vehicles"
                + (canClear ? " and clears it, unless with --no-save" : ""))
    }

    private func shown(_ colors: ColorFilter) -> String {
        TerminalText.escaped(colors.labels.joined(separator: ", "))
    }

    /// Saves colors in the preferences; a failure is only a warning.
    /// - Returns: Whether they were saved.
    private func keep(
        _ colors: ColorFilter, of uuid: UUID, since known: Preferences?
    ) async throws -> Bool {
        do {
            try await sourceCatalog().update(since: known) { $0.setColors(colors, of: uuid) }
            return true
        } catch let failure as PreferencesError {
            output.warn("could not save the filter: " + failure.cause)
            return false
        }
    }

    /// Opens one of a source's feeds for reading.
    package func open(
        _ selected: ResolvedSource, reading feed: Source.Feed = .vehicles
    ) throws -> SourceSession {
        let selected = selected.reading(feed)
        return try session(of: selected, storing: storage(for: selected))
    }

    /// Returns the session of a source.
    func session(
        of selected: ResolvedSource, storing storage: SourceSession.Storage,
        check: CheckSettings? = nil
    ) throws -> SourceSession {
        SourceSession(
            selected: selected, storage: storage, loader: try loader(for: selected),
            context: self, check: check)
    }

    /// Returns the reader of a source's documents.
    /// - Parameter budget: What a reading may take; `nil` for that of the source.
    func documentReader(
        for selected: ResolvedSource, _ budget: SourceBudget? = nil
    ) throws -> DocumentReader {
        try documentReader(
            selected.credentials, budget ?? self.budget(of: selected.source),
            publicHostsOnly: selected.source.publicHostsOnly)
    }

    /// Returns a reader of documents with credentials.
    func documentReader(
        _ credentials: Credentials, _ budget: SourceBudget = SourceBudget(),
        publicHostsOnly: Bool = false
    ) throws -> DocumentReader {
        DocumentReader(
            transport, budget: budget,
            credentials: try credentials.resolved(environment: system.environmentVariable),
            publicHostsOnly: publicHostsOnly,
            progress: { [progress] in progress.received(bytes: $0) }, now: now)
    }

    /// Returns the location of a single document that a person named; `nil` unless it is an address or
    /// a file.
    /// - Throws: `CommandError` (64) for an address without a scheme.
    func documentLocation(_ text: String) throws(CommandError) -> Location? {
        switch Location(text, relativeTo: directory) {
        case .simulation, .standardInput, nil: return nil
        case .file(let path)?:
            try ResolvedSource.checkLocation(.file(path), text) {
                FileSystem.exists(FilePath(argument: $0))
            }
            return .file(path)
        case .web(let address)?: return .web(address)
        }
    }

    private func loader(for selected: ResolvedSource) throws -> FeedLoader {
        let reader = try documentReader(for: selected)
        return FeedLoader(
            source: selected.source, feed: selected.feed, reader: reader, now: now,
            shownNow: shownNow,
            progress: { [progress] in progress.parsed(vehicles: $0) })
    }
}
