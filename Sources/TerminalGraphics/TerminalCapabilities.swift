import CNcurses

/// Capabilities of a terminal type by its terminfo entry; a type without an entry has none.
public struct TerminalCapabilities: Equatable, Sendable {
    /// Whether programs can position the cursor, which a full screen needs.
    public let positionsCursor: Bool
    /// Whether the sequences of ECMA-48 position the cursor and erase lines.
    public let isANSI: Bool
    /// Whether the sequences of ECMA-48 select colors.
    public let hasANSIColors: Bool
    /// Whether there are at least 256 colors.
    public let has256Colors: Bool

    /// Reads the capabilities of a type, the value of TERM.
    public init(type: String?) {
        let capabilities = type.map { cncurses_capabilities($0) } ?? 0
        positionsCursor = capabilities & UInt32(cncurses_positions_cursor) != 0
        isANSI = capabilities & UInt32(cncurses_is_ansi) != 0
        hasANSIColors = capabilities & UInt32(cncurses_has_ansi_colors) != 0
        has256Colors = capabilities & UInt32(cncurses_has_256_colors) != 0
    }
}
