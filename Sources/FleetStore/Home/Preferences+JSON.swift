import FleetCore
import Foundation

/// The document: `{"version":1,"defaultSource":…,"filter":{"colors":[…]},"sources":{NAME:{…}}}`.
extension Preferences {
    /// Reads a document; the path of a source's file may be relative to `folder`.
    init(document: Data, folder: String) throws(SettingsFault) {
        let root = try SettingsObject(document: document)
        try root.checkVersion()
        defaultSource = try root.text("defaultSource")
        colorFilter = try Self.colorFilter(in: root)
        sources = [:]
        self.document = document
        guard let sources = try root.object("sources") else { return }
        for name in sources.fields.keys {
            guard let source = try sources.object(name) else { continue }
            guard Source.isName(name) else { throw sources.wrong(name, "is no name of a source") }
            self.sources[name] = try Source(settings: source, folder: folder)
        }
    }

    /// Writes the document: what was read, with what differs now put in.
    ///
    /// Fields that are not known keep their values: numbers all of their digits, up to the 38 of
    /// Foundation's `Decimal`, but not how they were written (`1.0` becomes `1`).
    func written(folder: String) throws(SettingsFault) -> Data {
        let old = try document.map { document throws(SettingsFault) in
            try Preferences(document: document, folder: folder)
        }
        var fields = try document.map(SettingsObject.init(document:))?.fields ?? [:]
        fields["version"] = 1
        if defaultSource != old?.defaultSource { fields["defaultSource"] = defaultSource }
        if colorFilter != old?.colorFilter ?? .all { putColorFilter(into: &fields) }
        putSources(into: &fields, old: old?.sources ?? [:])
        return try Self.text(of: fields)
    }

    private static func colorFilter(in root: SettingsObject) throws(SettingsFault) -> ColorFilter {
        guard let filter = try root.object("filter"), let words = try filter.texts("colors") else {
            return .all
        }
        guard let colors = ColorFilter(words) else {
            throw filter.wrong("colors", "holds a text that is no color")
        }
        return colors
    }

    private func putColorFilter(into fields: inout [String: Any]) {
        var filter = fields["filter"] as? [String: Any] ?? [:]
        filter["colors"] = colorFilter == .all ? nil : colorFilter.words
        fields["filter"] = filter.isEmpty ? nil : filter
    }

    private func putSources(into fields: inout [String: Any], old: [String: Source]) {
        var objects = fields["sources"] as? [String: Any] ?? [:]
        for name in old.keys where sources[name] == nil { objects[name] = nil }
        for (name, source) in sources where source != old[name] {
            var object = objects[name] as? [String: Any] ?? [:]
            source.put(into: &object, old: old[name])
            objects[name] = object
        }
        fields["sources"] = objects
    }

    private static func text(of fields: [String: Any]) throws(SettingsFault) -> Data {
        do {
            var text = try JSONSerialization.data(
                withJSONObject: fields,
                options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
            text.append(UInt8(ascii: "\n"))
            return text
        } catch {
            throw .wrong("it cannot be written as JSON")
        }
    }
}
