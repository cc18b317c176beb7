/// Image protocol of a terminal.
public enum GraphicsProtocol: String, CaseIterable, Sendable {
    /// The kitty graphics protocol (https://sw.kovidgoyal.net/kitty/graphics-protocol/).
    case kitty
    /// Inline images of iTerm2 (https://iterm2.com/documentation-images.html).
    case iterm
    /// Sixel graphics of DEC (VT330/VT340 Programmer Reference Manual, volume 2, chapter 14).
    case sixel
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
