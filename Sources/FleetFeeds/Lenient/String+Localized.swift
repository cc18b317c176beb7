import JSON

extension String {
    /// Limits of a localised text: more would be no name.
    private static let localizedNodes = 10_000
    private static let localizedDepth = 8

    /// Reads a text that is plain, or localised as from GBFS 3.0 on: `[{"text", "language"}]`.
    ///
    /// English comes first, as everywhere in a feed; without it the first text that is not empty.
    /// An object of texts by language is taken as well.
    init?(localized field: JSONField) {
        guard field.kind == .container else {
            self.init(lenient: field)
            return
        }
        let document = JSONDocument(Array(field.bytes))
        let tree = try? document.value(maxNodes: Self.localizedNodes, maxDepth: Self.localizedDepth)
        let translations = tree.map(Translation.all) ?? []
        let english = translations.first { GBFS.isEnglish($0.language) }
        guard let text = (english ?? translations.first)?.text else { return nil }
        self = text
    }
}

/// A text in one language.
private struct Translation {
    var language: String
    var text: String

    private init?(_ element: JSONValue) {
        guard let text = String(lenient: element["text"]) else { return nil }
        self.init(language: element["language"]?.string ?? "", text: text)
    }

    private init(language: String, text: String) {
        self.language = language
        self.text = text
    }

    static func all(in value: JSONValue) -> [Translation] {
        if let elements = value.array { return elements.compactMap(Translation.init) }
        if let translation = Translation(value) { return [translation] }
        return value.object?.members.compactMap { member in
            String(lenient: member.value).map { Translation(language: member.key, text: $0) }
        } ?? []
    }
}
