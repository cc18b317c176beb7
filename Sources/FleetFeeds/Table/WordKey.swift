import FleetCore

/// Key of words that people write in many ways: without case, accents, spaces and punctuation, and
/// with `ä` equal to `ae`.
enum WordKey {
    /// Maximum length of a text with a key, in bytes; no known word is longer.
    private static let maxLength = 120

    /// Signs of an ordinal number, as in `N°` and `Nº`, that are no letters.
    private static let ordinals: Set<Unicode.Scalar> = ["º", "ª", "°", "№"]

    /// Returns the key of a text; empty for one without letters and digits, or a long one.
    static func of(_ text: some StringProtocol) -> String {
        guard text.utf8.count <= maxLength else { return "" }
        let text = String(String.UnicodeScalarView(text.unicodeScalars.filter(isText)))
        let folded = String(decoding: FoldedText.bytes(of: text), as: UTF8.self)
        return folded.replacing("ae", with: "a").replacing("oe", with: "o")
            .replacing("ue", with: "u")
    }

    /// Returns the keys of the words of a text.
    static func words(of text: String) -> [String] {
        guard text.utf8.count <= maxLength else { return [] }
        return text.unicodeScalars.split { !isText($0) || $0 == "_" }
            .map { of(String($0)) }.filter { !$0.isEmpty }
    }

    private static func isText(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII
            ? scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
            : !ordinals.contains(scalar)
                && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                    || scalar.properties.canonicalCombiningClass != .notReordered)
    }

    /// Returns a table of values by the keys of words that are separated by commas or line breaks.
    static func table<Value>(_ entries: [(value: Value, words: String)]) -> [String: Value] {
        var table: [String: Value] = [:]
        for (value, words) in entries {
            for word in words.split(whereSeparator: isSeparator) {
                table[of(word)] = table[of(word)] ?? value
            }
        }
        return table
    }

    /// Returns a set of the keys of words that are separated by commas or line breaks.
    static func set(_ words: String) -> Set<String> {
        Set(words.split(whereSeparator: isSeparator).map { of($0) })
    }

    private static func isSeparator(_ character: Character) -> Bool {
        character == "," || character == "\n"
    }
}
