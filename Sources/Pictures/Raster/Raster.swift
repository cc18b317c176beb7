/// Pixels of a picture, row by row from the top left.
public struct Raster: Sendable, Equatable {
    /// Width in pixels.
    public let width: Int
    /// Height in pixels.
    public let height: Int
    /// Red, green, blue and alpha of each pixel, 0 to 255; alpha is not premultiplied.
    public let rgba: [UInt8]

    /// Creates a picture; returns nil if the number of pixels does not match the size.
    public init?(width: Int, height: Int, rgba: [UInt8]) {
        guard width > 0, height > 0, rgba.count == 4 * width * height else { return nil }
        self.init(width: width, height: height, pixels: rgba)
    }

    init(width: Int, height: Int, pixels: [UInt8]) {
        (self.width, self.height, rgba) = (width, height, pixels)
    }
}
