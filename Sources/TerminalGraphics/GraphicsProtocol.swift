/// A way in which terminals show images.
public enum GraphicsProtocol: String, CaseIterable, Sendable {
    /// The kitty graphics protocol (https://sw.kovidgoyal.net/kitty/graphics-protocol/).
    case kitty
    /// Inline images of iTerm2 (https://iterm2.com/documentation-images.html).
    case iterm
    /// Sixel graphics of DEC (VT330/VT340 Programmer Reference Manual, volume 2, chapter 14).
    case sixel
}

/// An image of few colors, row by row from the top left.
public struct IndexedImage: Sendable, Equatable {
    /// Red, green and blue, 0 to 255, of each color; at most 256.
    public let palette: [[UInt8]]
    /// Pixels in a row.
    public let width: Int
    /// The number of every pixel's color; one beyond the palette is not drawn.
    public let pixels: [UInt8]

    /// Pixels in a column.
    public var height: Int { width > 0 ? pixels.count / width : 0 }

    /// Creates an image; the pixels are whole rows.
    public init(palette: [[UInt8]], width: Int, pixels: [UInt8]) {
        self.palette = palette
        self.width = width
        self.pixels = pixels
    }
}

/// A size in pixels.
public struct PixelSize: Sendable, Equatable {
    /// From left to right.
    public var width: Int
    /// From top to bottom.
    public var height: Int

    /// Creates a size.
    public init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
    }
}

/// A size in character cells.
public struct CellSize: Sendable, Equatable {
    /// From left to right.
    public var columns: Int
    /// From top to bottom.
    public var rows: Int

    /// Creates a size.
    public init(columns: Int, rows: Int) {
        (self.columns, self.rows) = (columns, rows)
    }
}
