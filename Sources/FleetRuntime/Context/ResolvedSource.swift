package import FleetClient
package import FleetCore
package import FleetSettings
package import Foundation

/// Source of a command, resolved from a name or a location.
package struct ResolvedSource: Sendable {
    /// Name, or location without secrets.
    package let label: String
    /// Name in the preferences; `nil` for a location.
    package let name: String?
    /// The source of a team's server that it is; `nil` for one of this home.
    package let team: TeamSource?
    package private(set) var source: Source
    package let credentials: Credentials
    /// The rows of a source that is not saved yet, instead of stored ones.
    private(set) var rows: TableRows?
    /// Feed to read.
    private(set) var feed = Source.Feed.vehicles
    /// Key of the stored vehicles; `nil` if the source is not stored.
    package private(set) var vehiclesKey: SourceKey?
    /// Whether it is the default source, which no option had to select.
    fileprivate(set) var isDefault = false
    /// Whether it was an argument without an option, for which nothing is saved.
    private(set) var isLink = false
    /// ID of the vehicle whose page on a team's server was the argument; none for other arguments.
    package private(set) var vehicleIDs: [String] = []
    /// Whether the preferences list removed sources whose stored data is still to be deleted.
    fileprivate(set) var hasPendingRemovals = false

    /// Key of the stored snapshot of the feed; `nil` if the source is not stored.
    package var key: SourceKey? {
        switch feed {
        case .vehicles: vehiclesKey
        case .sites: vehiclesKey?.forSites
        }
    }

    /// UUID under which prints of labels are stored; `nil` for standard input, which is another fleet
    /// each time.
    package var printsUUID: UUID? {
        if source.location == .standardInput { return nil }
        return vehiclesKey?.uuid ?? UUID(sourceName: "location:" + label)
    }

    /// UUID under which colors are saved; `nil` for a link, and for standard input, which is
    /// another fleet each time.
    package var filterUUID: UUID? {
        if isLink || source.location == .standardInput { return nil }
        return vehiclesKey?.uuid ?? UUID(sourceName: "location:" + label)
    }

    /// The option that selects this source, after a space; empty for the default source, unless a
    /// command named it.
    package var option: String {
        if isDefault { return "" }
        let isComplete = name != nil || team != nil || label == source.location.text
        return " --source " + (isComplete ? ShellWord.quoted(label) : "…")
    }

    /// Beginning of a hint that advises a setting: whom to ask, if only others can change it.
    package var adviser: String {
        team.map { "ask an administrator of \($0.url) to " } ?? ""
    }

    /// Returns the command that gives this source a setting: an option of `fleet source edit`, and
    /// for a source without a name also of `fleet source add`.
    package func command(setting option: String) -> String {
        if let name = name ?? team?.name { return "fleet source edit \(name) \(option)" }
        let location = source.location == .standardInput ? "FILE" : ShellWord.quoted(label)
        return "fleet source add NAME \(location) \(option)"
    }

    /// Creates a source of the preferences, which is stored whatever its location.
    init(name: String, source: Source, credentials: Credentials) {
        label = name
        self.name = name
        team = nil
        self.source = source
        self.credentials = credentials
        vehiclesKey = SourceKey(
            source.uuid ?? UUID(sourceName: name), definition: source.definition)
    }

    /// Creates a source that is not saved yet, and so not stored.
    init(
        unsaved source: Source, named name: String, credentials: Credentials,
        rows: TableRows? = nil
    ) {
        (label, self.rows) = (name, rows)
        self.name = nil
        team = nil
        self.source = source
        self.credentials = credentials
        vehiclesKey = nil
    }

    /// The simulated fleet of a server in a home without sources.
    ///
    /// Its UUID is not that of the source `demo` of a new home, whose removal deletes its data.
    static let simulation = ResolvedSource(
        unnamed: Source(
            location: .simulation("sim://demo"), uuid: UUID(sourceName: "location:sim://demo")),
        label: "demo")

    /// Returns the simulated fleet of a server without a source.
    /// - Parameter history: How long the changes of sources without a setting of their own are kept.
    static func simulation(keeping history: HistorySetting?) -> ResolvedSource {
        var simulation = simulation
        simulation.source.defaultHistory = history
        return simulation
    }

    /// Creates a source without a name that is stored.
    private init(unnamed source: Source, label: String) {
        self.label = label
        name = nil
        team = nil
        self.source = source
        credentials = Credentials()
        vehiclesKey = source.uuid.map { SourceKey($0, definition: source.definition) }
    }

    /// Creates a source of a team's server.
    /// - Throws: `CommandError` (65) if this version cannot use its definition.
    init(team: TeamSource) throws(CommandError) {
        label = team.label
        name = nil
        self.team = team
        let definition = try team.definition()
        source = definition
        credentials = team.credentials
        vehiclesKey = definition.uuid.map { SourceKey($0, definition: definition.definition) }
    }

    /// Creates a source from a location, which is stored, without its secrets, if it is an http(s)
    /// address.
    init(location full: Location) {
        let (location, credentials) = full.separatingSecrets
        label = full.description
        name = nil
        team = nil
        source = Source(location: location)
        self.credentials = credentials
        if case .web(let address) = full {
            vehiclesKey = SourceKey(address: address)
        } else {
            vehiclesKey = nil
        }
    }
}

extension ResolvedSource {
    /// Creates a source of the preferences with its credentials.
    ///
    /// Credentials of another revision belong to another definition of the source, and are not
    /// sent.
    /// - Throws: `CommandError` (77) if the source's own are missing, as while it is being
    ///   replaced.
    init(
        _ named: (name: String, source: Source), credentials: Credentials
    ) throws(CommandError) {
        let isOwn = credentials.revision == named.source.credentialsRevision
        guard isOwn || named.source.credentialsRevision == nil else {
            throw CommandError(
                .noPermission, "the credentials of \(named.name) are missing",
                hint: "run the command again, or `fleet source add \(named.name) … --replace`")
        }
        self.init(
            name: named.name, source: named.source,
            credentials: isOwn ? credentials : Credentials())
    }

    /// The source, for which no settings are saved.
    var asLink: ResolvedSource {
        var selected = self
        selected.isLink = true
        return selected
    }

    /// Returns the source with the language in which its texts are read.
    ///
    /// A saved source and one of a team's server have a language of their own.
    /// - Parameters:
    ///   - language: The language of the command; `nil` for that of the user.
    ///   - user: The language of the user.
    /// - Throws: `CommandError` (64) for a language other than its own.
    func reading(
        in language: LanguageTag?, orElse user: LanguageTag?
    ) throws(CommandError) -> ResolvedSource {
        guard name == nil, team == nil else {
            guard let language, language != source.language else { return self }
            throw CommandError.usage(
                "\(label) is read in a language of its own",
                hint: "\(adviser)run `\(command(setting: "--language " + language.text))`")
        }
        var selected = self
        selected.source.language = language ?? user
        if case .web(let address) = source.location, key != nil {
            selected.vehiclesKey = SourceKey(address: address, language: selected.source.language)
        }
        return selected
    }

    /// Returns the source with the way in which its table is read.
    ///
    /// A saved source and one of a team's server have settings of their own.
    /// - Throws: `CommandError` (64) for other settings than its own.
    func reading(_ table: TableSettings) throws(CommandError) -> ResolvedSource {
        guard name == nil, team == nil else {
            throw CommandError.usage(
                "\(label) has a sheet and columns of its own",
                hint: "\(adviser)run `\(command(setting: table.options))`")
        }
        var selected = self
        selected.source.table = table
        return selected
    }

    /// Returns the source with a vehicle that the command is about.
    func showing(vehicle id: String) -> ResolvedSource {
        var selected = self
        selected.vehicleIDs = [id]
        return selected
    }

    /// Returns the source with another feed to read.
    func reading(_ feed: Source.Feed) -> ResolvedSource {
        var selected = self
        selected.feed = feed
        if let team { selected.source.location = team.location(of: feed) }
        return selected
    }

    /// Resolves a source argument.
    ///
    /// A name in the preferences takes precedence over a location. A location and a source of a
    /// team's server also resolve with unreadable preferences.
    ///
    /// - Parameter login: The login to a team's server, whose default source takes precedence.
    /// - Throws: `CommandError` (66) if there is no such source; `PreferencesError` if the
    ///   preferences are needed but unreadable.
    package static func find(
        _ text: String?, in preferences: Result<Preferences, PreferencesError>,
        login: TeamLogin? = nil,
        credentials: (_ name: String) throws -> Credentials, directory: String,
        fileExists: (_ path: String) -> Bool
    ) throws -> ResolvedSource {
        if let team = try TeamSource.find(text, in: login) {
            var selected = try ResolvedSource(team: team)
            selected.isDefault = text == nil
            return selected
        }
        let isName = text.map(Source.isName) ?? true
        if isName, let preferences = try? preferences.get(),
            let named = preferences.selectedSource(text)
        {
            var selected = try ResolvedSource(named, credentials: credentials(named.name))
            selected.hasPendingRemovals = !preferences.pendingRemovals.isEmpty
            selected.isDefault = text == nil
            return selected
        }
        guard let text else {
            let preferences = try preferences.get()
            throw unknownSource(preferences.defaultSource, preferences)
        }
        guard let location = Location(text, relativeTo: directory) else {
            throw CommandError.usage(
                "`\(Location.redacted(text))` is not a source: unknown scheme",
                hint: "use a name, an http(s) address, a file, sim://… or -")
        }
        try checkLocation(location, text, fileExists)
        guard isName, case .file(let path) = location, !fileExists(path) else {
            return ResolvedSource(location: location)
        }
        throw unknownSource(text, try preferences.get(), orFile: true)
    }

    /// Checks a location before it is read: an address without a scheme is not a file, and there is
    /// one simulation.
    /// - Throws: `CommandError` (64).
    package static func checkLocation(
        _ location: Location, _ text: String, _ fileExists: (_ path: String) -> Bool
    ) throws(CommandError) {
        switch location {
        case .file(let path) where !fileExists(path):
            guard let address = IncompleteAddress(text) else { return }
            throw CommandError.usage("there is no file \(address.shown)", hint: address.hint)
        case .simulation(let address):
            let name = address.dropFirst("sim://".count).prefix { $0 != "?" && $0 != "#" }
            guard !["", "demo"].contains(name.lowercased()) else { return }
            throw CommandError.usage(
                "no simulation named '\(name)'",
                hint: "use sim://demo, with options such as sim://demo?vehicles=500")
        case .inventory:
            throw CommandError.usage(
                "only the program writes `\(Location.inventoryText)`",
                hint: "add the rows of a file with `fleet source add NAME FILE --import`")
        default: return
        }
    }

    /// Returns the error for an unknown source name, or for a missing default source.
    package static func unknownSource(
        _ name: String?, _ preferences: Preferences, orFile: Bool = false
    ) -> CommandError {
        guard let name else {
            guard !preferences.sources.isEmpty else {
                return CommandError(
                    .noInput, "there are no sources",
                    hint:
                        "add one with `fleet source add NAME LOCATION`, or use --source sim://demo")
            }
            return CommandError(
                .noInput, "no default source is set",
                hint: "set one with `fleet source use NAME`; `fleet source list` lists the sources")
        }
        let names = preferences.sourceNames.joined(separator: ", ")
        return CommandError(
            .noInput,
            "no source\(orFile ? " or file" : "") named \(name)",
            hint: names.isEmpty
                ? "add one: `fleet source add NAME LOCATION`" : "use one of: \(names)")
    }
}

extension Preferences {
    /// Returns the source of a name, or the default source.
    fileprivate func selectedSource(_ name: String?) -> (name: String, source: Source)? {
        (name ?? defaultSource).flatMap(source(named:))
    }
}

extension CommandError {
    /// A source has no note with this number.
    package static func noNote(_ number: Int64, of source: ResolvedSource) -> CommandError {
        CommandError(
            .noInput, "\(source.label) has no note \(number)",
            hint: "run `fleet note list\(source.option)` to see the notes and their numbers")
    }
}
