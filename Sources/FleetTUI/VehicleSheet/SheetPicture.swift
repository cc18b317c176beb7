import FleetCore

/// A picture of what a sheet is about, as it is laid over the screen.
public struct SheetPicture: Equatable, Sendable {
    /// What it shows, in the words of a feed or a person.
    public var caption: String
    /// Pixels in a row.
    public var width: Int
    /// Pixels in a column.
    public var height: Int
    /// Red, green, blue and opacity of each pixel, row by row.
    public var rgba: [UInt8]
    /// The cells that it covers.
    public var cells: CanvasSize

    /// Creates a picture.
    public init(caption: String, width: Int, height: Int, rgba: [UInt8], cells: CanvasSize) {
        self.caption = caption
        (self.width, self.height, self.rgba) = (width, height, rgba)
        self.cells = cells
    }

    /// The most columns of a caption that is wider than its picture.
    private static let widestCaption = 24

    /// The columns that it takes with its caption.
    var columns: Int {
        max(
            cells.columns,
            min(DisplayWidth.of(TerminalText.drawn(caption.limited)), Self.widestCaption))
    }
}
