public import FleetCore
public import Foundation

/// User preferences: the sources, the default source and the saved filter.
public struct Preferences: Equatable, Sendable {
    /// Name of the source to use if none is given.
    public var defaultSource: String?
    /// How long the changes of sources without a setting of their own are kept; `nil` for no time.
    public internal(set) var defaultHistory: HistorySetting? {
        didSet { applyDefaultHistory() }
    }
    /// Saved color filters, by UUID of the source.
    var colorFilters: [UUID: ColorFilter] = [:]
    /// Saved columns of the browser's list, by UUID of the source.
    var browserColumns: [UUID: [String]] = [:]
    /// Whether the filter of an earlier version, for all sources, became that of the default
    /// source.
    private var hasAdoptedFilter = false
    /// Sources by name; every name satisfies `Source.isName`.
    public var sources: [String: Source]
    /// UUIDs of the sources that earlier versions removed, by name: their favorites and notes come
    /// back if the name is added again.
    var removed: [String: UUID] = [:]
    /// Sources that were removed, whose stored data is still to be deleted.
    public internal(set) var pendingRemovals: [UUID: Removal] = [:]
    /// Document that the preferences were read from; it may contain unknown fields.
    private(set) var document: SettingsDocument?

    /// Creates preferences without a file.
    public init(defaultSource: String? = nil, sources: [String: Source] = [:]) {
        self.defaultSource = defaultSource
        self.sources = sources
    }

    /// Preferences of a new home: the simulated fleet, unfiltered.
    public static let initial = Preferences(
        defaultSource: "demo",
        sources: [
            "demo": Source(
                location: .simulation("sim://demo"), uuid: UUID(sourceName: "demo"))
        ])

    /// Sets how long the changes of sources without a setting of their own are kept.
    ///
    /// Those that would keep less get what they have as a setting of their own, so nothing is removed.
    /// - Returns: Their names.
    public mutating func setDefaultHistory(_ history: HistorySetting?) -> [String] {
        let losing = sourceNames.filter { name in
            guard let old = sources[name], old.ownHistory == nil else { return false }
            var new = old
            new.defaultHistory = history
            return old.losesHistory(as: new)
        }
        for name in losing { sources[name]?.ownHistory = defaultHistory.map(HistoryChoice.kept) }
        defaultHistory = history
        return losing
    }

    private mutating func applyDefaultHistory() {
        for name in sources.keys { sources[name]?.defaultHistory = defaultHistory }
    }

    /// Names of the sources, in byte order.
    public var sourceNames: [String] { sources.keys.sorted(by: ByteOrder.precedes) }

    /// Names of the sources that a server polls, in byte order: all, but the simulated fleet of a
    /// new home only as long as there is no other.
    public var servedNames: [String] {
        let added = sourceNames.filter { !isPlaceholder($0) }
        return added.isEmpty ? sourceNames : added
    }

    /// Whether there is no source yet but the simulated fleet of a new home.
    public var hasOnlyPlaceholder: Bool { sources.keys.allSatisfy(isPlaceholder) }

    /// Returns whether a source is the simulated fleet of a new home, as it was.
    private func isPlaceholder(_ name: String) -> Bool {
        var source = sources[name]
        source?.defaultHistory = nil
        return source == Self.initial.sources[name]
    }

    /// Returns the name of the source with a UUID.
    public func name(of uuid: UUID?) -> String? {
        uuid.flatMap { uuid in sources.first { $0.value.uuid == uuid }?.key }
    }

    /// Returns the saved color filter of a source.
    public func colors(of source: UUID) -> ColorFilter { colorFilters[source] ?? .all }

    /// Saves the color filter of a source.
    ///
    /// Too many filters of sources without a name are forgotten.
    public mutating func setColors(_ colors: ColorFilter, of source: UUID) {
        colorFilters[source] = colors == .all ? nil : colors
        guard colorFilters.count > Self.maxColorFilters else { return }
        let named = Set(sources.values.compactMap(\.uuid))
        colorFilters = colorFilters.filter { $0.key == source || named.contains($0.key) }
    }

    private static let maxColorFilters = 200

    /// Returns the saved columns of the browser's list; `nil` for the usual ones.
    public func columns(of source: UUID) -> [String]? { browserColumns[source] }

    /// Saves the columns of the browser's list, none for the usual ones.
    ///
    /// Too many of sources without a name are forgotten.
    public mutating func setColumns(_ columns: [String], of source: UUID) {
        browserColumns[source] = columns.isEmpty ? nil : columns
        guard browserColumns.count > Self.maxColorFilters else { return }
        let named = Set(sources.values.compactMap(\.uuid))
        browserColumns = browserColumns.filter { $0.key == source || named.contains($0.key) }
    }

    /// Returns the source of a name or of a former name, with its current name.
    public func source(named name: String) -> (name: String, source: Source)? {
        if let source = sources[name] { return (name, source) }
        let renamed = sourceNames.first { sources[$0]?.aliases.contains(name) ?? false }
        return renamed.flatMap { renamed in sources[renamed].map { (renamed, $0) } }
    }

    /// Gives a source another name; its old name becomes an alias.
    public mutating func rename(_ name: String, to new: String) {
        guard var source = sources.removeValue(forKey: name) else { return }
        source.aliases = source.aliases.filter { $0 != name && $0 != new } + [name]
        freeAlias(new)
        sources[new] = source
        if defaultSource == name { defaultSource = new }
    }

    /// Removes an alias that becomes the name of a source.
    private mutating func freeAlias(_ name: String) {
        for other in sources.keys { sources[other]?.aliases.removeAll { $0 == name } }
    }

    /// Whether a source that is added becomes the default: if none is set, or if it is the first
    /// besides the simulated fleet of a new home.
    public var adoptsNextSource: Bool {
        defaultSource == nil || sources.allSatisfy { $0.key == Self.initial.defaultSource }
    }

    /// The data that the removal of a source deletes.
    public enum Removal: String, Sendable {
        /// Everything that is stored about the source.
        case everything
        /// The snapshots and pictures, but not the favorites and notes.
        case snapshots
    }

    /// Adds a source, or replaces the one of that name.
    ///
    /// A source without a UUID keeps the one of the source that it replaces, because favorites and
    /// notes are stored under it.
    public mutating func set(
        _ source: Source, named name: String, newUUID: @autoclosure () -> UUID
    ) {
        let known = sources[name]?.uuid ?? removed.removeValue(forKey: name)
        let uuid = source.uuid ?? known ?? newUUID()
        freeAlias(name)
        sources[name] = source
        sources[name]?.uuid = uuid
        sources[name]?.defaultHistory = defaultHistory
        pendingRemovals[uuid] = nil
    }

    /// Removes a source; what is stored about it is deleted afterwards.
    /// - Returns: The source, or `nil` if there is none of that name.
    public mutating func remove(_ name: String, _ removal: Removal = .everything) -> Source? {
        guard let source = sources.removeValue(forKey: name) else { return nil }
        if let uuid = source.uuid {
            pendingRemovals[uuid] = removal
            (colorFilters[uuid], browserColumns[uuid]) = (nil, nil)
        }
        if defaultSource == name { defaultSource = nil }
        return source
    }

    /// Forgets removals whose stored data is deleted.
    public mutating func finish(_ removals: some Sequence<UUID>) {
        for uuid in removals { pendingRemovals[uuid] = nil }
    }
}

/// JSON format: `{"version":1,"defaultSource":…,"history":"30d","filters":{UUID:{"colors":[…],
/// "columns":[…]}},"sources":{NAME:{…}},"removed":{NAME:UUID},"pendingRemovals":{UUID:"everything"|"snapshots"}}`.
///
/// `"filter":{"colors":[…]}` of an earlier version is that of the default source, until the filters
/// are written.
extension Preferences {
    /// Parses a document; file paths of sources may be relative to `folder`.
    init(document bytes: Data, folder: String) throws(SettingsError) {
        let document = try SettingsDocument(bytes)
        let root = document.root
        try root.checkVersion()
        defaultSource = try root.string("defaultSource")
        sources = [:]
        self.document = document
        removed = try Self.removed(in: root)
        pendingRemovals = try Self.pendingRemovals(in: root)
        if let sources = try root.object("sources") {
            self.sources = try Self.sources(in: sources, folder: folder)
        }
        defaultHistory = try Self.defaultHistory(in: root)
        applyDefaultHistory()
        colorFilters = try Self.colorFilters(in: root)
        browserColumns = try Self.browserColumns(in: root)
        let earlier = try root.object("filter").map(Self.colors) ?? .all
        if let uuid = defaultSource.flatMap({ sources[$0]?.uuid }), earlier != .all {
            hasAdoptedFilter = true
            if colorFilters[uuid] == nil { colorFilters[uuid] = earlier }
        }
    }

    private static func sources(
        in settings: SettingsObject, folder: String
    ) throws(SettingsError) -> [String: Source] {
        var sources: [String: Source] = [:]
        var names: [UUID: String] = [:]
        let all = settings.fields.keys.sorted(by: ByteOrder.precedes)
        for name in all {
            guard let object = try settings.object(name) else { continue }
            guard Source.isName(name) else {
                throw settings.invalid(name, "is not a valid source name")
            }
            let source = try Source(settings: object, folder: folder)
            sources[name] = source
            if let uuid = source.uuid, let other = names.updateValue(name, forKey: uuid) {
                throw object.invalid("uuid", "is also that of \(other); remove it from the copy")
            }
        }
        // A new block in the file has no UUID, and a renamed source may have the one of its name.
        for name in all where sources[name]?.uuid == nil {
            let byName = UUID(sourceName: name)
            sources[name]?.uuid = names[byName] == nil ? byName : UUID(sourceName: name + ":new")
        }
        return sources
    }

    private static func defaultHistory(
        in root: SettingsObject
    ) throws(SettingsError) -> HistorySetting? {
        guard let text = try root.string("history") else { return nil }
        do throws(QuantityError) {
            return try HistorySetting(text)
        } catch {
            throw root.invalid("history", error.requirement)
        }
    }

    private static func removed(in root: SettingsObject) throws(SettingsError) -> [String: UUID] {
        guard let removed = try root.object("removed") else { return [:] }
        var uuids: [String: UUID] = [:]
        for name in removed.fields.keys { uuids[name] = try removed.uuid(name) }
        return uuids
    }

    private static func pendingRemovals(
        in root: SettingsObject
    ) throws(SettingsError) -> [UUID: Removal] {
        guard let pending = try root.object("pendingRemovals") else { return [:] }
        var removals: [UUID: Removal] = [:]
        for text in pending.fields.keys {
            guard let uuid = UUID(uuidString: text),
                let removal = try pending.string(text).flatMap(Removal.init)
            else { throw pending.invalid(text, "is not a pending removal") }
            removals[uuid] = removal
        }
        return removals
    }

    /// Encodes the preferences by applying the changes since `old` to its document.
    ///
    /// Unknown fields keep their values. Numbers keep up to 38 digits (Foundation's `Decimal`) but
    /// not their notation (`1.0` becomes `1`).
    func encoded(replacing old: Preferences) throws(SettingsError) -> Data {
        var fields = old.document?.root.fields ?? [:]
        // Without a document, everything is new.
        let known = old.document == nil ? nil : old
        fields["version"] = 1
        if defaultSource != known?.defaultSource { fields["defaultSource"] = defaultSource }
        if defaultHistory != known?.defaultHistory { fields["history"] = defaultHistory?.text }
        if colorFilters != known?.colorFilters ?? [:]
            || browserColumns != known?.browserColumns ?? [:]
            || (hasAdoptedFilter && defaultSource != known?.defaultSource)
        {
            updateColorFilters(in: &fields)
        }
        updateSources(in: &fields, old: known?.sources ?? [:])
        fields["removed"] =
            removed.isEmpty ? nil : removed.mapValues { $0.uuidString.lowercased() }
        fields["pendingRemovals"] =
            pendingRemovals.isEmpty
            ? nil
            : Dictionary(
                uniqueKeysWithValues: pendingRemovals.map {
                    ($0.key.uuidString.lowercased(), $0.value.rawValue)
                })
        return try Self.data(of: fields)
    }

    private static func colorFilters(
        in root: SettingsObject
    ) throws(SettingsError) -> [UUID: ColorFilter] {
        guard let filters = try root.object("filters") else { return [:] }
        var colors: [UUID: ColorFilter] = [:]
        for text in filters.fields.keys {
            guard let uuid = UUID(uuidString: text), let filter = try filters.object(text) else {
                continue
            }
            let saved = try Self.colors(in: filter)
            if saved != .all { colors[uuid] = saved }
        }
        return colors
    }

    private static func browserColumns(
        in root: SettingsObject
    ) throws(SettingsError) -> [UUID: [String]] {
        guard let filters = try root.object("filters") else { return [:] }
        var columns: [UUID: [String]] = [:]
        for text in filters.fields.keys {
            guard let uuid = UUID(uuidString: text) else { continue }
            columns[uuid] = try filters.object(text)?.strings("columns")
        }
        return columns.filter { !$0.value.isEmpty }
    }

    private static func colors(in filter: SettingsObject) throws(SettingsError) -> ColorFilter {
        guard let names = try filter.strings("colors") else { return .all }
        guard let colors = ColorFilter(names) else {
            throw filter.invalid("colors", "contains an invalid color")
        }
        return colors
    }

    private func updateColorFilters(in fields: inout [String: Any]) {
        var filters: [String: [String: Any]] = [:]
        for (key, filter) in fields["filters"] as? [String: [String: Any]] ?? [:] {
            filters[UUID(uuidString: key).map(Self.text) ?? key] = filter
        }
        for key in filters.keys where UUID(uuidString: key) != nil {
            filters[key]?["colors"] = nil
            filters[key]?["columns"] = nil
        }
        for (uuid, colors) in colorFilters {
            filters[Self.text(uuid), default: [:]]["colors"] = colors.labels
        }
        for (uuid, columns) in browserColumns {
            filters[Self.text(uuid), default: [:]]["columns"] = columns
        }
        filters = filters.filter { !$0.value.isEmpty }
        fields["filters"] = filters.isEmpty ? nil : filters
        guard hasAdoptedFilter, var earlier = fields["filter"] as? [String: Any] else { return }
        earlier["colors"] = nil
        fields["filter"] = earlier.isEmpty ? nil : earlier
    }

    private static func text(_ uuid: UUID) -> String { uuid.uuidString.lowercased() }

    private func updateSources(in fields: inout [String: Any], old: [String: Source]) {
        var objects = fields["sources"] as? [String: Any] ?? [:]
        let before = objects
        for name in old.keys where sources[name] == nil { objects[name] = nil }
        for (name, source) in sources {
            // A renamed source keeps its unknown fields, too.
            let renamed = source.aliases.last { old[$0]?.uuid == source.uuid }
            let oldName = old[name] == nil ? renamed ?? name : name
            var object = before[oldName] as? [String: Any] ?? [:]
            source.update(&object, old: old[oldName])
            objects[name] = object
        }
        fields["sources"] = objects
    }

    private static func data(of fields: [String: Any]) throws(SettingsError) -> Data {
        do {
            var data = try JSONSerialization.data(
                withJSONObject: fields,
                options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
            data.append(UInt8(ascii: "\n"))
            return data
        } catch {
            throw .invalid("it cannot be encoded as JSON")
        }
    }
}
