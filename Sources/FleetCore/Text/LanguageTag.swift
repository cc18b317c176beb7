/// The language in which the texts of a feed are read, as its tag (BCP 47), such as `de` or `pt-BR`.
public struct LanguageTag: Hashable, Sendable {
    /// The tag, as it was written, with hyphens.
    public let text: String
    private let parts: [String]

    /// Maximum length of a tag, in bytes.
    private static let maxLength = 35
    /// Languages with one written form in feeds: Bokmål and Nynorsk are Norwegian.
    private static let macrolanguages = ["nb": "no", "nn": "no"]

    /// Parses a tag, also one with underscores; `nil` for a text that cannot be a tag.
    public init?(_ text: String) {
        let text = text.replacing("_", with: "-")
        let parts = Self.parts(of: text)
        guard text.utf8.count <= Self.maxLength, let language = parts.first,
            (2...8).contains(language.utf8.count),
            language.utf8.allSatisfy({ $0.isLetterOrDigit && !$0.isDigit }),
            parts.allSatisfy({
                (1...8).contains($0.utf8.count) && $0.utf8.allSatisfy(\.isLetterOrDigit)
            })
        else { return nil }
        (self.text, self.parts) = (text, parts)
    }

    /// Reads the language of a user's messages from `LC_ALL`, `LC_MESSAGES` or `LANG`, such as
    /// `de_DE.UTF-8` (POSIX, Base Definitions, section 8.2).
    ///
    /// `nil` for English, in which the texts of a feed are read by default, and for `C` and `POSIX`.
    public init?(environment: (String) -> String?) {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
        let values = names.compactMap { environment($0) }
        guard let locale = values.first(where: { !$0.isEmpty }),
            let tag = Self(String(locale.prefix { $0 != "." && $0 != "@" })),
            !["posix", "en"].contains(tag.parts[0])
        else { return nil }
        self = tag
    }

    /// Returns how far a language of a feed is from the wanted one; 0 is the nearest.
    ///
    /// After the language itself come its more general or special forms, other forms of it, then
    /// English, and last all others; a reader takes the first of them.
    public static func distance(of tag: String, from wanted: LanguageTag?) -> Int {
        let parts = parts(of: tag.replacing("_", with: "-"))
        if let wanted {
            if parts == wanted.parts { return 0 }
            if !parts.isEmpty, parts.starts(with: wanted.parts) || wanted.parts.starts(with: parts)
            {
                return 1
            }
            if language(of: parts) == language(of: wanted.parts) { return 2 }
        }
        return parts.first == "en" ? 3 : 4
    }

    private static func parts(of tag: String) -> [String] {
        tag.lowercased().split(separator: "-", omittingEmptySubsequences: false)
            .map(String.init)
    }

    private static func language(of parts: [String]) -> String? {
        parts.first.map { macrolanguages[$0] ?? $0 }
    }
}
