/// Style of a symbol drawn with characters.
///
/// A colored style sets its own colors and suits every background. Without colors, `half` and
/// `full` draw the light modules, as `qrencode -t UTF8` does, for light text on a dark background.
/// `ascii` draws the dark modules, for dark text on a light background.
public enum TerminalArt: Sendable, Equatable {
    /// One column per module and one line per two rows, with half blocks.
    case half(colored: Bool)
    /// Two columns per module and one line per row, with spaces or full blocks.
    case full(colored: Bool)
    /// Two columns per module and one line per row, with `##` for dark modules.
    case ascii

    fileprivate var columnsPerModule: Int {
        switch self {
        case .half: 1
        case .full, .ascii: 2
        }
    }

    /// Rows of modules per line of text.
    fileprivate var rowsPerLine: Int {
        switch self {
        case .half: 2
        case .full, .ascii: 1
        }
    }
}

extension Symbol {
    /// Returns the symbol drawn with characters, quiet zone included; lines end with a newline.
    ///
    /// Colored styles use colors 16 (black) and 231 (white) of the 256-color palette, which themes
    /// do not change, and reset them at the end of each line.
    /// - Parameter inverted: Whether the style without colors is for the other background.
    /// - Throws: `QRCodeError.quietZoneOutOfRange`.
    public func terminalArt(
        _ style: TerminalArt, quietZone: Int = standardQuietZone, inverted: Bool = false
    ) throws(QRCodeError) -> String {
        let end = try size(withQuietZone: quietZone) - quietZone
        var art = ""
        for y in stride(from: -quietZone, to: end, by: style.rowsPerLine) {
            var colors = ""
            for x in -quietZone..<end {
                let cell = Cell(
                    style, top: self[x, y] != inverted, bottom: self[x, y + 1] != inverted)
                if cell.colors != colors {
                    colors = cell.colors
                    art += colors
                }
                art += cell.text
            }
            art += colors.isEmpty ? "\n" : "\u{1B}[0m\n"
        }
        return art
    }

    /// Returns the width of `terminalArt`, in columns.
    ///
    /// - Throws: `QRCodeError.quietZoneOutOfRange`.
    public func width(
        of style: TerminalArt, quietZone: Int = standardQuietZone
    ) throws(QRCodeError) -> Int {
        try size(withQuietZone: quietZone) * style.columnsPerModule
    }
}

/// Characters for one module, or for two in half blocks, and the escape sequence before them.
private struct Cell {
    let text: String
    let colors: String

    /// Only half blocks draw `bottom`.
    init(_ style: TerminalArt, top: Bool, bottom: Bool) {
        switch style {
        case .half(colored: true):
            text = "▀"
            colors = "\u{1B}[38;5;\(Self.color(top));48;5;\(Self.color(bottom))m"
        case .half(colored: false):
            text = Self.halfBlock(top: top, bottom: bottom)
            colors = ""
        case .full(colored: true):
            text = "  "
            colors = "\u{1B}[48;5;\(Self.color(top))m"
        case .full(colored: false):
            text = top ? "  " : "██"
            colors = ""
        case .ascii:
            text = top ? "##" : "  "
            colors = ""
        }
    }

    private static func color(_ dark: Bool) -> Int { dark ? 16 : 231 }

    private static func halfBlock(top: Bool, bottom: Bool) -> String {
        switch (top, bottom) {
        case (true, true): " "
        case (true, false): "▄"
        case (false, true): "▀"
        case (false, false): "█"
        }
    }
}
