import POSIX
import Pictures
import QRCode
import SystemPackage
package import TerminalGraphics

/// Protocol for images on the terminal.
package enum GraphicsChoice: String, CaseIterable, Sendable {
    /// The protocol that the terminal supports.
    case auto
    case kitty
    case iterm
    case sixel
    /// No images; QR codes are drawn with characters.
    case none
}

/// Image output of a terminal: its graphics protocol and dimensions.
package struct TerminalPictures {
    let graphicsProtocol: GraphicsProtocol
    /// Size of a character cell.
    let cell: PixelSize
    /// Columns of the terminal.
    let columns: Int

    /// Cell size if the terminal reports none.
    private static let defaultCell = PixelSize(width: 8, height: 16)

    /// Queries the terminal; returns nil if standard input or output is not a terminal, or if the
    /// terminal shows no images.
    package init?(_ choice: GraphicsChoice, in context: CommandContext) {
        guard choice != .none, FileDescriptor.standardInput.isTerminal, context.output.redraws,
            let probe = TerminalProbe.query(context.environmentVariable)
        else { return nil }
        self.init(choice, probe, on: context.output)
    }

    /// Evaluates a terminal's replies; returns nil if it shows no images or the choice is `none`.
    package init?(_ choice: GraphicsChoice, _ probe: TerminalProbe, on output: Output) {
        let selected = GraphicsProtocol(rawValue: choice.rawValue)
        guard choice != .none, let columns = output.columns,
            let graphicsProtocol = selected ?? probe.protocols.first
        else { return nil }
        self.graphicsProtocol = graphicsProtocol
        self.columns = columns
        cell = probe.cell ?? Self.defaultCell
    }

    /// Returns the largest scale, in pixels per module, at which a symbol fits the terminal's
    /// width; at most `limit`.
    func scale(modules: Int, limit: Int) -> Int {
        min(limit, columns * cell.width / modules)
    }

    /// Returns the escape sequences that show a symbol at the cursor.
    func escapes(of symbol: Symbol, _ style: ImageStyle) throws(QRCodeError) -> [UInt8] {
        let side = try symbol.side(of: style)
        switch graphicsProtocol {
        case .kitty: return ImageEscapes.kitty(png: try symbol.image(.png, style))
        case .iterm:
            return ImageEscapes.iterm(
                png: try symbol.image(.png, style), size: PixelSize(width: side, height: side))
        case .sixel: return ImageEscapes.sixel(Self.pixels(of: symbol, style, side: side))
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
    private static let timeout: Int32 = 300

    /// Queries the terminal on standard input; returns nil if it cannot be queried.
    static func query(_ environmentVariable: (String) -> String?) -> TerminalProbe? {
        guard supportsQueries(environmentVariable) else { return nil }
        var probe = TerminalProbe(environment: environmentVariable)
        probe.query(.standardInput, timeoutMilliseconds: timeout)
        return probe
    }
}

extension TerminalPictures {
    /// Maximum size of a picture.
    static let maxPictureSize = CellSize(columns: 24, rows: 10)

    /// Decodes a picture at its display size; returns nil if decoding fails.
    func raster(_ bytes: [UInt8]) -> Raster? {
        let box = Self.maxPictureSize
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
    /// For protocols that take a size in cells, the picture is padded to whole cells, so that it is
    /// not stretched and never exceeds them, whatever the true cell size.
    func escapes(of raster: Raster) -> [UInt8] {
        let cells = cells(width: raster.width, height: raster.height)
        let padded = raster.padded(
            width: cells.columns * cell.width, height: cells.rows * cell.height)
        switch graphicsProtocol {
        case .kitty: return padded.png.map { ImageEscapes.kitty(png: $0, cells: cells) } ?? []
        case .iterm: return padded.png.map { ImageEscapes.iterm(png: $0, cells: cells) } ?? []
        case .sixel:
            return ImageEscapes.sixel(IndexedImage(width: raster.width, rgba: raster.rgba))
        }
    }
}
