import FleetCore
package import FleetRuntime
import FleetTUI
import POSIX
import Pictures
import QRCode
import SystemPackage
import TerminalGraphics

/// Protocol for images on the terminal.
package enum GraphicsChoice: String, CaseIterable, Sendable {
    /// The protocol that the terminal supports.
    case auto
    case kitty
    case iterm
    case sixel
    /// Pictures as half blocks in 256 or 24-bit colors; QR codes are drawn with characters.
    case blocks
    /// No images; QR codes are drawn with characters.
    case none
}

/// Image output of a terminal: its form and dimensions.
package struct TerminalPictures {
    /// How pixels are shown.
    enum Form: Equatable {
        /// As images of a graphics protocol.
        case graphics(GraphicsProtocol)
        /// As characters, two pixels in each.
        case blocks(ColorDepth)
    }

    let form: Form
    /// Size of a character cell.
    let cell: PixelSize
    /// Columns of the terminal.
    let columns: Int

    /// Cell size if the terminal reports none.
    private static let defaultCell = PixelSize(width: 8, height: 16)

    /// Size of the two pixels of a half block.
    private static let blockCell = PixelSize(width: 1, height: 2)

    /// Queries the terminal; returns `nil` if standard input or output is not a terminal, or if the
    /// terminal shows no images.
    package init?(_ choice: GraphicsChoice, in context: CommandContext, _ ansi: AnsiChoice) {
        guard choice != .none, FileDescriptor.standardInput.isTerminal, context.output.redraws
        else { return nil }
        self.init(
            choice, TerminalProbe.query(in: context),
            blocks: Self.blockColors(ansi, in: context), on: context.output)
    }

    /// Evaluates a terminal's replies, `nil` without any; returns `nil` if it shows no images or
    /// the choice is `none`.
    /// - Parameter blocks: Colors for half blocks; `nil` if there are too few.
    init?(
        _ choice: GraphicsChoice, _ probe: TerminalProbe?, blocks: ColorDepth?, on output: Output
    ) {
        guard let columns = output.columns else { return nil }
        self.columns = columns
        let selected = GraphicsProtocol(rawValue: choice.rawValue)
        let offered = choice == .auto ? probe?.protocols.first : nil
        if let probe, let graphicsProtocol = selected ?? offered {
            form = .graphics(graphicsProtocol)
            cell = probe.cell ?? Self.defaultCell
        } else if let blocks, choice == .auto || choice == .blocks {
            form = .blocks(blocks)
            cell = Self.blockCell
        } else {
            return nil
        }
    }

    /// Whether images are independent of the text on the terminal, so no pager shows them.
    package var isOverlay: Bool {
        if case .graphics = form { true } else { false }
    }

    /// Returns the largest scale, in pixels per module, at which a symbol fits the terminal's
    /// width; at most `limit`.
    func scale(modules: Int, limit: Int) -> Int {
        min(limit, columns * cell.width / modules)
    }

    /// Returns the escape sequences that show a symbol at the cursor; `nil` if it has to be drawn
    /// with characters.
    func escapes(of symbol: Symbol, _ style: ImageStyle) throws(QRCodeError) -> [UInt8]? {
        let side = try symbol.side(of: style)
        switch form {
        case .graphics(.kitty): return ImageEscapes.kitty(png: try symbol.image(.png, style))
        case .graphics(.iterm):
            return ImageEscapes.iterm(
                png: try symbol.image(.png, style), size: PixelSize(width: side, height: side))
        case .graphics(.sixel):
            return ImageEscapes.sixel(Self.pixels(of: symbol, style, side: side))
        case .blocks: return nil
        }
    }

    private static func pixels(of symbol: Symbol, _ style: ImageStyle, side: Int) -> IndexedImage {
        let colors = [style.colors.background, style.colors.foreground]
        var pixels: [UInt8] = []
        pixels.reserveCapacity(side * side)
        for y in 0..<side {
            for x in 0..<side {
                let (column, row) = (x / style.scale, y / style.scale)
                let isDark = symbol[column - style.quietZone, row - style.quietZone]
                pixels.append(isDark ? 1 : 0)
            }
        }
        return IndexedImage(
            palette: colors.map { [$0.red, $0.green, $0.blue] }, width: side, pixels: pixels)
    }
}

extension TerminalProbe {
    private static let timeout = Duration.milliseconds(300)

    /// Queries the terminal on standard input; returns `nil` if it cannot be queried.
    static func query(in context: CommandContext) -> TerminalProbe? {
        guard supportsQueries(context.environmentVariable) else { return nil }
        var probe = TerminalProbe(environment: context.environmentVariable)
        probe.query(
            .standardInput, timeoutMilliseconds: Int32(context.limit(timeout).milliseconds))
        return probe
    }
}

extension TerminalPictures {
    /// Columns of a screen beside a picture: the frame of a sheet.
    private static let frameColumns = 4

    /// Maximum size of a picture; one of half blocks needs more room to be recognized.
    private var maxPictureSize: CellSize {
        switch form {
        case .graphics: CellSize(columns: 24, rows: 10)
        case .blocks: CellSize(columns: min(40, max(1, columns - Self.frameColumns)), rows: 15)
        }
    }

    /// Decodes a picture at its display size; returns `nil` if decoding fails.
    func raster(_ bytes: [UInt8]) -> Raster? {
        let box = maxPictureSize
        return try? Raster(
            decoding: bytes, fitting: (box.columns * cell.width, box.rows * cell.height))
    }

    /// Returns the size in cells of a picture in pixels.
    func cells(width: Int, height: Int) -> CellSize {
        CellSize(
            columns: (width + cell.width - 1) / cell.width,
            rows: (height + cell.height - 1) / cell.height)
    }

    /// Returns the escape sequences that show a picture at the cursor.
    ///
    /// Half blocks are lines of text. For protocols that take a size in cells, the picture is
    /// padded to whole cells, so that it is not stretched and never exceeds them, whatever the true
    /// cell size.
    func escapes(of raster: Raster) -> [UInt8] {
        let cells = cells(width: raster.width, height: raster.height)
        switch form {
        case .graphics(.kitty):
            return padded(raster).png.map { ImageEscapes.kitty(png: $0, cells: cells) } ?? []
        case .graphics(.iterm):
            return padded(raster).png.map { ImageEscapes.iterm(png: $0, cells: cells) } ?? []
        case .graphics(.sixel):
            return ImageEscapes.sixel(IndexedImage(width: raster.width, rgba: raster.rgba))
        case .blocks(let depth):
            let size = CanvasSize(columns: cells.columns, rows: cells.rows)
            var canvas = Canvas(size: size)
            SheetPicture(
                caption: "", width: raster.width, height: raster.height, rgba: raster.rgba,
                cells: size
            ).drawBlocks(column: 0, row: 0, on: &canvas)
            let lines = canvas.text(Palette(depth: depth, theme: .dark))
            return Array(lines.utf8.dropLast())
        }
    }

    private func padded(_ raster: Raster) -> Raster {
        let cells = cells(width: raster.width, height: raster.height)
        return raster.padded(width: cells.columns * cell.width, height: cells.rows * cell.height)
    }
}

extension TerminalPictures {
    /// Returns the colors for pictures of half blocks; `nil` if the terminal has fewer than 256, or
    /// if colors are disabled.
    static func blockColors(_ ansi: AnsiChoice, in context: CommandContext) -> ColorDepth? {
        let output = context.output
        guard output.isTerminal, output.capabilities.hasANSIColors, !output.showsASCII,
            ansi.colorsText(on: output, noColor: context.noColor)
        else { return nil }
        let announced = context.environmentVariable("COLORTERM")
        if let announced, ["truecolor", "24bit"].contains(announced) { return .direct }
        return output.capabilities.has256Colors ? .palette : nil
    }
}
