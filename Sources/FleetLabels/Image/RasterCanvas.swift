import CPangoCairo

/// Raster image of circles, lines and text, drawn by cairo, in pixels from the top left.
///
/// Not safe to use from two threads at once.
public final class RasterCanvas {
    /// Color with components of 0 to 255.
    public struct Color: Equatable, Sendable {
        /// Components, and the opacity from 0 to 1.
        public var red: UInt8, green: UInt8, blue: UInt8, opacity: Double

        /// Creates a color.
        public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8, opacity: Double = 1) {
            (self.red, self.green, self.blue, self.opacity) = (red, green, blue, opacity)
        }

        fileprivate var components: cpango_color {
            cpango_color(
                red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255,
                opacity: opacity)
        }
    }

    /// Range of an image's width and height, in pixels.
    public static let sides = 16...8192

    private let image: OpaquePointer
    private let line: TextLine

    /// Creates an image filled with one color; its sides are clamped to `sides`.
    /// - Throws: `LabelError` if the libraries are missing or there is not enough memory.
    public init(width: Int, height: Int, background: Color) throws(LabelError) {
        line = try TextLine()
        var image: OpaquePointer?
        let (width, height) = (Self.clamped(width), Self.clamped(height))
        let status = cpango_picture_create(width, height, background.components, &image)
        guard let image else {
            try check(status)
            throw .outOfMemory
        }
        self.image = image
        try check(status, reason: String(cString: cpango_picture_reason(image)))
    }

    deinit {
        cpango_picture_destroy(image)
    }

    private static func clamped(_ side: Int) -> Int32 {
        Int32(min(max(side, sides.lowerBound), sides.upperBound))
    }

    /// Draws a filled circle around a point.
    public func fillCircle(x: Double, y: Double, radius: Double, _ color: Color) {
        cpango_picture_disc(image, x, y, radius, color.components)
    }

    /// Draws straight lines from point to point.
    ///
    /// - Parameter dashes: The lengths of their alternately drawn and omitted parts; empty for
    ///   solid lines.
    public func strokeLine(
        _ points: [SIMD2<Double>], width: Double, dashes: [Double] = [], _ color: Color
    ) {
        let coordinates = points.flatMap { [$0.x, $0.y] }
        cpango_picture_stroke(
            image, coordinates, points.count, width, dashes, dashes.count, color.components)
    }

    /// Draws a text from `x` on the baseline `y`, with a font size in pixels.
    ///
    /// Control characters are drawn as escapes.
    /// - Returns: The width of the text in pixels.
    @discardableResult
    public func drawText(_ text: String, x: Double, y: Double, fontSize: Double, _ color: Color)
        -> Double
    {
        let width = line.set(PrintableText(String(text.prefix(TextLine.lengthLimit)))) * fontSize
        guard !line.isEmpty else { return 0 }
        cpango_picture_text(
            image, line.line, x, y, line.scale(forFontSize: fontSize), color.components)
        return width
    }

    /// Returns the image as a PNG file.
    public func png() throws(LabelError) -> [UInt8] {
        let output = CairoOutput()
        let status = withExtendedLifetime(output) {
            cpango_picture_png(image, CairoOutput.sink, output.context)
        }
        try check(status, reason: String(cString: cpango_picture_reason(image)))
        return output.take()
    }
}
