import FleetCore
import Foundation

/// The name with which a user signs in: at most 64 characters, regardless of case.
///
/// It follows the UsernameCaseMapped profile (RFC 8265, section 3.3): letters and digits of any
/// script; of ASCII also `.`, `_`, `-`, `@` and `+`. The first character is a letter or a digit. A new
/// name has letters of one script, and looks like no other; older names may differ.
public struct UserName: Hashable, Sendable {
    /// The name in lower case and Unicode normalization form C.
    public let text: String

    /// Creates a name from typed text; surrounding spaces are ignored.
    /// - Throws: ``TeamError/invalid(_:_:)``.
    public init(_ typed: String) throws(TeamError) {
        let trimmed = typed.trimmingCharacters(in: .whitespacesAndNewlines)
        guard trimmed.utf8.count <= 4 * Self.maxLength else {
            throw .invalid(.name, .tooLong(Self.maxLength))
        }
        let folded = trimmed.precomposedStringWithCompatibilityMapping.lowercased()
            .precomposedStringWithCanonicalMapping
        guard !folded.isEmpty else { throw .invalid(.name, .tooShort(1)) }
        guard folded.unicodeScalars.count <= Self.maxLength else {
            throw .invalid(.name, .tooLong(Self.maxLength))
        }
        guard let first = folded.unicodeScalars.first, Self.isLetterOrDigit(first),
            folded.unicodeScalars.allSatisfy(Self.isAllowed),
            folded.precomposedStringWithCompatibilityMapping == folded
        else { throw .invalid(.name, .malformed) }
        guard !Self.reserved.contains(folded) else { throw .invalid(.name, .reserved) }
        text = folded
    }

    /// Creates a name for a new user: its letters are of one script, such as Latin.
    /// - Throws: ``TeamError/invalid(_:_:)``.
    public init(new typed: String) throws(TeamError) {
        try self.init(typed)
        try requireOneScript()
    }

    /// - Throws: ``TeamError/invalid(_:_:)``.
    func requireOneScript() throws(TeamError) {
        guard Script.isSingle(in: text) else { throw .invalid(.name, .severalScripts) }
    }

    /// Returns whether people could mistake the name for another one, which it is not.
    func looksLike(_ other: String) -> Bool {
        text != other && LookAlikes.skeleton(of: text) == LookAlikes.skeleton(of: other)
    }

    /// Names that no user can have: that of the owner `local` of the command line, and the words of
    /// ``Assignee``.
    private static let reserved: Set = ["local", "none", "@me"]
    private static let maxLength = 64

    private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .lowercaseLetter, .otherLetter, .modifierLetter, .decimalNumber: true
        default: false
        }
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        guard !scalar.properties.isDefaultIgnorableCodePoint else { return false }
        if scalar.isASCII {
            return isLetterOrDigit(scalar) || "._-@+".unicodeScalars.contains(scalar)
        }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .spacingMark: return true
        default: return isLetterOrDigit(scalar)
        }
    }
}
