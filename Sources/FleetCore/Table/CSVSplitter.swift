/// Splitter of CSV (RFC 4180): commas between fields, quotes around commas, quotes and line ends.
///
/// Lines end with CR LF or LF. A quote inside a field without quotes is a part of it.
struct CSVSplitter {
    private enum State { case start, plain, quoted, closed, closedWithReturn }

    private let separator = UInt8(ascii: ",")
    private var fields: [[UInt8]] = []
    private var field: [UInt8] = []
    private var state = State.start
    private var line = 1
    private var quoteLine = 1

    /// Appends the next byte; returns the row if it is complete.
    private mutating func append(_ byte: UInt8) throws(CSVError) -> [[UInt8]]? {
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

    /// Returns the last row if it has no line end.
    private mutating func finish() throws(CSVError) -> [[UInt8]]? {
        guard state != .quoted else { throw CSVError(line: quoteLine) }
        if state == .plain, field.last == UInt8(ascii: "\r") { field.removeLast() }
        let isBlank = fields.isEmpty && field.isEmpty
        endField()
        defer { fields = [] }
        return isBlank ? nil : fields
    }

    private mutating func endField() {
        fields.append(field)
        field = []
        state = .start
    }
}

extension CSVSplitter {
    /// Calls `body` with each row of a text, and whether it has a line end, until that returns
    /// `false`.
    static func forEachRow(
        in bytes: ArraySlice<UInt8>, _ body: (_ fields: [[UInt8]], _ hasEnd: Bool) -> Bool
    ) throws(CSVError) {
        var splitter = CSVSplitter()
        var index = bytes.startIndex
        while index < bytes.endIndex {
            index = splitter.appendRun(of: bytes, from: index)
            guard index < bytes.endIndex else { break }
            if let fields = try splitter.append(bytes[index]), !body(fields, true) { return }
            index += 1
        }
        if let fields = try splitter.finish() { _ = body(fields, false) }
    }

    /// Appends the bytes from an index that are content of the current field, all at once; returns
    /// the index of the next one.
    private mutating func appendRun(of bytes: ArraySlice<UInt8>, from start: Int) -> Int {
        guard state == .plain || state == .quoted else { return start }
        let isQuoted = state == .quoted
        let end = bytes.withUnsafeBufferPointer { buffer in
            var index = start - bytes.startIndex
            while index < buffer.count {
                let byte = buffer[index]
                if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\"") { break }
                if byte == separator, !isQuoted { break }
                index += 1
            }
            return index + bytes.startIndex
        }
        field.append(contentsOf: bytes[start..<end])
        return end
    }
}

/// A quoted cell without an end, or with text after it: its closing quote is missing.
struct CSVError: Error {
    /// Line of the opening quote, from 1.
    let line: Int
}
