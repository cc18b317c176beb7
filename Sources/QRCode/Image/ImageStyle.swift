/// How large an image of a symbol is, and its colors.
public struct ImageStyle: Sendable, Equatable {
    /// Pixels a module, or printer dots if `dotsPerInch` is given; in `Symbol.scales`.
    public let scale: Int

    /// Light modules on each side, in `Symbol.quietZones`.
    public let quietZone: Int

    /// The colors of the modules.
    public let colors: SymbolColors

    /// The resolution, in `Symbol.resolutions`: it makes pixels a length on paper.
    ///
    /// A PNG carries it, in dots a metre (pHYs); an SVG is measured in millimetres by it.
    public let dotsPerInch: Double?

    /// Values out of their range are told when an image is made.
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
    /// The scales that an image can have, in pixels a module.
    public static let scales = 1...1000

    /// The resolutions that an image can have, in dots an inch.
    public static let resolutions = 1.0...100_000.0

    /// The most pixels that a side of an image can have.
    ///
    /// Many programs count pixels in 16 bits, and this many take 134 MB unpacked.
    public static let imageSideLimit = 32_767

    /// Pixels a side of an image, quiet zone included.
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
            throw .imageTooLarge(side: side, limit: limit, largestScale: limit / modules)
        }
        return side
    }
}
