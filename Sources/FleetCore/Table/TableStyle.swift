/// Style of text output: terminal width, colors, and clock.
public struct TableStyle: Sendable {
    /// Width of the terminal in columns; `nil` in a pipe, where nothing is shortened.
    public var width: Int?
    /// Whether output has ANSI colors.
    public var isColored: Bool
    /// Current time, the reference for ages.
    public var now: Timestamp
    /// Formats a time in the system's time zone with its offset, such as `2024-05-01 14:02 +02:00`.
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
