extension Symbol {
    /// The symbol drawn with characters, quiet zone included; every line ends with a line feed.
    ///
    /// Coloured styles name the colours 16 (black) and 231 (white) of the 256, which themes leave
    /// alone, for every module, and reset them at the end of every line.
    /// - Throws: `QRCodeError.quietZoneOutOfRange`.
    public func terminalArt(
        _ style: TerminalArt, quietZone: Int = standardQuietZone
    ) throws(QRCodeError) -> String {
        let end = try size(withQuietZone: quietZone) - quietZone
        var art = ""
        for y in stride(from: -quietZone, to: end, by: style.rowsPerLine) {
            var colours = ""
            for x in -quietZone..<end {
                let cell = Cell(style, top: self[x, y], bottom: self[x, y + 1])
                if cell.colours != colours {
                    colours = cell.colours
                    art += colours
                }
                art += cell.text
            }
            art += colours.isEmpty ? "\n" : "\u{1B}[0m\n"
        }
        return art
    }

    /// The columns that `terminalArt` takes of a terminal.
    ///
    /// - Throws: `QRCodeError.quietZoneOutOfRange`.
    public func width(
        of style: TerminalArt, quietZone: Int = standardQuietZone
    ) throws(QRCodeError) -> Int {
        try size(withQuietZone: quietZone) * style.columnsPerModule
    }
}

/// The characters of one module, or of two in half blocks, and the escape sequence before them.
private struct Cell {
    let text: String
    let colours: String

    /// `bottom` is drawn by half blocks only.
    init(_ style: TerminalArt, top: Bool, bottom: Bool) {
        switch style {
        case .half(coloured: true):
            text = "▀"
            colours = "\u{1B}[38;5;\(Self.colour(top));48;5;\(Self.colour(bottom))m"
        case .half(coloured: false):
            text = Self.halfBlock(top: top, bottom: bottom)
            colours = ""
        case .full(coloured: true):
            text = "  "
            colours = "\u{1B}[48;5;\(Self.colour(top))m"
        case .full(coloured: false):
            text = top ? "  " : "██"
            colours = ""
        case .ascii:
            text = top ? "##" : "  "
            colours = ""
        }
    }

    private static func colour(_ dark: Bool) -> Int { dark ? 16 : 231 }

    private static func halfBlock(top: Bool, bottom: Bool) -> String {
        switch (top, bottom) {
        case (true, true): " "
        case (true, false): "▄"
        case (false, true): "▀"
        case (false, false): "█"
        }
    }
}
