public import QRCode

/// Content of one label: a symbol, and lines of text below it.
public struct Label: Sendable {
    /// Symbol, without its quiet zone.
    public let symbol: Symbol

    /// Lines, from top to bottom; none is wrapped.
    public let lines: [String]

    let dashes: SymbolDashes

    /// Creates a label with a symbol above its lines.
    public init(_ symbol: Symbol, lines: [String] = []) {
        self.symbol = symbol
        self.lines = lines
        dashes = SymbolDashes(of: symbol)
    }
}
