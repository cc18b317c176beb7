import FleetCore
import FleetService
import FleetSettings
import Foundation

/// A source of a server, as the settings define it.
struct ServedSource: Equatable {
    let polled: PolledSource
    private let credentials: Credentials
    /// Why it cannot be polled; `nil` if it can.
    let failure: FeedFailure?

    /// Creates a source of the preferences.
    private init(
        _ named: (name: String, source: Source), credentials: () throws -> Credentials
    ) {
        let plain = ResolvedSource(
            name: named.name, source: named.source, credentials: Credentials())
        do {
            let selected = try ResolvedSource(named, credentials: credentials())
            self.credentials = selected.credentials
            failure = nil
        } catch {
            self.credentials = Credentials()
            let cause = ErrorReport(error).cause
            failure = FeedFailure(
                error is SealingError
                    ? .access(.sealedCredentials(cause)) : .access(.badCredentials(cause)),
                at: named.name)
        }
        polled = PolledSource(plain, aliases: named.source.aliases)
    }

    private init(simulation: ResolvedSource) {
        polled = PolledSource(simulation, aliases: [])
        credentials = Credentials()
        failure = nil
    }

    /// The source to open.
    var selected: ResolvedSource {
        polled.uuid == ResolvedSource.simulation.source.uuid
            ? .simulation(keeping: polled.source.defaultHistory)
            : ResolvedSource(name: polled.name, source: polled.source, credentials: credentials)
    }

    /// The feeds to poll, with their keys.
    var feeds: [(feed: Source.Feed, key: SourceKey)] {
        failure == nil ? [(.vehicles, polled.vehicles), (.sites, polled.sites)] : []
    }

    /// Returns the sources with the given names, or all, the default first; the simulated fleet
    /// only if there is no other.
    static func all(
        named names: [String], of catalog: any SourceCatalog
    ) throws(PreferencesError) -> [ServedSource] {
        let (preferences, credentials) = (try catalog.load(), try catalog.loadCredentials())
        if names.isEmpty, preferences.sources.isEmpty {
            return [ServedSource(simulation: .simulation(keeping: preferences.defaultHistory))]
        }
        let standard = preferences.defaultSource
        let found = (names.isEmpty ? preferences.servedNames : names)
            .compactMap(preferences.source(named:))
        let ordered = found.filter { $0.name == standard } + found.filter { $0.name != standard }
        var known: Set<String> = []
        return ordered.filter { known.insert($0.name).inserted }
            .map { named in
                ServedSource(named) {
                    let isMissing =
                        named.source.credentialsRevision != nil && credentials[named.name] == nil
                    // Finds out why.
                    if isMissing { return try catalog.credentials(of: named.name) }
                    return credentials[named.name] ?? Credentials()
                }
            }
    }
}

extension PolledSource {
    fileprivate init(_ selected: ResolvedSource, aliases: [String]) {
        self.init(
            name: selected.label, aliases: aliases, source: selected.source,
            vehicles: selected.vehiclesKey ?? SourceKey(UUID(sourceName: selected.label)))
    }
}
