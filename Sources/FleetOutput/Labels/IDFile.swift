import FleetCore
import SystemPackage

/// IDs from a file: one per line, or a column of a CSV file with a header.
package struct IDFile {
    /// How the file has its IDs.
    private enum Layout {
        /// Each line is an ID, possibly after a title.
        case lines(hasTitle: Bool)
        /// A column of rows of cells.
        case column(Int, separator: UInt8)
    }

    /// Order of the IDs.
    package enum Order: String, CaseIterable, Sendable {
        /// As in the file.
        case file
        /// By their bytes.
        case id
    }

    /// Names of columns with vehicle IDs, in upper or lower case; the first that a file has is
    /// used.
    private static let idColumns = ["vehicle_id", "bike_id", "id"]

    /// Number of lines that tell whether the first one is a title.
    private static let comparedLines = 50

    /// Maximum bytes of a line, or of a row of a CSV file.
    static let rowLimit = 1 << 20

    private let file: SeekableFile
    private let name: String
    private let order: Order
    /// Whether the file begins with a byte order mark, as those for Excel do.
    private let hasByteOrderMark: Bool
    private var layout = Layout.lines(hasTitle: false)

    /// The name of the column that was found without being named.
    package private(set) var foundColumn: String?

    /// Opens a file, or standard input for `-`, which is copied so that it can be read again.
    ///
    /// - Parameters:
    ///   - column: Name of the column with the IDs; `nil` to find one.
    ///   - hasHeader: Whether the first line may be a header.
    ///   - isTitle: Returns whether the first of some lines is a title, in a file of IDs.
    /// - Throws: `CommandError` (65, 66, 74), or the error of `isTitle`.
    package init(
        _ path: String, column: String? = nil, hasHeader: Bool = true, order: Order = .file,
        isTitle: (_ first: String, _ next: [String]) throws -> Bool = { _, _ in false }
    ) throws {
        let name = path == "-" ? "standard input" : path
        (self.name, self.order) = (name, order)
        (file, hasByteOrderMark) = try Self.reading(name) {
            () throws(Errno) -> (SeekableFile, Bool) in
            let file = try SeekableFile(path == "-" ? nil : path)
            try file.rewind()
            return (file, try file.read(upTo: 3) == [0xEF, 0xBB, 0xBF])
        }
        if let column {
            layout = try columnLayout(named: column)
        } else if hasHeader {
            try findLayout(isTitle)
        }
    }

    /// Calls `body` with every ID from the beginning; skips empty ones.
    /// - Throws: `CommandError` (65, 66, 74), or the error of `body`.
    package func forEachID(_ body: ([UInt8]) throws -> Void) throws {
        guard order == .id else { return try forEachIDInFile(body) }
        var ids: [[UInt8]] = []
        try forEachIDInFile { ids.append($0) }
        try ids.sorted { $0.lexicographicallyPrecedes($1) }.forEach(body)
    }

    private func forEachIDInFile(_ body: ([UInt8]) throws -> Void) throws {
        switch layout {
        case .lines(let hasTitle):
            var isFirst = hasTitle
            try forEachRow(LineSplitter()) { fields in
                if !isFirst, let id = fields.first, !id.isEmpty { try body(id) }
                isFirst = false
            }
        case .column(let index, let separator):
            var isHeader = true
            try namingOpenQuotes {
                try forEachRow(CSVSplitter(separator: separator)) { fields in
                    let id = isHeader || index >= fields.count ? [] : value(of: fields[index])
                    isHeader = false
                    if !id.isEmpty { try body(id) }
                }
            }
        }
    }

    /// Returns the text that Excel shows for a cell of a file that was written for it, such as
    /// `="00123"`.
    private func value(of cell: [UInt8]) -> [UInt8] {
        let quote = UInt8(ascii: "\"")
        guard hasByteOrderMark, cell.count >= 3, cell.starts(with: [UInt8(ascii: "="), quote]),
            cell.last == quote
        else { return cell }
        return Array(
            String(decoding: cell.dropFirst(2).dropLast(), as: UTF8.self)
                .replacing("\"\"", with: "\"").utf8)
    }
}

extension IDFile {
    /// Separators of cells; Excel writes semicolons in many languages, and copies tabs.
    private static let separators = ([",", ";", "\t"] as [Unicode.Scalar]).map { UInt8(ascii: $0) }

    /// Returns the layout with a named column.
    private func columnLayout(named column: String) throws -> Layout {
        guard let first = try firstRows(1, LineSplitter()).first?.first else {
            throw CommandError(
                .data, "\(name) is empty", hint: "put the names of the columns in its first line")
        }
        let separator = Self.separator(of: first)
        let header = try namingOpenQuotes {
            try firstRows(1, CSVSplitter(separator: separator)).first ?? []
        }
        if let index = header.firstIndex(of: Array(column.utf8)) {
            return .column(index, separator: separator)
        }
        throw CommandError(
            .noInput, "\(name) has no column \(column)",
            hint: "use one of its columns: " + Self.names(header))
    }

    /// Finds the column of IDs, or whether the first line is a title.
    private mutating func findLayout(
        _ isTitle: (_ first: String, _ next: [String]) throws -> Bool
    ) throws {
        let lines = try firstRows(Self.comparedLines, LineSplitter()).compactMap(\.first)
        guard let first = lines.first else { return }
        let separator = Self.separator(of: first)
        let rows = (try? firstRows(2, CSVSplitter(separator: separator))) ?? []
        let header = rows.first ?? []
        let titles = header.map { Self.text(of: $0).lowercased() }
        for column in Self.idColumns {
            guard let index = titles.firstIndex(of: column) else { continue }
            foundColumn = Self.text(of: header[index])
            layout = .column(index, separator: separator)
            return
        }
        if rows.count == 2, header.count > 1, rows[1].count == header.count {
            throw CommandError(
                .data, "no column of \(name) is named vehicle_id, bike_id or id",
                hint: "use --column with one of its columns: \(Self.names(header)); "
                    + "or --no-header if each line is an ID")
        }
        guard lines.count > 1 else { return }
        let next = lines.dropFirst().map(Self.text)
        layout = .lines(hasTitle: try isTitle(Self.text(of: first), next))
    }

    /// Returns the most frequent separator of a line, outside of quotes; by default the comma.
    private static func separator(of line: [UInt8]) -> UInt8 {
        var counts = [UInt8: Int]()
        var isQuoted = false
        for byte in line {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if !isQuoted, separators.contains(byte) { counts[byte, default: 0] += 1 }
        }
        return separators.max { counts[$0, default: 0] < counts[$1, default: 0] } ?? separators[0]
    }

    private static func names(_ header: [[UInt8]]) -> String {
        header.prefix(20).map { String(decoding: $0.prefix(40), as: UTF8.self) }
            .joined(separator: ", ")
    }

    /// Returns a title without surrounding spaces.
    private static func text(of title: [UInt8]) -> String {
        let text = String(decoding: title.prefix(200), as: UTF8.self)
        guard let first = text.firstIndex(where: { !$0.isWhitespace }),
            let last = text.lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(text[first...last])
    }

    /// Ends a reading of the first rows.
    private struct EnoughRows: Error {}

    private func firstRows(_ count: Int, _ splitter: some RowSplitter) throws -> [[[UInt8]]] {
        var rows: [[[UInt8]]] = []
        do {
            try forEachRow(splitter) { fields in
                rows.append(fields)
                if rows.count == count { throw EnoughRows() }
            }
        } catch is EnoughRows {}
        return rows
    }

    /// Runs `body`, and names the line of a quote that is not closed.
    private func namingOpenQuotes<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as CSVError {
            throw CommandError(
                .data, "line \(error.line) of \(name) has a quote that is not closed",
                hint: "end the cell with a quote, and write quotes inside it twice")
        }
    }

    private func forEachRow(
        _ splitter: some RowSplitter, _ body: ([[UInt8]]) throws -> Void
    ) throws {
        var splitter = splitter
        try Self.reading(name) { () throws(Errno) in
            try file.rewind()
            if hasByteOrderMark { _ = try file.read(upTo: 3) }
        }
        while true {
            try Task.checkCancellation()
            let chunk = try Self.reading(name) { () throws(Errno) in try file.read(upTo: 65_536) }
            if chunk.isEmpty { break }
            for byte in chunk {
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
    private static func reading<Value>(
        _ name: String, _ body: () throws(Errno) -> Value
    ) throws(CommandError) -> Value {
        do throws(Errno) {
            return try body()
        } catch {
            throw CommandError(
                .ioError, "cannot read \(name): \(error.description)",
                hint: "check the path and its permissions")
        }
    }
}
