import FleetCore
import Foundation

/// The words of a search.
struct SearchText: Sendable {
    /// Maximum length of the typed text, in Unicode scalars.
    static let maxLength = 200
    /// Maximum number of words; further ones are ignored.
    private static let maxWords = 8

    /// The words, of which there is at least one; none has controls.
    let words: [String]

    /// The words with single spaces between them.
    var phrase: String { words.joined(separator: " ") }

    /// Parses typed text; `nil` without a word.
    init?(_ typed: String) {
        let scalars = typed.unicodeScalars.prefix(Self.maxLength)
            .map { TerminalText.hasControls(String($0)) ? " " : $0 }
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars)
        words = text.split(whereSeparator: \.isWhitespace).prefix(Self.maxWords).map(String.init)
        if words.isEmpty { return nil }
    }

    /// Returns how well a name matches, ignoring case and accents; `nil` if it does not.
    ///
    /// - Parameter keywords: Further words of the thing, which count less.
    func match(_ name: String, keywords: String = "") -> SearchMatch? {
        let (phrase, name) = (Self.folded(phrase), Self.folded(name))
        if name == phrase { return .exact }
        if name.hasPrefix(phrase) { return .beginning }
        let text = " " + name + " " + Self.folded(keywords)
        return words.allSatisfy { text.contains(" " + Self.folded($0)) } ? .word : nil
    }

    /// Returns how well an ID matches, ignoring ASCII case.
    func match(id: String) -> SearchMatch {
        let phrase = phrase
        if ASCIICase.equal(id, phrase) { return .exact }
        return ASCIICase.hasPrefix(id, phrase) ? .beginning : .part
    }

    private static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
}

/// How well something matches a search, best first.
enum SearchMatch: Int, Comparable, Sendable {
    /// Its name or ID is the text.
    case exact
    /// Its name or ID begins with the text.
    case beginning
    /// Its words begin with the words of the text.
    case word
    /// It contains the text somewhere.
    case part

    static func < (left: SearchMatch, right: SearchMatch) -> Bool {
        left.rawValue < right.rawValue
    }
}
