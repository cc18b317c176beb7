/// How text for people is laid out and colored: what the terminal and the clock are like.
public struct TableStyle: Sendable {
    /// The terminal's width in columns; `nil` in a pipe, where nothing is shortened.
    public var width: Int?
    /// Whether ANSI colors are written.
    public var isColored: Bool
    /// The time that ages are counted from.
    public var now: Timestamp
    /// Writes a time in the system's zone with its offset, such as `2024-05-01 14:02 +02:00`.
    public var localTime: @Sendable (Timestamp) -> String

    /// Creates a style.
    public init(
        width: Int?, isColored: Bool, now: Timestamp,
        localTime: @escaping @Sendable (Timestamp) -> String
    ) {
        self.width = width
        self.isColored = isColored
        self.now = now
        self.localTime = localTime
    }
}
