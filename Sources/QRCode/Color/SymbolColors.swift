/// Foreground and background color of a symbol's image.
public struct SymbolColors: Sendable, Equatable {
    /// Color of the dark modules.
    public let foreground: RGB
    /// Color of the light modules and of the quiet zone.
    public let background: RGB

    /// Creates a pair of colors; the contrast is not checked.
    public init(foreground: RGB = .black, background: RGB = .white) {
        (self.foreground, self.background) = (foreground, background)
    }

    /// Black on white.
    public static let blackOnWhite = SymbolColors()

    /// Contrast ratio, from 1 for equal colors to 21 for black and white (WCAG 2.2, "contrast
    /// ratio").
    public var contrast: Double {
        let (first, second) = (foreground.luminance + 0.05, background.luminance + 0.05)
        return max(first, second) / min(first, second)
    }

    /// Whether the dark modules are lighter than the light ones; not every reader accepts this.
    public var isInverse: Bool { foreground.luminance > background.luminance }
}
