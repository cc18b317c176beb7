import QRCode

/// Lengths of the alternating dark and light runs along the rows of a symbol, in modules, as PDF's
/// dash operator (ISO 32000-1, 8.4.3.6).
///
/// Computing them takes longer than drawing them, and can be done on any thread.
struct SymbolDashes: Sendable {
    /// Maximum number of dashes of one line, since some programs fail with thousands.
    private static let limit = 1000

    /// Rows covered by one line.
    struct Band: Sendable {
        /// Dash operator, such as `[1 2 1]0 d `.
        fileprivate(set) var dashes = PDFBuffer()
        fileprivate(set) var rows = 0
        /// Column of the first dark module in the first row; every row of a symbol has one.
        fileprivate(set) var start = 0
    }

    /// Modules per side.
    let modules: Int

    /// Bands from the top; most symbols need only one.
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
        // No dash has more than three digits, since none is longer than two rows.
        let room = 4 * (limit + symbol.size)
        let text = [UInt8](unsafeUninitializedCapacity: room) { buffer, written in
            var text = DashBuffer(buffer)
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
                // The line leaves the symbol, goes down to the next row and enters again.
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

/// Writer for dash lengths, each followed by a space.
private struct DashBuffer {
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
