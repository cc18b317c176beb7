import FleetLabels
import QRCode

/// How the symbols of a run are made.
struct SymbolPlan {
    /// The least level of error correction.
    let level: ErrorCorrection
    /// Whether a higher level is taken where it needs no larger symbol.
    let boosts: Bool
    /// Whether every symbol is read back.
    let verifies: Bool

    /// A reader for each thread, if symbols are read back.
    /// - Throws: `SymbolReaderError`.
    func reader() throws -> SymbolReader? {
        verifies ? try SymbolReader() : nil
    }

    /// Makes the symbol of a label, and reads it back.
    /// - Throws: `Problem` that names the label.
    func symbol(of item: LabelItem, _ reader: SymbolReader?) throws -> Symbol {
        try Problem.naming(item) {
            let symbol = try Symbol(item.payload, level: level, boosted: boosts, markingUTF8: true)
            try reader?.verify(symbol, holds: item.payload)
            return symbol
        }
    }

    /// Tries whether a label's symbol can be used, without making it: with as large a symbol as its
    /// bytes may need, and only if that fails, with the symbol that they do need.
    /// - Throws: `Problem` that names the label, of what `fits` throws.
    func check(_ item: LabelItem, _ fits: (_ version: Int) throws -> Void) throws {
        if let largest = Symbol.version(ofBytes: item.payload.count, level: level),
            !item.payload.isEmpty, (try? fits(largest)) != nil
        {
            return
        }
        try Problem.naming(item) { try fits(try Symbol.version(of: item.payload, level: level)) }
    }
}
