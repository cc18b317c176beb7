import FleetClient
import FleetCore
import FleetSQL
import FleetSQLite
import FleetSettings
import FleetTeam
import Foundation
import POSIX
import SystemPackage

/// Names that are stored in a home, to complete arguments: read without a request and without
/// changing anything.
package struct StoredNames {
    /// The kind of a name.
    package enum Kind: Sendable {
        case sources
        /// Colors of a source, and what `--color` accepts besides.
        case colors
        /// Vehicle types of a source, by their IDs, form factors and propulsion types.
        case types
        /// States, also those that no vehicle has.
        case states
        /// Names of the zones of a source, and GeoJSON files.
        case zones
        /// Names of the regions of a source.
        case regions
        /// Names of the properties of a source.
        case properties
        case sites
        case vehicles
        /// IDs of the favorites of a source.
        case favorites
        /// Numbers of the notes of a source.
        case notes
        /// Names of the views of the command line, or of a login.
        case views
        /// Names of the printers of the home.
        case printers

        /// Whether the command finds a name in upper and lower case.
        package var ignoresCase: Bool {
            switch self {
            case .colors, .types, .states, .zones, .regions, .properties, .sites, .vehicles,
                .favorites, .views:
                true
            case .sources, .notes, .printers: false
            }
        }

        /// Whether an argument may have several, separated by commas.
        fileprivate var isList: Bool {
            switch self {
            case .colors, .types: true
            case .sources, .states, .zones, .regions, .properties, .sites, .vehicles, .favorites,
                .notes, .views, .printers:
                false
            }
        }
    }

    /// A name, and what shells that can show it say about it.
    package struct Name: Equatable, Sendable {
        /// The name.
        package var text: String
        /// Such as `12 vehicles`; safe for a terminal.
        package var description: String?
        /// Whether it is the path of a file or folder.
        package var isPath = false

        init(_ text: String, _ description: String? = nil, isPath: Bool = false) {
            (self.text, self.description, self.isPath) = (text, description, isPath)
        }

        init(_ text: String, count: Int) { self.init(text, ShortText.count(count, "vehicle")) }
    }

    /// Maximum number of vehicle IDs, more than anybody reads.
    private static let limit = 1000

    private let context: CommandContext
    private let source: String?

    /// - Parameter source: Name or location of the source; `nil` for the default source.
    package init(of source: String?, in context: CommandContext) {
        self.context = context
        self.source = source
    }

    /// Returns the names that an argument may have, which begins with `prefix`.
    ///
    /// Leaves out names that the command line would take for an option, and names with characters
    /// that a terminal must not receive. Without stored data there are none.
    package func names(_ kind: Kind, beginning prefix: String) -> [String] {
        described(kind, beginning: prefix).map(\.text)
    }

    /// Returns the names that ``names(_:beginning:)`` returns, with descriptions.
    package func described(_ kind: Kind, beginning prefix: String) -> [Name] {
        let isNext = kind.isList ? prefix.lastIndex(of: ",").map { prefix.index(after: $0) } : nil
        let start = isNext ?? prefix.startIndex
        let names = (try? all(kind, beginning: String(prefix[start...]))) ?? []
        return names.filter { name in
            let text = name.text
            return !text.isEmpty && !text.hasPrefix("-") && TerminalText.escaped(text) == text
        }
        .map { Name(prefix[..<start] + $0.text, $0.description) }
    }

    /// Returns a name in the case of its beginning as typed, for shells that offer only names that
    /// begin with the typed text byte by byte; the command finds it in any case.
    package static func name(_ name: String, continuing typed: String) -> String {
        guard !name.hasPrefix(typed), ASCIICase.hasPrefix(name, typed) else { return name }
        let rest = String(name.dropFirst(typed.count))
        let isLowercase = ASCIICase.lowercased(typed) == typed
        return typed + (isLowercase ? ASCIICase.lowercased(rest) : rest)
    }

    /// Returns whether a vehicle of the source is stored; without stored data there is none.
    package func hasVehicle(_ id: String) -> Bool {
        (try? plain(.vehicles, beginning: id))?.contains(id) ?? false
    }

    private func all(_ kind: Kind, beginning prefix: String) throws -> [Name] {
        switch kind {
        case .sources: try sources()
        case .colors: try colors() + ["unknown", "all"].map { Name($0) }
        case .types: try types()
        case .states: states()
        case .zones: ((try? zones()) ?? []) + files(beginning: prefix)
        default: try plain(kind, beginning: prefix).map { Name($0) }
        }
    }

    private func plain(_ kind: Kind, beginning prefix: String) throws -> [String] {
        switch kind {
        case .sources, .colors, .types, .states, .zones: []
        case .regions:
            try Set(
                read { reader, key in
                    try [key, key.forSites].flatMap { key in
                        (try reader.info(of: key)?.feed.regionNames ?? [:]).values
                    }
                }
            ).sorted(by: ByteOrder.precedes)
        case .properties:
            try read { try $0.info(of: $1)?.feed.properties ?? [] }.map { $0.name + "=" }
        case .sites: try read { try $0.sites(of: $1.forSites) }.map(\.id)
        case .vehicles:
            try read { try $0.vehicles(.prefix, prefix, of: $1, limit: Self.limit) }.map(\.id)
        case .favorites: try annotations { try $0.favorites() }.map(\.id)
        case .notes: try annotations { try $0.notes() }.map { String($0.number) }
        case .views: try views()
        case .printers: try Printers(in: context).all().map(\.name)
        }
    }

    /// Maximum number of sources of which the vehicles are counted.
    private static let maxCounted = 20

    private func sources() throws -> [Name] {
        let preferences = try context.preferences().get()
        let names =
            try preferences.sourceNames
            + (TeamAccount(in: context).file().load()?.sources ?? []).map {
                TeamSource.prefix + $0.name
            }
        return names.prefix(Self.maxCounted).map { name in
            let one = StoredNames(of: name, in: context)
            let total = try? one.read { [try $0.info(of: $1)?.listedTotal] }.first ?? nil
            return total.map { Name(name, count: $0) } ?? Name(name)
        }
            + names.dropFirst(Self.maxCounted).map { Name($0) } + [Name("sim://demo", "simulated")]
    }

    private func types() throws -> [Name] {
        var counts: [String: Int] = [:]
        var names: [String: String] = [:]
        for feed in try feeds() {
            for values in [feed.typePropulsions, feed.typeFormFactors] {
                for value in (values ?? [:]).values { counts[value] = 0 }
            }
            names.merge(feed.typeNames ?? [:]) { first, _ in first }
        }
        let propulsions = try feeds().first?.typePropulsions ?? [:]
        for facet in try read({ try $0.facetCounts(of: $1) }) where facet.state.isInPublicSpace {
            let propulsion = facet.typeID.flatMap { propulsions[$0] }
            for name in Set([facet.typeID, facet.formFactor, propulsion].compactMap(\.self)) {
                counts[name, default: 0] += facet.count
            }
        }
        return counts.sorted { ByteOrder.precedes($0.key, $1.key) }.map { id, count in
            let text = ShortText.count(count, "vehicle")
            return Name(id, names[id].map { "\(TerminalText.limited($0)), \(text)" } ?? text)
        }
    }

    private func feeds() throws -> [FeedDescription] {
        try read { reader, key in
            try [key, key.forSites].compactMap { try reader.info(of: $0)?.feed }
        }
    }

    private func states() -> [Name] {
        let facets = (try? read { try $0.facetCounts(of: $1) }) ?? []
        return VehicleState.allCases.map { state in
            guard !facets.isEmpty else { return Name(state.rawValue) }
            return Name(
                state.rawValue,
                count: facets.reduce(0) { $0 + ($1.state == state ? $1.count : 0) })
        }
    }

    /// The zones of the source, with the vehicles in each.
    private func zones() throws -> [Name] {
        try read { reader, key in
            let zones = try reader.zones(.all, of: key)?.zones ?? []
            let index = ZoneIndex(zones.map(\.area))
            var counts = [Int](repeating: 0, count: zones.count)
            _ = try reader.forEachPosition(Filter(), of: key) { _, position, _, _ in
                for zone in index.areas(at: position) { counts[zone] += 1 }
            }
            return zip(zones, counts).prefix(Self.limit).map { Name($0.name, count: $1) }
        }
    }

    /// The GeoJSON files and the folders in the folder that is typed.
    private func files(beginning prefix: String) -> [Name] {
        let folder = prefix.lastIndex(of: "/").map { String(prefix[...$0]) } ?? ""
        let path = folder.hasPrefix("/") ? folder : "\(context.directory)/\(folder)"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.sorted().compactMap { name -> Name? in
            let isFile = [".geojson", ".json"].contains(where: name.lowercased().hasSuffix)
            let isFolder = FileSystem.isFolder(FilePath(path + "/" + name))
            // The case of a path matters.
            let path = folder + name + (isFolder ? "/" : "")
            guard !name.hasPrefix("."), isFile || isFolder, path.hasPrefix(prefix) else {
                return nil
            }
            return Name(path, isPath: true)
        }
    }

    /// The single tones of the stored colors, and each combination of them that a vehicle has.
    private func colors() throws -> [Name] {
        var (tones, labels) = ([String: Int](), [String: Int]())
        for color in try read({ try $0.colorCounts(of: $1) }) {
            guard let value = color.color else { continue }
            for tone in Set(value.tones) { tones[tone, default: 0] += color.count }
            labels[value.label, default: 0] += color.count
        }
        return [tones, labels.filter { tones[$0.key] == nil }].flatMap { counts in
            counts.sorted { ByteOrder.precedes($0.key, $1.key) }.map { Name($0, count: $1) }
        }
    }

    private func read<Value>(
        _ body: (any SnapshotReader, SourceKey) throws -> [Value]
    ) throws -> [Value] {
        guard let (key, store) = try stored() else { return [] }
        return try store.snapshots.read { try body($0, key) }
    }

    private func annotations<Value>(
        _ body: (HomeAnnotations) throws -> [Value]
    ) throws -> [Value] {
        let selected = try selected()
        guard let key = selected.key else { return [] }
        let file = HomeTeamFile(of: try context.home(), isReadOnly: true)
        return try body(HomeAnnotations(of: key.uuid, selected.owner, in: context, file))
    }

    private func views() throws -> [String] {
        let file = HomeTeamFile(of: try context.home(), isReadOnly: true)
        return try HomeViews(of: selected().owner, in: context, file).all().map(\.name.text)
    }

    /// The key of the source's vehicles and the store that has them; `nil` if it is not stored.
    private func stored() throws -> (SourceKey, any FleetStore)? {
        let selected = try selected()
        let path = try context.home().storePath(of: selected)
        return try selected.key.map { ($0, try HomeStore(readingOnly: path)) }
    }

    private func selected() throws -> ResolvedSource {
        let credentials = try context.sourceCatalog().loadCredentials()
        return try ResolvedSource.find(
            source, in: context.preferences(), login: TeamAccount(in: context).file().load(),
            credentials: { credentials[$0] ?? Credentials() }, directory: context.directory,
            fileExists: { _ in true }
        ).reading(in: nil, orElse: context.userLanguage)
    }
}
