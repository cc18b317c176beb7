import FleetCore
public import QRCode

/// Image to lay over the screen.
public struct BrowserPicture: Equatable, Sendable {
    /// Content of an image.
    public enum Content: Equatable, Sendable {
        /// QR code with its quiet zone.
        case symbol(Symbol)
        /// Pixel image.
        case pixels(SheetPicture)
    }

    /// Content of the image.
    public let content: Content
    /// Cells that it covers.
    public let frame: Rect
}

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

/// QR code drawn with half blocks: black and white ones are readable on any terminal background.
struct SymbolPicture: Equatable, Sendable {
    let symbol: Symbol
    private static let quietZone = Symbol.standardQuietZone

    /// Encodes a text; `nil` if it does not fit in a QR code.
    init?(_ text: String) {
        guard let symbol = try? Symbol(Array(text.utf8), level: .medium, addingUTF8ECI: true) else {
            return nil
        }
        self.symbol = symbol
    }

    /// Width in columns, one for each module.
    var columns: Int { symbol.size + 2 * Self.quietZone }
    /// Height in rows of half blocks.
    var rows: Int { (columns + 1) / 2 }

    /// Returns the size in cells.
    func size(_ drawing: SymbolStyle) -> CanvasSize {
        drawing.isWide
            ? CanvasSize(columns: 2 * columns, rows: columns)
            : CanvasSize(columns: columns, rows: rows)
    }

    /// Draws it with its top left corner at `column` and `row`.
    func draw(_ drawing: SymbolStyle, column: Int, row: Int, on canvas: inout Canvas) {
        guard !drawing.isWide else {
            return drawWide(drawing, column: column, row: row, on: &canvas)
        }
        for line in 0..<rows {
            for x in 0..<columns {
                let (left, top) = (x - Self.quietZone, 2 * line - Self.quietZone)
                let (upper, lower) = (symbol[left, top], symbol[left, top + 1])
                let style = drawing == .colored ? Style(color(upper), on: color(lower)) : .plain
                let text =
                    switch drawing {
                    case .colored, .wide, .wideLight, .wideDark: "▀"
                    case .lightBlocks: Self.block(top: !upper, bottom: !lower)
                    case .darkBlocks: Self.block(top: upper, bottom: lower)
                    }
                canvas.put(text, column: column + x, row: row + line, style)
            }
        }
    }

    /// Draws each module as two cells with a background, in ASCII.
    private func drawWide(
        _ drawing: SymbolStyle, column: Int, row: Int, on canvas: inout Canvas
    ) {
        for y in 0..<columns {
            for x in 0..<columns {
                let isDark = symbol[x - Self.quietZone, y - Self.quietZone]
                let style =
                    switch drawing {
                    case .wideLight: isDark ? Style.plain : Style(on: .selection)
                    case .wideDark: isDark ? Style(on: .selection) : .plain
                    case .wide, .colored, .lightBlocks, .darkBlocks: Style(on: color(isDark))
                    }
                let cells = Rect(column: column + 2 * x, row: row + y, columns: 2, rows: 1)
                canvas.fill(cells, style)
            }
        }
    }

    private func color(_ isDark: Bool) -> ColorRole { isDark ? .black : .white }

    private static func block(top: Bool, bottom: Bool) -> String {
        switch (top, bottom) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
    }
}
