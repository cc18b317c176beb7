import ArgumentParser
import FleetCore

/// Option for the language in which a command reads a source that is not saved.
struct LanguageOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Language of the names and texts in the feed of a source that is not saved.",
            discussion: """
                The nearest language of the feed is used: other forms of the language, then English, \
                then the first one. By default, it is the language of LC_ALL, LC_MESSAGES or LANG. A \
                saved source has its own: see `fleet source edit --language`.
                """,
            valueName: "tag"),
        transform: Self.tag)
    var language: LanguageTag?

    /// Parses a tag of a language.
    /// - Throws: `ValidationError` for a text that cannot be one.
    static func tag(_ text: String) throws -> LanguageTag {
        guard let tag = LanguageTag(text) else {
            throw ValidationError("'\(text)' is not a language tag, such as de or pt-BR")
        }
        return tag
    }
}

/// The language of a saved source on the command line: a tag, or `none`.
struct SavedLanguage: Sendable {
    let tag: LanguageTag?

    init(_ text: String) throws { tag = text == "none" ? nil : try LanguageOption.tag(text) }
}
