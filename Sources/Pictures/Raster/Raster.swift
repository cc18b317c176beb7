/// The pixels of a picture, row by row from the top left.
public struct Raster: Sendable, Equatable {
    /// Pixels in a row.
    public let width: Int
    /// Pixels in a column.
    public let height: Int
    /// Red, green, blue and opacity of each pixel, 0 to 255; colors are not multiplied by opacity.
    public let rgba: [UInt8]

    /// Creates a picture; `nil` if the pixels are not as many as its size asks for.
    public init?(width: Int, height: Int, rgba: [UInt8]) {
        guard width > 0, height > 0, rgba.count == 4 * width * height else { return nil }
        self.init(width: width, height: height, pixels: rgba)
    }

    init(width: Int, height: Int, pixels: [UInt8]) {
        (self.width, self.height, rgba) = (width, height, pixels)
    }
}
