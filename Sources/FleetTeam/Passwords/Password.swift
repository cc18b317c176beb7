import Foundation

/// A password as a person typed it, which cannot be printed, encoded or reflected upon.
///
/// Its text is in Unicode normalization form C (RFC 8265, section 4.2), because keyboards differ.
public struct Password: Sendable {
    /// Limits of the length of a new password, in bytes of UTF-8.
    public static let lengths = 10...1024

    let bytes: [UInt8]

    /// Creates a password from typed text.
    public init(_ text: String) {
        bytes = Array(text.precomposedStringWithCanonicalMapping.utf8)
    }

    /// Returns the text, to be sent to a server once.
    public func reveal() -> String { String(decoding: bytes, as: UTF8.self) }

    /// Whether no account can have it.
    var isTooLong: Bool { bytes.count > Self.lengths.upperBound }

    /// Throws if this is not acceptable as a new password.
    func check() throws(TeamError) {
        guard Self.lengths.contains(bytes.count) else {
            throw .invalid(.password, bytes.count < 10 ? .tooShort(10) : .tooLong(1024))
        }
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
