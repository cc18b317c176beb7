import FleetCore
import Foundation

@testable import FleetServer

/// A language whose translations are the English texts in brackets, which shows what is not
/// translated on a page: the text outside of the brackets.
///
/// Values stand outside of the brackets of the text that has them, so that a word in a value is
/// found, too.
enum PseudoLanguage {
    private static let tag = "qps"

    /// The language, whose templates are parsed.
    static func language() throws -> Language {
        try PageRenderer.parse(for: tag) { bracketed($0, values: /\{\{[^}]*\}\}|<[^>]*>/) }
        var translations: [String: Language.Translation] = [:]
        for file in LanguageFile.all.values {
            for english in file.program.keys {
                translations[english] = .text(bracketed(english, values: /\{\d\}/))
            }
        }
        return Language(tag, name: "Pseudo", translations: translations)
    }

    private static func bracketed(_ text: String, values: Regex<Substring>) -> String {
        var (result, start) = ("", text.startIndex)
        func piece(_ end: String.Index) -> String {
            let piece = text[start..<end]
            return piece.contains(where: \.isLetter) ? "⟦\(piece)⟧" : String(piece)
        }
        for match in text.matches(of: values) {
            result += piece(match.range.lowerBound) + match.output
            start = match.range.upperBound
        }
        return result + piece(text.endIndex)
    }

    /// Returns the pieces of text of a page outside of the brackets.
    static func untranslated(_ page: String) -> [String] {
        shownTexts(page).map { $0.replacing(/⟦[^⟦⟧]*⟧/, with: "\n") }
            .flatMap { $0.split(separator: "\n") }
            .map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { !$0.isEmpty }
    }

    /// The words that templates show without marks.
    static let templateWords: Set<String> = {
        var words: Set<String> = []
        for file in WebFile.all where file.path.hasPrefix("templates/") {
            let text = file.text.replacing(/\[\[.*?\]\]/.dotMatchesNewlines(), with: " ")
                .replacing(/\{\{[^}]*\}\}/, with: " ")
            words.formUnion(shownTexts(text).flatMap(Self.words))
        }
        return words
    }()

    /// Returns the words of a text in lower case.
    static func words(_ text: String) -> [String] {
        text.matches(of: /\p{L}{2,}/).map { String($0.output).lowercased() }
    }

    /// Returns the texts that a page shows, or says to those who do not see it.
    private static func shownTexts(_ page: String) -> [String] {
        let body = page.replacing(
            /<(script|style|code|pre|textarea)\b.*?<\/\1>/.dotMatchesNewlines(), with: " ")
        let attributes = body.matches(
            of:
                #/
                \s(?:aria-label|title|alt|placeholder|label|data-label
                |data-[a-z-]*(?:title|text|told))="([^"]*)"
                /#
        )
        .map { String($0.output.1) }
        let text = body.replacing(/<[^>]*>/.dotMatchesNewlines(), with: "\n")
        return (attributes + [text]).map {
            $0.replacing("&quot;", with: "\"").replacing("&#39;", with: "'")
                .replacing("&amp;", with: "&").replacing(/&[a-z]+;/, with: " ")
        }
    }
}
