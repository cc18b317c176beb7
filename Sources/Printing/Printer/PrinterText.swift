/// Texts of printers, which are hostile.
enum PrinterText {
    /// Returns a text without control and format characters, at most 200 characters long.
    static func cleaned(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(1000) {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: result.append(" ")
            case .format, .privateUse, .surrogate, .unassigned: break
            default: result.append(scalar)
            }
        }
        let words = String(result).split(separator: " ").joined(separator: " ")
        return String(words.prefix(200))
    }

    /// Returns a text that has at most `count` bytes of UTF-8, cut between characters.
    static func prefix(_ text: String, bytes count: Int) -> String {
        var (left, end) = (count, text.startIndex)
        while end < text.endIndex {
            let next = text.index(after: end)
            left -= text[end..<next].utf8.count
            guard left >= 0 else { break }
            end = next
        }
        return String(text[..<end])
    }
}
