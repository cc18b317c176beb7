import FleetLabels
package import QRCode

/// The size of QR code images.
package struct ImageSize {
    /// The size of a module or of the whole image.
    package enum Measure: Equatable {
        /// Pixels per module.
        case scale(Int)
        /// Maximum side in millimetres with the quiet zone, in whole dots per module.
        case millimetres(Double)
    }

    let measure: Measure
    let dotsPerInch: Double
    let quietZone: Int
    let colors: SymbolColors

    package init(measure: Measure, dotsPerInch: Double, quietZone: Int, colors: SymbolColors) {
        self.measure = measure
        self.dotsPerInch = dotsPerInch
        self.quietZone = quietZone
        self.colors = colors
    }

    /// The style of an image and its printed side.
    package struct Fitted {
        let style: ImageStyle
        let millimetres: Double
        /// Whether the modules are so small that they are hard to read for many phones.
        let isFine: Bool
    }

    /// Returns the size of an image.
    /// - Parameter modules: Modules per side, without the quiet zone.
    /// - Throws: `PrintSizeError`.
    func fitted(modules: Int) throws(PrintSizeError) -> Fitted {
        let modules = modules + 2 * quietZone
        let (scale, isFine): (Int, Bool)
        switch measure {
        case .scale(let pixels): (scale, isFine) = (pixels, false)
        case .millimetres(let side):
            let size = try PrintSize(modules: modules, millimetres: side, dotsPerInch: dotsPerInch)
            (scale, isFine) = (size.dotsPerModule, size.isFine)
        }
        let style = ImageStyle(
            scale: scale, quietZone: quietZone, colors: colors, dotsPerInch: dotsPerInch)
        let side = Double(modules) * Double(scale) * 25.4 / dotsPerInch
        return Fitted(style: style, millimetres: side, isFine: isFine)
    }
}
