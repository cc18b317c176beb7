import SystemPackage

/// IDs from a file: one per line, or a column of a CSV file with a header.
package struct IDFile {
    private let file: SeekableFile
    private let name: String
    /// The name of the column; nil if each line is an ID.
    private let column: String?

    /// Maximum bytes of a line, or of a row of a CSV file.
    static let rowLimit = 1 << 20

    /// Opens a file, or standard input for `-`, which is copied so that it can be read again.
    /// - Throws: `CommandError` (74).
    package init(_ path: String, column: String?) throws {
        name = path == "-" ? "standard input" : path
        self.column = column
        do throws(Errno) {
            file = try SeekableFile(path == "-" ? nil : path)
        } catch {
            throw CommandError(
                .ioError, "cannot read \(name): \(error.description)",
                hint: "check the path and its permissions")
        }
    }

    /// Calls `body` with every ID from the beginning; skips empty ones.
    /// - Throws: `CommandError` (65, 66, 74), or the error of `body`.
    package func forEachID(_ body: ([UInt8]) throws -> Void) throws {
        if let column { return try forEachID(inColumn: column, body) }
        try forEachRow(LineSplitter()) { fields in
            if let id = fields.first, !id.isEmpty { try body(id) }
        }
    }

    private func forEachID(inColumn column: String, _ body: ([UInt8]) throws -> Void) throws {
        var index: Int?
        try forEachRow(CSVSplitter()) { fields in
            guard let index else {
                index = try self.index(of: column, in: fields)
                return
            }
            if index < fields.count, !fields[index].isEmpty { try body(fields[index]) }
        }
        guard index == nil else { return }
        throw CommandError(
            .data, "\(name) is empty", hint: "put the names of the columns in its first line")
    }

    private func index(of column: String, in header: [[UInt8]]) throws -> Int {
        if let index = header.firstIndex(of: Array(column.utf8)) { return index }
        let names = header.prefix(20).map { String(decoding: $0.prefix(40), as: UTF8.self) }
        throw CommandError(
            .noInput, "\(name) has no column \(column)",
            hint: "use one of its columns: " + names.joined(separator: ", "))
    }

    private func forEachRow(
        _ splitter: some RowSplitter, _ body: ([[UInt8]]) throws -> Void
    ) throws {
        var splitter = splitter
        try reading { () throws(Errno) in try file.rewind() }
        var isFirst = true
        while true {
            try Task.checkCancellation()
            let chunk = try reading { () throws(Errno) in try file.read(upTo: 65_536) }
            if chunk.isEmpty { break }
            let bytes =
                isFirst && chunk.starts(with: [0xEF, 0xBB, 0xBF]) ? chunk.dropFirst(3) : chunk[...]
            isFirst = false
            for byte in bytes {
                if let fields = splitter.append(byte) { try body(fields) }
            }
            guard splitter.count <= Self.rowLimit else {
                throw CommandError(
                    .data, "\(name) has a line of more than \(Self.rowLimit) bytes",
                    hint: "use a text file with one ID per line, or a CSV file with --column")
            }
        }
        if let fields = splitter.finish() { try body(fields) }
    }

    /// Runs `body` and adds the name of the file to errors.
    private func reading<Value>(_ body: () throws(Errno) -> Value) throws(CommandError) -> Value {
        do throws(Errno) {
            return try body()
        } catch {
            throw CommandError(
                .ioError, "cannot read \(name): \(error.description)", hint: "check the file")
        }
    }
}

/// Splitter of bytes into rows of fields.
protocol RowSplitter {
    /// Number of bytes of the incomplete row.
    var count: Int { get }
    /// Appends the next byte; returns the row if it is complete.
    mutating func append(_ byte: UInt8) -> [[UInt8]]?
    /// Returns the last row if it has no line end.
    mutating func finish() -> [[UInt8]]?
}

/// Splitter into lines, each a row of one field, without a carriage return at the end.
private struct LineSplitter: RowSplitter {
    private var line: [UInt8] = []

    var count: Int { line.count }

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

/// Splitter of CSV (RFC 4180): commas between fields, quotes around commas, quotes and line ends.
private struct CSVSplitter: RowSplitter {
    private enum State { case start, plain, quoted, quoteInQuoted }

    private var fields: [[UInt8]] = []
    private var field: [UInt8] = []
    private var state = State.start
    private(set) var count = 0

    mutating func append(_ byte: UInt8) -> [[UInt8]]? {
        count += 1
        switch (state, byte) {
        case (.quoted, UInt8(ascii: "\"")): state = .quoteInQuoted
        case (.quoted, _): field.append(byte)
        case (.quoteInQuoted, UInt8(ascii: "\"")):
            field.append(byte)
            state = .quoted
        case (.start, UInt8(ascii: "\"")): state = .quoted
        case (_, UInt8(ascii: ",")): endField()
        case (_, UInt8(ascii: "\n")): return finish()
        default:
            field.append(byte)
            state = .plain
        }
        return nil
    }

    mutating func finish() -> [[UInt8]]? {
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
