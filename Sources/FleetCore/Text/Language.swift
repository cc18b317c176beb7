import Foundation

/// A language of the web pages: the texts of the program in it, and how it writes numbers.
///
/// The texts of the program are written in English, which is the key of each translation. Whoever
/// makes a text for a person binds ``current`` to the person's language; everything else, such as
/// the command line, is in English.
public final class Language: Sendable {
    /// A translation: one text, or one for each form of a number (Unicode CLDR, Plural Rules).
    public enum Translation: Equatable, Sendable, Codable {
        case text(String)
        case plural(one: String, other: String)
    }

    /// Language tag (BCP 47), such as `de`.
    public let tag: String
    /// The name of the language in itself.
    public let name: String
    /// By the English text, in which `{0}`, `{1}` … stand for values.
    private let translations: [String: Translation]
    let decimalSeparator: String
    let groupingSeparator: String
    /// The space between a number and its unit.
    let unitSpace: String
    /// The space between a number and a percent sign.
    let percentSpace: String

    /// English, in which the texts of the program are written.
    public static let english = Language()

    /// The language of the texts that the task makes.
    @TaskLocal public static var current = english

    /// Creates a language; its separators are those of the Unicode CLDR.
    public init(_ tag: String, name: String, translations: [String: Translation]) {
        (self.tag, self.name, self.translations) = (tag, name, translations)
        let locale = Locale(identifier: tag)
        decimalSeparator = locale.decimalSeparator ?? "."
        groupingSeparator = locale.groupingSeparator ?? ","
        unitSpace = "\u{A0}"
        let percent = 1.formatted(.percent.locale(locale))
        percentSpace = percent.contains { $0.isWhitespace } ? unitSpace : ""
    }

    /// Creates English, without the data of Foundation.
    private init() {
        (tag, name, translations) = ("en", "English", [:])
        (decimalSeparator, groupingSeparator, unitSpace, percentSpace) = (".", ",", " ", "")
    }

    /// Whether texts stay as the program has them.
    var isSource: Bool { self === Self.english }

    /// Runs `body` with texts in English, as programs read them, and logs and stored texts have
    /// them.
    public static func inEnglish<Value>(_ body: () throws -> Value) rethrows -> Value {
        try $current.withValue(english, operation: body)
    }

    /// Returns a count with separators of thousands, such as `1,204`.
    func grouped(_ count: Int) -> String {
        var digits = String(count.magnitude)
        for offset in stride(from: digits.count - 3, to: 0, by: -3) {
            digits.insert(
                contentsOf: groupingSeparator,
                at: digits.index(digits.startIndex, offsetBy: offset))
        }
        return (count < 0 ? "-" : "") + digits
    }

    /// Returns the translation of an English text, with values in place of `{0}`, `{1}` and so on.
    ///
    /// - Parameter count: The number that chooses the form of the text.
    /// - Returns: The translation, or the English text if there is none.
    func text(_ english: String, _ values: [String] = [], count: Int? = nil) -> String {
        let text =
            switch translations[english] {
            case .text(let text)?: text
            case .plural(let one, let other)?: count == 1 ? one : other
            case nil: english
            }
        return values.isEmpty ? text : Self.filled(text, values)
    }

    /// Returns a text of the program that is not written in its source but is the value of a
    /// list, such as the name of a state; it stays as it is without a translation.
    public func word(_ english: String) -> String { isSource ? english : text(english) }

    private static func filled(_ text: String, _ values: [String]) -> String {
        var (result, rest) = ("", text[...])
        while let start = rest.firstIndex(of: "{") {
            result += rest[..<start]
            rest = rest[rest.index(after: start)...]
            guard let end = rest.firstIndex(of: "}"), let number = Int(rest[..<end]),
                values.indices.contains(number)
            else {
                result += "{"
                continue
            }
            result += values[number]
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }
}

extension Language.Translation {
    private enum CodingKeys: String, CodingKey { case one, other }

    /// Reads a text, or an object of texts by the form of the number.
    public init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            self = .text(text)
        } else {
            let forms = try decoder.container(keyedBy: CodingKeys.self)
            self = .plural(
                one: try forms.decode(String.self, forKey: .one),
                other: try forms.decode(String.self, forKey: .other))
        }
    }

    /// Writes a text, or an object of texts by the form of the number.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .text(let text):
            var container = encoder.singleValueContainer()
            try container.encode(text)
        case .plural(let one, let other):
            var forms = encoder.container(keyedBy: CodingKeys.self)
            try forms.encode(one, forKey: .one)
            try forms.encode(other, forKey: .other)
        }
    }
}

extension Language: Hashable {
    /// Whether both have the same tag.
    public static func == (one: Language, other: Language) -> Bool { one.tag == other.tag }

    /// Hashes the tag.
    public func hash(into hasher: inout Hasher) { hasher.combine(tag) }
}

extension Language {
    /// Returns the value that a web browser prefers (RFC 9110, section 12.5.4); `nil` if it accepts
    /// none that is known.
    ///
    /// - Parameter known: Returns the value of a language tag, `nil` if there is none.
    public static func preferred<Value>(
        acceptLanguage field: String, _ known: (String) -> Value?
    ) -> Value? {
        var best: (weight: Double, value: Value)?
        for item in field.split(separator: ",").prefix(20) {
            let parts = item.replacing(" ", with: "").split(separator: ";")
            let weight = parts.dropFirst().first.flatMap { Double($0.dropFirst(2)) } ?? 1
            guard weight > 0, weight > best?.weight ?? 0, let tag = parts.first,
                let value = known(String(tag))
            else { continue }
            best = (weight, value)
        }
        return best?.value
    }
}

/// A text of the program in the current language, made of its English form: a literal with values.
///
/// The literal with `{0}`, `{1}` … in place of its values is the key of its translation, so a text
/// of several sentences is one literal, and values bring no English words.
public struct LocalizedText: ExpressibleByStringInterpolation, Sendable {
    /// The text.
    public let text: String

    /// Collects the English text and the values.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate let language = Language.current
        fileprivate var english = ""
        fileprivate var values: [String] = []

        /// Creates an empty text.
        public init(literalCapacity: Int, interpolationCount: Int) {
            english.reserveCapacity(literalCapacity)
        }

        /// Appends a part of the English text.
        public mutating func appendLiteral(_ literal: String) { english += literal }

        /// Appends a count, grouped by the language; other numbers, such as that of a note, are
        /// appended as text.
        public mutating func appendInterpolation(_ count: Int) {
            appendInterpolation(language.grouped(count))
        }

        /// Appends a value.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            if language.isSource {
                english += value.description
            } else {
                english += "{\(values.count)}"
                values.append(value.description)
            }
        }
    }

    /// Returns a text that is already in the current language, or in none.
    public static func verbatim(_ text: String) -> Self { Self(text: text) }

    private init(text: String) { self.text = text }

    /// Creates the text of a literal without values.
    public init(stringLiteral english: String) { text = Language.current.word(english) }

    /// Creates the text of a literal with values.
    public init(stringInterpolation parts: StringInterpolation) {
        let language = parts.language
        text = language.isSource ? parts.english : language.text(parts.english, parts.values)
    }
}

/// Returns a text of the program in the current language.
public func localized(_ text: LocalizedText) -> String { text.text }
