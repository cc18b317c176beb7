import Foundation

/// Lines that people type, as names.
enum PersonText {
    /// Returns typed text in Unicode normalization form C, with single spaces; `nil` if there are
    /// only spaces.
    /// - Throws: ``TeamError/invalid(_:_:)`` for text that is too long, or has characters that are
    ///   not seen.
    static func line(
        _ typed: String, _ field: TeamError.Field, maxLength: Int
    ) throws(TeamError) -> String? {
        guard typed.utf8.count <= 16 * maxLength else {
            throw .invalid(field, .tooLong(maxLength))
        }
        let words = typed.precomposedStringWithCanonicalMapping.split(
            whereSeparator: \.isWhitespace)
        guard !words.isEmpty else { return nil }
        let text = words.joined(separator: " ")
        guard text.unicodeScalars.count <= maxLength else {
            throw .invalid(field, .tooLong(maxLength))
        }
        guard text.unicodeScalars.allSatisfy(isAllowed) else { throw .invalid(field, .malformed) }
        return text
    }

    /// Returns the text by which names are compared, whatever their case and their form in Unicode.
    static func key(of name: String) -> String {
        name.precomposedStringWithCompatibilityMapping.lowercased()
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .privateUse, .surrogate, .unassigned, .lineSeparator,
            .paragraphSeparator:
            false
        default: true
        }
    }
}
