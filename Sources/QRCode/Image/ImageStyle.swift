/// Size, resolution and colors of a symbol's image.
public struct ImageStyle: Sendable, Equatable {
    /// Pixels per module, or printer dots if `dotsPerInch` is set; in `Symbol.scales`.
    public let scale: Int

    /// Width of the quiet zone in modules, in `Symbol.quietZones`.
    public let quietZone: Int

    /// Colors of the modules.
    public let colors: SymbolColors

    /// Resolution for printing, in `Symbol.resolutions`.
    ///
    /// A PNG stores it in dots per metre (pHYs); the size of an SVG is in millimetres if it is set.
    public let dotsPerInch: Double?

    /// Creates a style; values out of range cause an error when an image is created.
    public init(
        scale: Int, quietZone: Int = Symbol.standardQuietZone, colors: SymbolColors = .blackOnWhite,
        dotsPerInch: Double? = nil
    ) {
        self.scale = scale
        self.quietZone = quietZone
        self.colors = colors
        self.dotsPerInch = dotsPerInch
    }
}

extension Symbol {
    /// Allowed scales of an image, in pixels per module.
    public static let scales = 1...1000

    /// Allowed resolutions of an image, in dots per inch.
    public static let resolutions = 1.0...100_000.0

    /// Maximum width and height of an image, in pixels.
    ///
    /// Many programs count pixels with 16 bits; an image of this size takes 134 MB uncompressed.
    public static let imageSideLimit = 32_767

    /// Returns the width and height of an image in pixels, quiet zone included.
    ///
    /// - Throws: `QRCodeError.scaleOutOfRange`, `.quietZoneOutOfRange`, `.resolutionOutOfRange` or
    ///   `.imageTooLarge`.
    public func side(of style: ImageStyle) throws(QRCodeError) -> Int {
        let modules = try size(withQuietZone: style.quietZone)
        guard Symbol.scales.contains(style.scale) else { throw .scaleOutOfRange(style.scale) }
        if let resolution = style.dotsPerInch, !Symbol.resolutions.contains(resolution) {
            throw .resolutionOutOfRange(resolution)
        }
        let (side, limit) = (modules * style.scale, Symbol.imageSideLimit)
        guard side <= limit else {
            throw .imageTooLarge(side: side, limit: limit, maxScale: limit / modules)
        }
        return side
    }
}

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
