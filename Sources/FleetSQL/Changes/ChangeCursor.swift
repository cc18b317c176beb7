public import Foundation

/// A position in the stream of the changes of a source: the UUID of the stream and the number of
/// the last commit whose changes were read.
///
/// A stream gets a new UUID when the changes since an earlier commit are unknown.
public struct ChangeCursor: Hashable, Sendable {
    /// The UUID of the stream.
    public let stream: UUID
    /// The number of the commit, from 1.
    public let sequence: Int64

    /// The time of the commit in milliseconds since 1970; `nil` for a cursor that was parsed.
    ///
    /// After a failover or a restore, a database gives the numbers of commits that it has lost to
    /// others; the time distinguishes them.
    public let committedAt: Int64?

    /// Creates a position.
    public init(stream: UUID, sequence: Int64, committedAt: Int64? = nil) {
        (self.stream, self.sequence, self.committedAt) = (stream, sequence, committedAt)
    }

    /// Parses the text form: a UUID, a colon and a number in decimal digits; `nil` for any other
    /// text.
    public init?(_ text: some StringProtocol) {
        let parts = text.utf8.split(separator: 0x3A, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].count == 36, (1...18).contains(parts[1].count),
            parts[1].allSatisfy({ (0x30...0x39).contains($0) }),
            let stream = UUID(uuidString: String(decoding: parts[0], as: UTF8.self)),
            let sequence = Int64(String(decoding: parts[1], as: UTF8.self))
        else { return nil }
        self.init(stream: stream, sequence: sequence)
    }

    /// The text form, such as `0192a5c4-7c0e-8000-9d3c-5f0e6d3c2b1a:17`.
    public var text: String { "\(stream.uuidString.lowercased()):\(sequence)" }
}
