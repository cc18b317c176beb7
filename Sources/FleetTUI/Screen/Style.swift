/// The color of something on a screen.
public enum Ink: Hashable, Sendable {
    /// What the terminal writes and paints with by itself.
    case text
    /// What matters less.
    case muted
    /// What a person can act on.
    case accent
    /// All is well.
    case good
    /// Something wants to be looked at.
    case warning
    /// Something is wrong.
    case bad
    /// Lines around things.
    case frame
    /// The ground of what is chosen.
    case selection
    /// The ground of sheets.
    case sheet
    /// A color of the world, which no theme changes: a vehicle's, a QR code's.
    case rgb(UInt8, UInt8, UInt8)

    /// Black, as in QR codes.
    public static let black = Ink.rgb(0, 0, 0)
    /// White, as in QR codes.
    public static let white = Ink.rgb(255, 255, 255)
}

/// How a character is shown.
public struct Style: Hashable, Sendable {
    /// The color of the character.
    public var foreground: Ink
    /// The color behind it.
    public var background: Ink
    /// Whether it is bold.
    public var isBold: Bool
    /// Whether it is underlined.
    public var isUnderlined: Bool

    /// Creates a style.
    public init(
        _ foreground: Ink = .text, on background: Ink = .text, bold isBold: Bool = false,
        underlined isUnderlined: Bool = false
    ) {
        (self.foreground, self.background) = (foreground, background)
        (self.isBold, self.isUnderlined) = (isBold, isUnderlined)
    }

    /// Plain text.
    public static let plain = Style()

    /// The same on another ground.
    public func on(_ background: Ink) -> Style {
        var style = self
        style.background = background
        return style
    }
}
