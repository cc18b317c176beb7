/// Codes from a file: one a line, or a column of a CSV file with a header.
struct CodeFile {
    private let file: SeekableFile
    private let name: String
    /// The column's name; `nil` if each line is a code.
    private let column: String?

    /// The most bytes of a line, or of a row of a CSV file.
    static let rowLimit = 1 << 20

    /// Opens a file, or the standard input for `-`, which is kept aside to be read more than once.
    /// - Throws: `Problem` (74).
    init(_ path: String, column: String?) throws {
        name = path == "-" ? "the standard input" : path
        self.column = column
        let (file, error) = SeekableFile.open(path == "-" ? nil : path)
        guard let file else {
            throw Problem(
                .ioError, "\(name) cannot be read: \(systemWords(error))",
                hint: "check the path and its permissions")
        }
        self.file = file
    }

    /// Calls back with every code from the first on; empty ones are left out.
    /// - Throws: `Problem` (65, 66, 74), or what `body` throws.
    func forEachCode(_ body: ([UInt8]) throws -> Void) throws {
        if let column { return try forEachCode(inColumn: column, body) }
        try forEachRow(LineSplitter()) { fields in
            if let code = fields.first, !code.isEmpty { try body(code) }
        }
    }

    private func forEachCode(inColumn column: String, _ body: ([UInt8]) throws -> Void) throws {
        var place: Int?
        try forEachRow(CSVSplitter()) { fields in
            guard let place else {
                place = try self.place(of: column, in: fields)
                return
            }
            if place < fields.count, !fields[place].isEmpty { try body(fields[place]) }
        }
        guard place == nil else { return }
        throw Problem(.data, "\(name) is empty", hint: "its first line names the columns")
    }

    private func place(of column: String, in header: [[UInt8]]) throws -> Int {
        if let place = header.firstIndex(of: Array(column.utf8)) { return place }
        let names = header.prefix(20).map { String(decoding: $0.prefix(40), as: UTF8.self) }
        throw Problem(
            .noInput, "\(name) has no column \(column)",
            hint: "its columns are: " + names.joined(separator: ", "))
    }

    private func forEachRow(
        _ splitter: some RowSplitter, _ body: ([[UInt8]]) throws -> Void
    ) throws {
        var splitter = splitter
        guard file.rewind() else { throw unreadable(0) }
        var isFirst = true
        while true {
            try Task.checkCancellation()
            let (chunk, error) = file.read(65_536)
            guard error == 0 else { throw unreadable(error) }
            if chunk.isEmpty { break }
            let bytes =
                isFirst && chunk.starts(with: [0xEF, 0xBB, 0xBF]) ? chunk.dropFirst(3) : chunk[...]
            isFirst = false
            for byte in bytes {
                if let fields = splitter.take(byte) { try body(fields) }
            }
            guard splitter.count <= Self.rowLimit else {
                throw Problem(
                    .data, "\(name) has a line of over \(Self.rowLimit) bytes",
                    hint: "give a text file with one code a line, or a CSV file and its --column")
            }
        }
        if let fields = splitter.end() { try body(fields) }
    }

    private func unreadable(_ error: Int32) -> Problem {
        Problem(
            .ioError, "\(name) cannot be read: \(systemWords(error))", hint: "check the file")
    }
}

/// Splits bytes into rows of fields.
protocol RowSplitter {
    /// The bytes of the row so far.
    var count: Int { get }
    /// Takes the next byte; returns the row that it ends.
    mutating func take(_ byte: UInt8) -> [[UInt8]]?
    /// The last row, if it did not end with a line end.
    mutating func end() -> [[UInt8]]?
}

/// Each line is a row of one field; a carriage return before its end is none of it.
private struct LineSplitter: RowSplitter {
    private var line: [UInt8] = []

    var count: Int { line.count }

    mutating func take(_ byte: UInt8) -> [[UInt8]]? {
        guard byte == UInt8(ascii: "\n") else {
            line.append(byte)
            return nil
        }
        return end()
    }

    mutating func end() -> [[UInt8]]? {
        defer { line.removeAll(keepingCapacity: true) }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return line.isEmpty ? nil : [line]
    }
}

/// Splits CSV (RFC 4180): commas between fields, quotes around what holds commas, quotes, line ends.
private struct CSVSplitter: RowSplitter {
    private enum State { case start, plain, quoted, quoteInQuoted }

    private var fields: [[UInt8]] = []
    private var field: [UInt8] = []
    private var state = State.start
    private(set) var count = 0

    mutating func take(_ byte: UInt8) -> [[UInt8]]? {
        count += 1
        switch (state, byte) {
        case (.quoted, UInt8(ascii: "\"")): state = .quoteInQuoted
        case (.quoted, _): field.append(byte)
        case (.quoteInQuoted, UInt8(ascii: "\"")):
            field.append(byte)
            state = .quoted
        case (.start, UInt8(ascii: "\"")): state = .quoted
        case (_, UInt8(ascii: ",")): endField()
        case (_, UInt8(ascii: "\n")): return end()
        default:
            field.append(byte)
            state = .plain
        }
        return nil
    }

    mutating func end() -> [[UInt8]]? {
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
