import FleetCore
import FleetStore

/// The source that a command works on.
struct SelectedSource: Sendable {
    /// Its name, or its location without secrets.
    let label: String
    /// Where and how it is read.
    let source: Source
    /// What its service wants to see.
    let credentials: Credentials
    /// Which of its feeds is read.
    private(set) var feed = Source.Feed.vehicles
    /// The key under which the vehicles are kept on disk; `nil` if they are read anew every time.
    let vehiclesKey: SourceKey?

    /// The key under which the snapshot of its feed is kept on disk; `nil` if it is read anew every time.
    var key: SourceKey? {
        switch feed {
        case .vehicles: vehiclesKey
        case .sites: vehiclesKey?.ofSites
        }
    }

    /// A source of the preferences: kept, whatever its location.
    init(name: String, source: Source, credentials: Credentials) {
        label = name
        self.source = source
        self.credentials = credentials
        vehiclesKey = SourceKey(name: name)
    }

    /// A location by itself: kept if it is an http(s) address; a secret in it is not.
    init(location full: Location) {
        let (location, credentials) = full.separated
        label = full.description
        source = Source(location: location)
        self.credentials = credentials
        if case .web(let address) = full {
            vehiclesKey = SourceKey(address: address)
        } else {
            vehiclesKey = nil
        }
    }
}

extension SelectedSource {
    /// The same source, of which another feed is read.
    func reading(_ feed: Source.Feed) -> SelectedSource {
        var selected = self
        selected.feed = feed
        return selected
    }

    /// Finds the source that the user meant.
    ///
    /// A name of the preferences comes first, then a location. Preferences that cannot be read are no
    /// obstacle if `text` is a location.
    /// - Throws: `Problem` (66) if there is none, `PreferencesFailure` if the preferences are needed.
    static func find(
        _ text: String?, in preferences: Result<Preferences, PreferencesFailure>,
        credentials: (_ name: String) throws -> Credentials, directory: String,
        fileExists: (_ path: String) -> Bool
    ) throws -> SelectedSource {
        let isName = text.map(Source.isName) ?? true
        if isName, let named = try? preferences.get().source(named: text) {
            return SelectedSource(
                name: named.name, source: named.source, credentials: try credentials(named.name))
        }
        guard let text else {
            let preferences = try preferences.get()
            throw unknown(preferences.defaultSource, preferences)
        }
        guard let location = Location(text, relativeTo: directory) else {
            throw Problem.usage(
                "`\(Location.redacted(text))` is no source: its scheme is not known",
                hint: "give a name, an http(s) address, a file, sim://… or -")
        }
        guard isName, case .file(let path) = location, !fileExists(path) else {
            return SelectedSource(location: location)
        }
        throw unknown(text, try preferences.get(), alsoNoFile: true)
    }

    /// There is no source of this name, or none is chosen.
    static func unknown(
        _ name: String?, _ preferences: Preferences, alsoNoFile: Bool = false
    ) -> Problem {
        guard let name else {
            return Problem(
                .noInput, "no source is chosen",
                hint: "`fleet source use NAME` chooses one, `fleet source list` lists them")
        }
        let names = preferences.sourceNames.joined(separator: ", ")
        return Problem(
            .noInput,
            "there is no source called \(name)" + (alsoNoFile ? ", and no such file" : ""),
            hint: names.isEmpty
                ? "add one: `fleet source add NAME LOCATION`" : "the sources are: \(names)")
    }
}

extension Preferences {
    /// A source by its name, or the default one.
    fileprivate func source(named name: String?) -> (name: String, source: Source)? {
        guard let name = name ?? defaultSource else { return nil }
        return sources[name].map { (name, $0) }
    }
}
