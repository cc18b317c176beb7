import Foundation

/// A password as a person typed it, which cannot be printed, encoded or reflected upon.
///
/// Its text is in Unicode normalization form C (RFC 8265, section 4.2), because keyboards differ.
public struct Password: Sendable {
    /// Fewest Unicode code points of a new password (NIST SP 800-63B, section 5.1.1.2, counts these
    /// as characters).
    public static let minCharacters = 10
    /// Most bytes of its UTF-8.
    public static let maxBytes = 1024

    let bytes: [UInt8]

    /// Creates a password from typed text.
    public init(_ text: String) {
        bytes = Array(text.precomposedStringWithCanonicalMapping.utf8)
    }

    /// Returns the text, to be sent to a server once.
    public func reveal() -> String { String(decoding: bytes, as: UTF8.self) }

    /// Whether no account can have it.
    var isTooLong: Bool { bytes.count > Self.maxBytes }

    /// Throws if this is not acceptable as a new password.
    func check() throws(TeamError) {
        guard reveal().unicodeScalars.count >= Self.minCharacters else {
            throw .invalid(.password, .tooShort(Self.minCharacters))
        }
        guard !isTooLong else { throw .invalid(.password, .tooLong(Self.maxBytes)) }
    }
}

extension Password: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A fixed text.
    public var description: String { "(password)" }
    /// A fixed text.
    public var debugDescription: String { description }
    /// A mirror without children, because templates and `dump` read them.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
