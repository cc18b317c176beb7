import FleetCore

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

extension CSVSplitter: RowSplitter {}
