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
        let line = try PersonText.line(typed, .displayName, maxLength: Self.maxLength)
        guard let line else { return nil }
        text = line
    }

    /// The sign-in name for which people could mistake it.
    var signInName: String { text.precomposedStringWithCompatibilityMapping.lowercased() }
}
