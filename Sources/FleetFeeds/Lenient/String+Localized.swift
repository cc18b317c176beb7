import JSON

extension String {
    /// Size limits of a localized text, well above any real name.
    private static let maxLocalizedNodes = 10_000
    private static let maxLocalizedDepth = 8

    /// Reads a text that is plain, or localized as in GBFS 3.0 and later: `[{"text", "language"}]`.
    ///
    /// Takes the text in the nearest language (``FeedLanguage``), as everywhere in a feed. Also
    /// accepts an object of texts by language.
    init?(localized field: JSONField) {
        guard field.kind == .container else {
            self.init(lenient: field)
            return
        }
        let document = JSONDocument(Array(field.bytes))
        let tree = try? document.value(
            maxNodes: Self.maxLocalizedNodes, maxDepth: Self.maxLocalizedDepth)
        let translations = tree.map(Translation.all) ?? []
        let texts = FeedLanguage.sorted(translations.map { ($0.language, $0.text) })
        guard let text = texts.first else { return nil }
        self = text
    }
}

/// Text in one language.
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
