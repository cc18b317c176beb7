import QRCode

/// How long the lines through the rows of a symbol are dark, light, dark and so on, in modules, as
/// PDF's operator for dashes (ISO 32000-1, 8.4.3.6).
///
/// Making them takes longer than placing them, and can be done on any thread.
struct SymbolDashes: Sendable {
    /// The most dashes of one line: some programs cannot bear many thousand.
    private static let limit = 1000

    /// Rows that one line runs through.
    struct Band: Sendable {
        /// `[1 2 1]0 d `.
        fileprivate(set) var dashes = PDFText()
        fileprivate(set) var rows = 0
        /// The column of the first dark module in the first row; every row of a symbol has some.
        fileprivate(set) var start = 0
    }

    /// Modules a side.
    let modules: Int

    /// All rows, from the top; most symbols need but one.
    private(set) var bands: [Band] = []

    init(of symbol: Symbol) {
        modules = symbol.size
        var row = 0
        while row < modules {
            bands.append(Band(of: symbol, from: row, limit: SymbolDashes.limit))
            row += bands[bands.count - 1].rows
        }
    }
}

extension SymbolDashes.Band {
    fileprivate init(of symbol: Symbol, from first: Int, limit: Int) {
        while start < symbol.size, !symbol[start, first] { start += 1 }
        // No dash has more than three digits, as none is longer than two rows.
        let room = 4 * (limit + symbol.size)
        let text = [UInt8](unsafeUninitializedCapacity: room) { buffer, written in
            var text = DashText(buffer)
            var (length, isDark) = (0, true)
            while first + rows < symbol.size, rows == 0 || text.dashes + symbol.size < limit {
                for step in (rows == 0 ? start : 0)..<symbol.size {
                    let column = rows % 2 == 0 ? step : symbol.size - 1 - step
                    if symbol[column, first + rows] != isDark {
                        text.append(length)
                        (isDark, length) = (!isDark, 0)
                    }
                    length += 1
                }
                // Out of the symbol, down to the next row and in again.
                if isDark {
                    text.append(length)
                    (isDark, length) = (false, 0)
                }
                length += 3
                rows += 1
            }
            text.append(length)
            written = text.count
        }
        dashes.append("[")
        dashes.append(text)
        dashes.append("]0 d ")
    }
}

/// Lengths of dashes, each with a space behind it.
private struct DashText {
    private let buffer: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0
    private(set) var dashes = 0

    init(_ buffer: UnsafeMutableBufferPointer<UInt8>) {
        self.buffer = buffer
    }

    mutating func append(_ length: Int) {
        if length >= 100 { put(UInt8(length / 100)) }
        if length >= 10 { put(UInt8(length / 10 % 10)) }
        put(UInt8(length % 10))
        buffer[count] = UInt8(ascii: " ")
        count += 1
        dashes += 1
    }

    private mutating func put(_ digit: UInt8) {
        buffer[count] = UInt8(ascii: "0") + digit
        count += 1
    }
}
