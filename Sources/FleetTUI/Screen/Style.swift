/// Color by its role on a screen.
public enum ColorRole: Hashable, Sendable {
    /// The terminal's default foreground or background.
    case text
    /// Secondary text.
    case muted
    /// Keys and other interactive elements.
    case accent
    /// Normal state.
    case good
    /// State that needs attention.
    case warning
    /// Error or alarm.
    case bad
    /// Borders and separators.
    case frame
    /// Background of the selection.
    case selection
    /// Background of sheets.
    case sheet
    /// Color that no theme changes, such as a vehicle's or a QR code's.
    case rgb(UInt8, UInt8, UInt8)

    /// Black, as in QR codes.
    public static let black = ColorRole.rgb(0, 0, 0)
    /// White, as in QR codes.
    public static let white = ColorRole.rgb(255, 255, 255)
}

/// Style of a character.
public struct Style: Hashable, Sendable {
    /// Foreground color.
    public var foreground: ColorRole
    /// Background color.
    public var background: ColorRole
    /// Whether the character is bold.
    public var isBold: Bool
    /// Whether the character is underlined.
    public var isUnderlined: Bool

    /// Creates a style.
    public init(
        _ foreground: ColorRole = .text, on background: ColorRole = .text,
        bold isBold: Bool = false,
        underlined isUnderlined: Bool = false
    ) {
        (self.foreground, self.background) = (foreground, background)
        (self.isBold, self.isUnderlined) = (isBold, isUnderlined)
    }

    /// Plain text.
    public static let plain = Style()

    /// Returns the style with another background.
    public func on(_ background: ColorRole) -> Style {
        var style = self
        style.background = background
        return style
    }
}
