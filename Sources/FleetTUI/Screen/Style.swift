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

extension ColorRole {
    /// Creates the color of a named tone, such as `red`; returns `nil` if the name is unknown.
    init?(tone: String) {
        guard let color = Self.tones[tone] else { return nil }
        self = .rgb(UInt8(color >> 16 & 0xFF), UInt8(color >> 8 & 0xFF), UInt8(color & 0xFF))
    }

    /// Name of the tone with this color; of several, the first in alphabetical order.
    var toneName: String? {
        guard case .rgb(let red, let green, let blue) = self else { return nil }
        let color = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
        return Self.tones.filter { $0.value == color }.keys.min()
    }

    /// Vehicle colors, chosen to be distinguishable on dark and light backgrounds; most names are
    /// from CSS Color Module 4, 6.1.
    private static let tones: [String: UInt32] = [
        "red": 0xE03131, "crimson": 0xDC143C, "green": 0x2F9E44, "lime": 0x82C91E,
        "yellow": 0xF2C200, "gold": 0xE6B800, "blue": 0x5F87FF, "navy": 0x3D5FC4,
        "magenta": 0xD6336C, "purple": 0x9C36B5, "violet": 0x7048E8, "pink": 0xF783AC,
        "cyan": 0x15AABF, "turquoise": 0x12B8A6, "teal": 0x0B8A83, "orange": 0xF76707,
        "brown": 0x8D5524, "beige": 0xD9C8A5, "gray": 0x868E96, "grey": 0x868E96,
        "silver": 0xADB5BD, "white": 0xF8F9FA, "black": 0x343A40,
    ]
}
