/// Image protocol of a terminal.
public enum GraphicsProtocol: String, CaseIterable, Sendable {
    /// The kitty graphics protocol (https://sw.kovidgoyal.net/kitty/graphics-protocol/).
    case kitty
    /// Inline images of iTerm2 (https://iterm2.com/documentation-images.html).
    case iterm
    /// Sixel graphics of DEC (VT330/VT340 Programmer Reference Manual, volume 2, chapter 14).
    case sixel
}

/// Image with a color palette, row by row from the top left.
public struct IndexedImage: Sendable, Equatable {
    /// Red, green and blue (0 to 255) of at most 256 colors.
    public let palette: [[UInt8]]
    /// Width in pixels.
    public let width: Int
    /// Palette index of each pixel; pixels with an index beyond the palette are not drawn.
    public let pixels: [UInt8]

    /// Height in pixels.
    public var height: Int { width > 0 ? pixels.count / width : 0 }

    /// Creates an image; `pixels` must consist of whole rows.
    public init(palette: [[UInt8]], width: Int, pixels: [UInt8]) {
        self.palette = palette
        self.width = width
        self.pixels = pixels
    }
}

/// Size in pixels.
public struct PixelSize: Sendable, Equatable {
    /// Width.
    public var width: Int
    /// Height.
    public var height: Int

    /// Creates a size.
    public init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
    }
}

/// Size in character cells.
public struct CellSize: Sendable, Equatable {
    /// Number of columns.
    public var columns: Int
    /// Number of rows.
    public var rows: Int

    /// Creates a size.
    public init(columns: Int, rows: Int) {
        (self.columns, self.rows) = (columns, rows)
    }
}
