/// Scanner of the rows of delimited text (RFC 4180, section 2).
///
/// Lines end with LF, CRLF or CR. A quote opens a value only at its start; text after the closing
/// quote belongs to the value, as in Excel and LibreOffice. `="00123"`, with which programs keep
/// Excel from reading a number, is 00123; LibreOffice and Excel compute the same.
struct TextScanner {
    /// Number of columns of the last row, empty ones included.
    private(set) var columns = 0
    private let text: UnsafeBufferPointer<UInt8>
    private let separator: UInt8
    private var position = 0
    private var line: Int
    /// Number of the next row, as spreadsheets show it.
    private var number: Int
    private var rows = 0

    init(_ text: UnsafeBufferPointer<UInt8>, separator: UInt8, line: Int) {
        (self.text, self.separator, self.line, number) = (text, separator, line, line)
    }

    /// Scans the next row; returns false at the end.
    mutating func scan(into row: inout TableRow) throws(TableError) -> Bool {
        guard position < text.count else { return false }
        row.start(number: number)
        number += 1
        columns = 0
        var isEnd = false
        while !isEnd {
            try scanCell(columns, of: &row)
            columns += 1
            isEnd = endCell()
        }
        if row.count > 0 {
            rows += 1
            guard rows <= TableFile.maxRows else { throw .tooManyRows }
        }
        return true
    }

    /// Moves behind a separator or line end; returns whether the row ends.
    @inline(__always)
    private mutating func endCell() -> Bool {
        guard position < text.count else { return true }
        if text[position] == separator {
            position += 1
            // The text may end after a separator.
            return false
        }
        skipLineEnd()
        return true
    }

    /// Skips LF, CRLF or CR.
    @inline(__always)
    private mutating func skipLineEnd() {
        if text[position] == .carriageReturn, position + 1 < text.count,
            text[position + 1] == .lineFeed
        {
            position += 1
        }
        position += 1
        line += 1
    }

    @inline(__always)
    private mutating func scanCell(_ column: Int, of row: inout TableRow) throws(TableError) {
        let start = position
        if start < text.count {
            if text[start] == .quote { return try scanQuoted(column, of: &row) }
            if text[start] == UInt8(ascii: "="), try scanFormula(column, of: &row) { return }
        }
        skipToEnd()
        guard position > start else { return }
        try row.setCell(column, to: UnsafeBufferPointer(rebasing: text[start..<position]))
    }

    /// Moves to the next separator or line end.
    @inline(__always)
    private mutating func skipToEnd() {
        while position < text.count {
            let byte = text[position]
            if byte == separator || byte <= 13 && (byte == .lineFeed || byte == .carriageReturn) {
                break
            }
            position += 1
        }
    }

    /// Scans a value that begins with a quote.
    private mutating func scanQuoted(
        _ column: Int, of row: inout TableRow
    ) throws(TableError) {
        let start = row.bytes.count
        try appendQuoted(to: &row)
        let rest = position
        skipToEnd()
        row.bytes.append(contentsOf: text[rest..<position])
        unwrapFormula(in: &row, from: start)
        try row.endCell(column, from: start)
    }

    /// Scans a value such as `="00123"` on one line; returns false for another one.
    ///
    /// The search ends at the next quote, so that it takes linear time in all.
    private mutating func scanFormula(
        _ column: Int, of row: inout TableRow
    ) throws(TableError) -> Bool {
        let start = position + 2
        guard start < text.count, text[start - 1] == .quote else { return false }
        var end = start
        while end < text.count, text[end] != .quote, !isLineEnd(text[end]) { end += 1 }
        guard end < text.count, text[end] == .quote,
            end + 1 == text.count || text[end + 1] == separator || isLineEnd(text[end + 1])
        else { return false }
        position = end + 1
        try row.setCell(column, to: UnsafeBufferPointer(rebasing: text[start..<end]))
        return true
    }

    private func isLineEnd(_ byte: UInt8) -> Bool { byte == .lineFeed || byte == .carriageReturn }

    /// Appends the value between two quotes, and moves behind them.
    private mutating func appendQuoted(to row: inout TableRow) throws(TableError) {
        let opening = line
        position += 1
        var start = position
        // Each quote of the value may be written twice.
        let limit = min(text.count, position + 2 * TableFile.maxCellSize + 1)
        while position < limit {
            let byte = text[position]
            if byte == .quote {
                row.bytes.append(contentsOf: text[start..<position])
                position += 1
                guard position < text.count, text[position] == .quote else { return }
                start = position
                position += 1
            } else if byte == .lineFeed || byte == .carriageReturn {
                skipLineEnd()
            } else {
                position += 1
            }
        }
        if position < text.count { throw .cellTooLong(row: row.number) }
        throw .unclosedQuote(line: opening)
    }

    /// Replaces a value `="00123"` by the text in its quotes.
    private func unwrapFormula(in row: inout TableRow, from start: Int) {
        let value = row.bytes[start...]
        guard value.count >= 3, value.starts(with: "=\"".utf8), value.last == .quote,
            !value.dropFirst(2).dropLast().contains(.quote)
        else { return }
        row.bytes.removeLast()
        row.bytes.removeSubrange(start..<start + 2)
    }
}
