import Foundation

/// The name of a view: at most 64 characters, which may be spaces.
///
/// Names that differ only in the case of letters, or in the form in which Unicode writes them, are
/// equal. A name is no UUID, because an address may have either.
public struct ViewName: Sendable {
    /// The name in Unicode normalization form C, with single spaces.
    public let text: String

    /// The maximum length in Unicode scalars.
    static let maxLength = 64

    /// Creates a name from typed text.
    /// - Throws: ``TeamError/invalid(_:_:)``.
    public init(_ typed: String) throws(TeamError) {
        guard let text = try PersonText.line(typed, .viewName, maxLength: Self.maxLength) else {
            throw .invalid(.viewName, .tooShort(1))
        }
        guard UUID(uuidString: text) == nil else { throw .invalid(.viewName, .malformed) }
        self.text = text
    }

    /// The text by which names are compared.
    var key: String { PersonText.key(of: text) }

    /// Returns whether typed text is this name.
    public func matches(_ typed: String) -> Bool {
        (try? ViewName(typed)).map { $0.key == key } ?? false
    }

}

extension ViewName: Hashable {
    /// Returns whether two names are equal.
    public static func == (left: ViewName, right: ViewName) -> Bool { left.key == right.key }

    /// Hashes the text by which names are compared.
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}
