/// The two colors of a symbol's picture.
public struct SymbolColors: Sendable, Equatable {
    /// The color of the dark modules.
    public let foreground: RGB
    /// The color of the light modules and of the quiet zone.
    public let background: RGB

    /// Two colors, whatever their contrast.
    public init(foreground: RGB = .black, background: RGB = .white) {
        (self.foreground, self.background) = (foreground, background)
    }

    /// Black on white.
    public static let blackOnWhite = SymbolColors()

    /// The contrast ratio, from 1 for like colors to 21 for black and white (WCAG 2.2, "contrast
    /// ratio").
    public var contrast: Double {
        let (first, second) = (foreground.luminance + 0.05, background.luminance + 0.05)
        return max(first, second) / min(first, second)
    }

    /// Whether the dark modules are the lighter ones, which not every reader takes.
    public var isInverse: Bool { foreground.luminance > background.luminance }
}
