import FleetCore

/// Picture on a sheet, laid over the screen.
public struct SheetPicture: Equatable, Sendable {
    /// Caption from the feed or from a person.
    public var caption: String
    /// Width in pixels.
    public var width: Int
    /// Height in pixels.
    public var height: Int
    /// Red, green, blue and alpha of each pixel, row by row.
    public var rgba: [UInt8]
    /// Size in terminal cells.
    public var cells: CanvasSize

    /// Creates a picture.
    public init(caption: String, width: Int, height: Int, rgba: [UInt8], cells: CanvasSize) {
        self.caption = caption
        (self.width, self.height, self.rgba) = (width, height, rgba)
        self.cells = cells
    }

    /// Maximum width of a caption that is wider than its picture.
    private static let maxCaptionWidth = 24

    /// Width in columns, including the caption.
    var columns: Int {
        max(
            cells.columns,
            min(DisplayWidth.of(TerminalText.drawable(caption.limited)), Self.maxCaptionWidth))
    }
}
