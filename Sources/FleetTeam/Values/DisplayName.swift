import Foundation

/// The name of a user for people: at most 64 characters, which may be spaces.
///
/// It is not unique, but never the sign-in name of another user.
public struct DisplayName: Hashable, Sendable {
    /// The name in Unicode normalization form C, with single spaces.
    public let text: String

    private static let maxLength = 64

    /// Creates a name from typed text; `nil` if there are only spaces.
    /// - Throws: ``TeamError/invalid(_:_:)``.
    public init?(_ typed: String) throws(TeamError) {
        guard typed.utf8.count <= 16 * Self.maxLength else {
            throw .invalid(.displayName, .tooLong(Self.maxLength))
        }
        let words = typed.precomposedStringWithCanonicalMapping.split(
            whereSeparator: \.isWhitespace)
        guard !words.isEmpty else { return nil }
        text = words.joined(separator: " ")
        guard text.unicodeScalars.count <= Self.maxLength else {
            throw .invalid(.displayName, .tooLong(Self.maxLength))
        }
        guard text.unicodeScalars.allSatisfy(Self.isAllowed) else {
            throw .invalid(.displayName, .malformed)
        }
    }

    /// The sign-in name for which people could mistake it.
    var signInName: String { text.precomposedStringWithCompatibilityMapping.lowercased() }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .privateUse, .surrogate, .unassigned, .lineSeparator,
            .paragraphSeparator:
            false
        default: true
        }
    }
}
