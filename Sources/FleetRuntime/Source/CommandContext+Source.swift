import FleetClient
package import FleetCore
import FleetFeeds
import FleetSQLite
package import FleetSettings
import FleetTeam
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
            text, in: preferences,
            login: mayBeOfTeam ? try await TeamAccount(in: self).login(offline: offline) : nil,
            credentials: { try sourceCatalog().credentials(of: $0) },
            directory: directory, fileExists: { FileSystem.exists(FilePath(argument: $0)) })
        if case .failure(let failure) = preferences { output.warn(failure.cause) }
        return try selected.reading(in: language, orElse: userLanguage)
    }

    /// Resolves the source that a command line selects.
    ///
    /// A link is a source without a name and without settings, unless it is the page of a vehicle
    /// on the server of the login.
    /// - Parameters:
    ///   - offline: Whether a team's server is not asked for its sources.
    ///   - acceptsVehicle: Whether the command can be about the vehicle of such a page.
    ///   - language: Language of the texts of a source that is not saved; `nil` for the user's.
    /// - Throws: `CommandError` (64) for such a page if the command cannot, and for another language
    ///   or table than that of a saved source.
    package func select(
        _ argument: SourceArgument, in preferences: Result<Preferences, PreferencesError>,
        offline: Bool = false, acceptsVehicle: Bool = false, language: LanguageTag? = nil
    ) async throws -> ResolvedSource {
        let select = { (text: String?) in
            try await self.select(text, in: preferences, offline: offline, language: language)
        }
        switch argument {
        case .standard: return try await select(nil)
        case .named(let text): return try await select(text)
        case .table(let argument, let settings):
            let selected = try await self.select(
                argument, in: preferences, offline: offline, acceptsVehicle: acceptsVehicle,
                language: language)
            return try selected.reading(settings)
        case .link(let text):
            if let page = try VehiclePage(text, in: self) {
                guard acceptsVehicle else {
                    throw CommandError.usage(
                        "this is the address of a vehicle, not of a source",
                        hint: "run `fleet detail \(ShellWord.quoted(Location.redacted(text)))`, or "
                            + "use --source \(TeamSource.prefix)\(page.source)")
                }
                let name = TeamSource.prefix + page.source
                return try await select(name).showing(vehicle: page.id)
            }
            guard Location(text, relativeTo: directory) != nil else {
                throw CommandError.usage(
                    "`\(Location.redacted(text))` is not the address of a source: unknown scheme",
                    hint: "use an http(s) address; beside --source, it is the ID of a vehicle")
            }
            let selected = try await select(text).asLink
            offer.link = selected
            return selected
        }
    }

    /// Resolves the sources that a command line selects, each of them once.
    /// - Throws: As above.
    package func select(
        _ arguments: [SourceArgument], in preferences: Result<Preferences, PreferencesError>,
        offline: Bool = false, acceptsVehicle: Bool = false, language: LanguageTag? = nil
    ) async throws -> [ResolvedSource] {
        var sources: [ResolvedSource] = []
        for argument in arguments {
            let source = try await select(
                argument, in: preferences, offline: offline, acceptsVehicle: acceptsVehicle,
                language: language)
            let isKnown = sources.contains {
                $0.label == source.label && $0.vehiclesKey == source.vehiclesKey
            }
            if !isKnown { sources.append(source) }
        }
        return sources
    }

    /// Returns the name of the source that was saved with an address; `nil` without one.
    func savedName(of location: Location) throws -> String? {
        try preferences().get().sources.filter { $0.value.location == location }.keys.min()
    }

    /// The language of the user, from the environment; `nil` for English.
    package var userLanguage: LanguageTag? { LanguageTag(environment: system.environmentVariable) }

    /// Opens one of a source's feeds for reading.
    package func open(
        _ selected: ResolvedSource, reading feed: Source.Feed = .vehicles
    ) throws -> SourceSession {
        var stores = HomeStores(in: self)
        return try stores.open(selected, reading: feed)
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
            publicHostsOnly: selected.source.publicHostsOnly, rows: storedRows(of: selected))
    }

    /// Returns a reader of documents with credentials.
    func documentReader(
        _ credentials: Credentials, _ budget: SourceBudget = SourceBudget(),
        publicHostsOnly: Bool = false, rows: DocumentReader.Rows? = nil
    ) throws -> DocumentReader {
        DocumentReader(
            transport, budget: budget,
            credentials: try credentials.resolved(environment: system.environmentVariable),
            publicHostsOnly: publicHostsOnly, rows: rows,
            progress: { [progress] in progress.received(bytes: $0) }, now: now)
    }

    /// Returns the location of a single document that a person named; `nil` unless it is an address or
    /// a file.
    /// - Throws: `CommandError` (64) for an address without a scheme.
    func documentLocation(_ text: String) throws(CommandError) -> Location? {
        switch Location(text, relativeTo: directory) {
        case .simulation, .standardInput, .inventory, nil: return nil
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
            shownNow: shownNow, zone: system.localZone, sightings: sightings(of: selected),
            progress: { [progress] in progress.parsed(vehicles: $0) })
    }

    /// Returns the function that reads the sightings of the vehicles of a saved source, which
    /// people of the home or of the team have reported; `nil` for another source.
    private func sightings(of selected: ResolvedSource) -> FeedLoader.Sightings? {
        guard selected.name != nil, let uuid = selected.vehiclesKey?.uuid else { return nil }
        return { [shownNow] in
            try await readTeam { try SightingTable(of: uuid, in: $0).latest(at: shownNow()) } ?? []
        }
    }
}
