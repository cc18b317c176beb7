public import FleetCore
import Foundation

/// User preferences: the sources, the default source and the saved filter.
public struct Preferences: Equatable, Sendable {
    /// Name of the source to use if none is given.
    public var defaultSource: String?
    /// Saved color filter.
    public var colorFilter: ColorFilter
    /// Sources by name; every name satisfies `Source.isName`.
    public var sources: [String: Source]
    /// Document that the preferences were read from; it may contain unknown fields.
    var document: Data?

    /// Creates preferences without a file.
    public init(
        defaultSource: String? = nil, colorFilter: ColorFilter = .all,
        sources: [String: Source] = [:]
    ) {
        self.defaultSource = defaultSource
        self.colorFilter = colorFilter
        self.sources = sources
    }

    /// Preferences of a new home: the simulated fleet, unfiltered.
    public static let initial = Preferences(
        defaultSource: "demo", sources: ["demo": Source(location: .simulation("sim://demo"))])

    /// Names of the sources, in byte order.
    public var sourceNames: [String] { sources.keys.sorted(by: ByteOrder.precedes) }
}

/// JSON format: `{"version":1,"defaultSource":…,"filter":{"colors":[…]},"sources":{NAME:{…}}}`.
extension Preferences {
    /// Parses a document; file paths of sources may be relative to `folder`.
    init(document: Data, folder: String) throws(SettingsError) {
        let root = try SettingsObject(document: document)
        try root.checkVersion()
        defaultSource = try root.string("defaultSource")
        colorFilter = try Self.colorFilter(in: root)
        sources = [:]
        self.document = document
        guard let sources = try root.object("sources") else { return }
        for name in sources.fields.keys {
            guard let source = try sources.object(name) else { continue }
            guard Source.isName(name) else {
                throw sources.invalid(name, "is not a valid source name")
            }
            self.sources[name] = try Source(settings: source, folder: folder)
        }
    }

    /// Encodes the preferences by applying the changes to the document that was read.
    ///
    /// Unknown fields keep their values. Numbers keep up to 38 digits (Foundation's `Decimal`) but
    /// not their notation (`1.0` becomes `1`).
    func encoded(folder: String) throws(SettingsError) -> Data {
        let old = try document.map { document throws(SettingsError) in
            try Preferences(document: document, folder: folder)
        }
        var fields = try document.map(SettingsObject.init(document:))?.fields ?? [:]
        fields["version"] = 1
        if defaultSource != old?.defaultSource { fields["defaultSource"] = defaultSource }
        if colorFilter != old?.colorFilter ?? .all { updateColorFilter(in: &fields) }
        updateSources(in: &fields, old: old?.sources ?? [:])
        return try Self.data(of: fields)
    }

    private static func colorFilter(in root: SettingsObject) throws(SettingsError) -> ColorFilter {
        guard let filter = try root.object("filter"), let names = try filter.strings("colors")
        else {
            return .all
        }
        guard let colors = ColorFilter(names) else {
            throw filter.invalid("colors", "contains an invalid color")
        }
        return colors
    }

    private func updateColorFilter(in fields: inout [String: Any]) {
        var filter = fields["filter"] as? [String: Any] ?? [:]
        filter["colors"] = colorFilter == .all ? nil : colorFilter.labels
        fields["filter"] = filter.isEmpty ? nil : filter
    }

    private func updateSources(in fields: inout [String: Any], old: [String: Source]) {
        var objects = fields["sources"] as? [String: Any] ?? [:]
        for name in old.keys where sources[name] == nil { objects[name] = nil }
        for (name, source) in sources where source != old[name] {
            var object = objects[name] as? [String: Any] ?? [:]
            source.update(&object, old: old[name])
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
