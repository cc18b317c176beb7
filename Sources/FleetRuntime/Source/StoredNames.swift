import FleetClient
import FleetCore
import FleetSQL
import FleetSQLite
import FleetSettings
import FleetTeam

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
            case .colors, .types, .regions, .properties, .sites, .vehicles, .favorites, .views: true
            case .sources, .notes, .printers: false
            }
        }

        /// Whether an argument may have several, separated by commas.
        fileprivate var isList: Bool {
            switch self {
            case .colors, .types: true
            case .sources, .regions, .properties, .sites, .vehicles, .favorites, .notes, .views,
                .printers:
                false
            }
        }
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
        let isNext = kind.isList ? prefix.lastIndex(of: ",").map { prefix.index(after: $0) } : nil
        let start = isNext ?? prefix.startIndex
        let names = (try? all(kind, beginning: String(prefix[start...]))) ?? []
        return names.filter { !$0.isEmpty && !$0.hasPrefix("-") && TerminalText.escaped($0) == $0 }
            .map { prefix[..<start] + $0 }
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
        (try? all(.vehicles, beginning: id))?.contains(id) ?? false
    }

    private func all(_ kind: Kind, beginning prefix: String) throws -> [String] {
        switch kind {
        case .sources:
            try context.preferences().get().sourceNames
                + (TeamAccount(in: context).file().load()?.sources ?? []).map {
                    TeamSource.prefix + $0.name
                }
                + ["sim://demo"]
        case .colors:
            try colors() + ["unknown", "all"]
        case .types:
            try types()
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

    private func types() throws -> [String] {
        let types = try read { try $0.facetCounts(of: $1) }.flatMap { [$0.typeID, $0.formFactor] }
        let published = try read { reader, key in
            try [key, key.forSites].compactMap { try reader.info(of: $0)?.feed }.flatMap { feed in
                [feed.typePropulsions, feed.typeFormFactors].flatMap { ($0 ?? [:]).values }
            }
        }
        return Set(types.compactMap(\.self) + published).sorted(by: ByteOrder.precedes)
    }

    /// The single tones of the stored colors, and each combination of them that a vehicle has.
    private func colors() throws -> [String] {
        let colors = try read { try $0.colorCounts(of: $1) }.compactMap(\.color)
        let tones = Set(colors.flatMap(\.tones))
        return tones.sorted(by: ByteOrder.precedes)
            + Set(colors.map(\.label)).subtracting(tones).sorted(by: ByteOrder.precedes)
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
