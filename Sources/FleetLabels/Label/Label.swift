public import QRCode

/// What is printed on one label: a symbol, and lines of text under it.
public struct Label: Sendable {
    /// The symbol, without its quiet zone.
    public let symbol: Symbol

    /// The lines, from top to bottom; each stays one line.
    public let lines: [String]

    let dashes: SymbolDashes

    /// A label with a symbol over its lines.
    public init(_ symbol: Symbol, lines: [String] = []) {
        self.symbol = symbol
        self.lines = lines
        dashes = SymbolDashes(of: symbol)
    }
}
