import QRCode

/// A QR code as half blocks of black and white, which decoders read on every ground.
struct SymbolPicture: Equatable, Sendable {
    /// The code.
    let symbol: Symbol
    private static let quietZone = Symbol.standardQuietZone

    /// Makes the code of a text; `nil` if no code can hold it.
    init?(_ text: String) {
        guard let symbol = try? Symbol(Array(text.utf8), level: .medium, markingUTF8: true) else {
            return nil
        }
        self.symbol = symbol
    }

    /// The columns that it takes.
    var columns: Int { symbol.size + 2 * Self.quietZone }
    /// The rows that it takes.
    var rows: Int { (columns + 1) / 2 }

    /// Draws it with its top left corner at a place.
    func draw(column: Int, row: Int, on canvas: inout Canvas) {
        for line in 0..<rows {
            for x in 0..<columns {
                let (left, top) = (x - Self.quietZone, 2 * line - Self.quietZone)
                let style = Style(ink(left, top), on: ink(left, top + 1))
                canvas.put("▀", column: column + x, row: row + line, style)
            }
        }
    }

    private func ink(_ x: Int, _ y: Int) -> Ink { symbol[x, y] ? .black : .white }
}
