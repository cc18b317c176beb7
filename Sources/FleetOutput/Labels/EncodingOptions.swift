import FleetCore
import FleetLabels
package import QRCode

/// Options for the symbols of a run.
package struct EncodingOptions {
    /// Minimum error correction level.
    let level: ErrorCorrection
    /// Whether the level is raised as far as the symbol stays the same size.
    let boosts: Bool
    /// Whether every symbol is read back.
    let verifies: Bool

    package init(level: ErrorCorrection, boosts: Bool, verifies: Bool) {
        self.level = level
        self.boosts = boosts
        self.verifies = verifies
    }

    /// Returns a reader, one for each thread; `nil` if symbols are not verified.
    /// - Throws: `SymbolReaderError`.
    func reader() throws -> SymbolReader? {
        verifies ? try SymbolReader() : nil
    }

    /// Encodes the symbol of a label, and verifies it.
    /// - Throws: `CommandError` that names the label.
    func symbol(of item: LabelItem, _ reader: SymbolReader?) throws -> Symbol {
        try CommandError.naming(item) {
            let symbol = try Symbol(
                item.payload, level: level, boosted: boosts, addingUTF8ECI: true)
            try reader?.verify(symbol, holds: item.payload)
            return symbol
        }
    }

    /// Checks whether a label has room for its symbol: first for the largest version that its bytes
    /// can need, and only if that fails, for the version that they do need, which takes longer.
    /// - Throws: `CommandError` that names the label, for an error of `fits`.
    func check(_ item: LabelItem, _ fits: (_ version: Int) throws -> Void) throws {
        if let largest = Symbol.version(ofBytes: item.payload.count, level: level),
            !item.payload.isEmpty, (try? fits(largest)) != nil
        {
            return
        }
        try CommandError.naming(item) {
            try fits(try Symbol(item.payload, level: level).version)
        }
    }
}
