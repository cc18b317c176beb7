/// A text as a key that is compared byte by byte; `String` treats canonically equivalent texts as
/// equal.
public struct ByteString: Hashable, Sendable {
    /// The text.
    public let text: String

    /// Creates the key of a text.
    public init(_ text: String) {
        self.text = text
    }

    /// Returns whether the bytes are equal.
    public static func == (left: ByteString, right: ByteString) -> Bool {
        ByteOrder.equal(left.text, right.text)
    }

    /// Adds the bytes and their number.
    public func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(text.utf8.count)
    }
}
