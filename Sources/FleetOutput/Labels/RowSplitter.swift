/// Splitter of bytes into rows of fields.
protocol RowSplitter {
    /// Number of bytes of the incomplete row.
    var count: Int { get }
    /// Line of the quote that the next byte is behind.
    var openQuote: Int? { get }
    /// Appends the next byte; returns the row if it is complete.
    mutating func append(_ byte: UInt8) throws(CSVError) -> [[UInt8]]?
    /// Returns the last row if it has no line end.
    mutating func finish() throws(CSVError) -> [[UInt8]]?
}

/// A quoted cell without an end, or with text after it: its closing quote is missing.
struct CSVError: Error {
    /// Line of the opening quote, from 1.
    let line: Int
}

/// Splitter into lines, each a row of one field, without a carriage return at the end.
struct LineSplitter: RowSplitter {
    private var line: [UInt8] = []

    var count: Int { line.count }
    var openQuote: Int? { nil }

    mutating func append(_ byte: UInt8) -> [[UInt8]]? {
        guard byte == UInt8(ascii: "\n") else {
            line.append(byte)
            return nil
        }
        return finish()
    }

    mutating func finish() -> [[UInt8]]? {
        defer { line.removeAll(keepingCapacity: true) }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return line.isEmpty ? nil : [line]
    }
}

/// Splitter of CSV (RFC 4180): separators between fields, quotes around separators, quotes and line
/// ends.
///
/// Lines end with CR LF or LF. A quote inside a field without quotes is a part of it.
struct CSVSplitter: RowSplitter {
    private enum State { case start, plain, quoted, closed, closedWithReturn }

    private let separator: UInt8
    private var fields: [[UInt8]] = []
    private var field: [UInt8] = []
    private var state = State.start
    private var line = 1
    private var quoteLine = 1
    private(set) var count = 0

    init(separator: UInt8 = UInt8(ascii: ",")) {
        self.separator = separator
    }

    var openQuote: Int? { state == .quoted ? quoteLine : nil }

    mutating func append(_ byte: UInt8) throws(CSVError) -> [[UInt8]]? {
        count += 1
        if byte == UInt8(ascii: "\n") { line += 1 }
        switch (state, byte) {
        case (.quoted, UInt8(ascii: "\"")): state = .closed
        case (.quoted, _): field.append(byte)
        case (.closed, UInt8(ascii: "\"")):
            field.append(byte)
            state = .quoted
        case (.start, UInt8(ascii: "\"")): (state, quoteLine) = (.quoted, line)
        case (.start, separator), (.plain, separator), (.closed, separator): endField()
        case (_, UInt8(ascii: "\n")): return try finish()
        case (.closed, UInt8(ascii: "\r")): state = .closedWithReturn
        case (.closed, _), (.closedWithReturn, _): throw CSVError(line: quoteLine)
        case (.start, _), (.plain, _):
            field.append(byte)
            state = .plain
        }
        return nil
    }

    mutating func finish() throws(CSVError) -> [[UInt8]]? {
        guard state != .quoted else { throw CSVError(line: quoteLine) }
        if state == .plain, field.last == UInt8(ascii: "\r") { field.removeLast() }
        let isBlank = fields.isEmpty && field.isEmpty
        endField()
        defer { (fields, count) = ([], 0) }
        return isBlank ? nil : fields
    }

    private mutating func endField() {
        fields.append(field)
        field = []
        state = .start
    }
}
