/// Error of a commit by a process that does not lead the feed any more; nothing was stored.
public struct LostLease: Error, Equatable, CustomStringConvertible {
    /// The text form of the feed's key.
    public let feed: String

    /// A description in one line without a full stop.
    public var description: String { "another process now polls this source" }
}
