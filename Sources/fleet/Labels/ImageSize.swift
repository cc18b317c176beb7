import FleetLabels
import QRCode

/// How large the images of a folder are.
struct ImageSize {
    /// The side of a module or of the whole image.
    enum Measure: Equatable {
        /// So many pixels a module.
        case scale(Int)
        /// At most so many millimetres, quiet zone included, in whole dots a module.
        case millimetres(Double)
    }

    let measure: Measure
    let dotsPerInch: Double
    let quietZone: Int
    let colors: SymbolColors

    /// An image's style, and its side in print.
    struct Fitted {
        let style: ImageStyle
        let millimetres: Double
        /// Whether modules are so small that many phones have trouble with them.
        let isFine: Bool
    }

    /// The size of an image.
    /// - Parameter modules: Modules a side, without the quiet zone.
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
