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
        do {
            try forEachRow(CSVSplitter()) { fields in
                guard let index else {
                    index = try self.index(of: column, in: fields)
                    return
                }
                if index < fields.count, !fields[index].isEmpty { try body(fields[index]) }
            }
        } catch let error as CSVError {
            throw CommandError(
                .data, "line \(error.line) of \(name) has a quote that is not closed",
                hint: "end the cell with a quote, and write quotes inside it twice")
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
                if let fields = try splitter.append(byte) { try body(fields) }
            }
            guard splitter.count <= Self.rowLimit else { throw longRow(splitter.openQuote) }
        }
        if let fields = try splitter.finish() { try body(fields) }
    }

    private func longRow(_ openQuote: Int?) -> any Error {
        if let openQuote { return CSVError(line: openQuote) }
        return CommandError(
            .data, "\(name) has a line of more than \(Self.rowLimit) bytes",
            hint: "use a text file with one ID per line, or a CSV file with --column")
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
