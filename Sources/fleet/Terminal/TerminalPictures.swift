import QRCode
import TerminalGraphics

/// How the terminal that a person sits at shows images.
struct TerminalPictures {
    let way: GraphicsProtocol
    /// The size of a character cell.
    let cell: PixelSize
    /// The columns of the terminal.
    let columns: Int

    /// Most cells are about so large.
    private static let usualCell = PixelSize(width: 8, height: 16)
    /// Asks the terminal, unless the standard input or output is none; `nil` if it shows no images.
    init?(_ choice: GraphicsChoice, on output: Output) {
        guard choice != .none, isTerminal(0), output.isTerminal,
            let probe = TerminalProbe.answered()
        else { return nil }
        self.init(choice, probe, on: output)
    }

    /// The way of a terminal that has answered; `nil` if it shows no images, or none are wanted.
    init?(_ choice: GraphicsChoice, _ probe: TerminalProbe, on output: Output) {
        let chosen = GraphicsProtocol(rawValue: choice.rawValue)
        guard choice != .none, let columns = output.columns,
            let way = chosen ?? probe.protocols.first
        else { return nil }
        self.way = way
        self.columns = columns
        cell = probe.cell ?? Self.usualCell
    }

    /// The most pixels a module of a symbol that is as wide as the terminal, up to `limit`.
    func scale(modules: Int, limit: Int) -> Int {
        min(limit, columns * cell.width / modules)
    }

    /// The escape sequences that show a symbol where the cursor is.
    func escapes(of symbol: Symbol, _ style: ImageStyle) throws(QRCodeError) -> [UInt8] {
        let side = try symbol.side(of: style)
        switch way {
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
    private static let patience: Int32 = 300

    /// What the terminal of the standard input answers; `nil` if it cannot be asked.
    static func answered() -> TerminalProbe? {
        guard isWorthAsking(environmentVariable) else { return nil }
        var probe = TerminalProbe(environment: environmentVariable)
        probe.ask(0, milliseconds: patience)
        return probe
    }
}
