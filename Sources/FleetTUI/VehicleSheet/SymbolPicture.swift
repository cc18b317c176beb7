import QRCode

/// QR code drawn as black and white half blocks, readable on any terminal background.
struct SymbolPicture: Equatable, Sendable {
    let symbol: Symbol
    private static let quietZone = Symbol.standardQuietZone

    /// Encodes a text; nil if it does not fit in a QR code.
    init?(_ text: String) {
        guard let symbol = try? Symbol(Array(text.utf8), level: .medium, addingUTF8ECI: true) else {
            return nil
        }
        self.symbol = symbol
    }

    /// Width in columns.
    var columns: Int { symbol.size + 2 * Self.quietZone }
    /// Height in rows.
    var rows: Int { (columns + 1) / 2 }

    /// Draws it with its top left corner at `column` and `row`.
    func draw(column: Int, row: Int, on canvas: inout Canvas) {
        for line in 0..<rows {
            for x in 0..<columns {
                let (left, top) = (x - Self.quietZone, 2 * line - Self.quietZone)
                let style = Style(color(left, top), on: color(left, top + 1))
                canvas.put("▀", column: column + x, row: row + line, style)
            }
        }
    }

    private func color(_ x: Int, _ y: Int) -> ColorRole { symbol[x, y] ? .black : .white }
}
