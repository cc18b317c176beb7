import CPangoCairo

/// A picture of discs, lines and text, drawn by cairo, in pixels from the top left.
///
/// Not safe to use from two threads at once.
public final class Picture {
    /// A color; its parts are 0 to 255.
    public struct Color: Equatable, Sendable {
        /// The parts, and from 0 to 1 how much of it covers what is under it.
        public var red: UInt8, green: UInt8, blue: UInt8, opacity: Double

        /// Creates a color.
        public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8, opacity: Double = 1) {
            (self.red, self.green, self.blue, self.opacity) = (red, green, blue, opacity)
        }

        fileprivate var parts: cpango_color {
            cpango_color(
                red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255,
                opacity: opacity)
        }
    }

    /// The sides that a picture can have, in pixels.
    public static let sides = 16...8192

    private let picture: OpaquePointer
    private let line: TextLine

    /// Creates a picture of one color, with sides within `sides`.
    public init(width: Int, height: Int, ground: Color) throws(LabelError) {
        line = try TextLine()
        var picture: OpaquePointer?
        let (width, height) = (Self.clamped(width), Self.clamped(height))
        let status = cpango_picture_create(width, height, ground.parts, &picture)
        guard let picture else {
            try check(status)
            throw .outOfMemory
        }
        self.picture = picture
        try check(status, reason: String(cString: cpango_picture_reason(picture)))
    }

    deinit {
        cpango_picture_destroy(picture)
    }

    private static func clamped(_ side: Int) -> Int32 {
        Int32(min(max(side, sides.lowerBound), sides.upperBound))
    }

    /// Draws a disc around a point.
    public func disc(x: Double, y: Double, radius: Double, _ color: Color) {
        cpango_picture_disc(picture, x, y, radius, color.parts)
    }

    /// Draws a straight line.
    public func stroke(
        from start: (x: Double, y: Double), to end: (x: Double, y: Double), width: Double,
        _ color: Color
    ) {
        cpango_picture_stroke(picture, start.x, start.y, end.x, end.y, width, color.parts)
    }

    /// Writes a text from `x` on the baseline `y`, with letters of so many pixels.
    ///
    /// Control characters are written as escapes. Returns how wide the text is.
    @discardableResult
    public func text(_ text: String, x: Double, y: Double, letters: Double, _ color: Color)
        -> Double
    {
        let width = line.set(PrintableText(String(text.prefix(TextLine.lengthLimit)))) * letters
        guard !line.isEmpty else { return 0 }
        cpango_picture_text(
            picture, line.line, x, y, line.scale(forLetters: letters), color.parts)
        return width
    }

    /// The picture as a PNG file.
    public func png() throws(LabelError) -> [UInt8] {
        final class Output { var bytes: [UInt8] = [] }
        let output = Output()
        // SAFETY: cairo calls back before it returns, and `output` lives until then.
        let status = cpango_picture_png(
            picture,
            { context, bytes, count in
                let output = Unmanaged<Output>.fromOpaque(context).takeUnretainedValue()
                output.bytes.append(contentsOf: UnsafeBufferPointer(start: bytes, count: count))
                return true
            }, Unmanaged.passUnretained(output).toOpaque())
        try check(status, reason: String(cString: cpango_picture_reason(picture)))
        return withExtendedLifetime(output) { output.bytes }
    }
}
