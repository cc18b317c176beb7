package import FleetCore
import Spreadsheets

/// IDs of a file: one per line, or a column of a table.
///
///     let list = try IDList(bytes, IDList.Options(column: "Asset tag")) { _, _ in false }
///     for index in list.indices { print(String(decoding: list[index], as: UTF8.self)) }
package struct IDList {
    /// How a file is read.
    package struct Options {
        /// Heading of the column with the IDs; `nil` to recognize one.
        var column: String?
        /// Name of the sheet with the table; `nil` to find one.
        var sheet: String?
        /// Whether the first line may be a title or have headings.
        var hasHeader = true
        /// Names of other columns whose cells are kept, in upper or lower case.
        var otherColumns: [String] = []

        /// Creates options; by default, the column and the header are found.
        package init(
            column: String? = nil, sheet: String? = nil, hasHeader: Bool = true,
            otherColumns: [String] = []
        ) {
            (self.column, self.sheet, self.hasHeader) = (column, sheet, hasHeader)
            self.otherColumns = otherColumns
        }
    }

    /// Returns whether the first of some lines is a title, in a file of one ID a line.
    package typealias TitleTest = (_ first: String, _ next: [String]) throws -> Bool

    /// Maximum size of a line in bytes.
    package static let maxLineSize = 1 << 20
    /// Number of lines that tell whether the first one is a title.
    private static let comparedLines = 50

    /// Heading of the column with the IDs; `nil` for a file of one ID a line.
    package private(set) var heading: String?
    /// Warnings about rows that were skipped and IDs that were cleaned, one line each.
    package private(set) var notices: [String] = []
    /// Headings of the table; none in a file of one ID a line.
    package private(set) var headings: [String] = []
    private var bytes: [UInt8] = []
    private var ends: [Int] = []
    /// Indices of the kept columns in ``headings``, and their cells row by row.
    private var keptColumns: [Int] = []
    private var keptCells = PackedTexts()

    /// Reads the IDs of a file, and skips empty ones.
    ///
    /// - Throws: ``IDListError``, or the error of `isTitle`.
    package init(_ file: [UInt8], _ options: Options, isTitle: TitleTest) throws {
        if let table = try IDTable(file, options) {
            try read(table, options, isTitle)
        } else {
            try readLines(of: file, mayHaveTitle: options.hasHeader, isTitle)
        }
    }

    /// Indices of the IDs.
    package var indices: Range<Int> { 0..<ends.count }

    /// Bytes of an ID.
    package subscript(index: Int) -> ArraySlice<UInt8> {
        bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
    }

    /// Returns the cells in the row of an ID, by ``headings``; those of columns that are not kept
    /// are empty.
    package func cells(of index: Int) -> [String] {
        guard !keptColumns.isEmpty else { return [] }
        var cells = [String](repeating: "", count: headings.count)
        for (offset, column) in keptColumns.enumerated() {
            cells[column] = keptCells[index * keptColumns.count + offset]
        }
        return cells
    }
}

/// Texts in one buffer.
private struct PackedTexts {
    private var bytes: [UInt8] = []
    private var ends: [Int] = []

    mutating func append(_ text: some Sequence<UInt8>) {
        bytes.append(contentsOf: text)
        ends.append(bytes.count)
    }

    subscript(index: Int) -> String {
        String(
            decoding: bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]], as: UTF8.self)
    }
}

extension IDList {
    private mutating func append(_ id: some Sequence<UInt8>) {
        bytes.append(contentsOf: id)
        ends.append(bytes.count)
    }

    /// Reads the column of a table.
    private mutating func read(
        _ table: IDTable, _ options: Options, _ isTitle: TitleTest
    ) throws {
        heading = table.heading
        headings = table.headings.map(\.name)
        notices = table.warnings
        let wanted = Set(options.otherColumns.map { FoldedText.bytes(of: $0) })
        keptColumns = headings.indices.filter {
            !wanted.isEmpty && wanted.contains(FoldedText.bytes(of: headings[$0]))
        }
        let kept = keptColumns.map { table.headings[$0].column }
        let first = table.heading == nil ? table.firstIDs(Self.comparedLines + 1) : []
        var skipsTitle = try options.hasHeader && Self.hasTitle(first, isTitle)
        var warnings = TableWarnings()
        var ids = TableIDs(table.column, isList: table.isList, limit: .max)
        try table.forEachRow { row in
            let id = row.withBytes(table.column.column) { Array($0.tableID) }
            if skipsTitle, !id.isEmpty {
                skipsTitle = false
                return
            }
            try Self.check(id, in: "row", row.number)
            guard ids.read(row, &warnings) else { return }
            append(id)
            for column in kept {
                row.withBytes(column) { keptCells.append($0.withoutFormulaGuard) }
            }
        }
        var report = ids.report
        warnings.add(to: &report)
        notices += report.notices(of: "row")
    }

    /// Reads one ID a line, byte for byte.
    private mutating func readLines(
        of file: [UInt8], mayHaveTitle: Bool, _ isTitle: TitleTest
    ) throws {
        let text = Self.text(of: file)
        let compared = try Self.firstLines(of: text).map { String(decoding: $0, as: UTF8.self) }
        var skipsTitle = try mayHaveTitle && Self.hasTitle(compared, isTitle)
        var warnings = TableWarnings()
        var number = 0
        try Self.forEachLine(of: text) { line in
            number += 1
            let id = line.withUnsafeBufferPointer { Array($0.withoutInvisibleEnds) }
            guard !id.isEmpty else { return true }
            if skipsTitle {
                skipsTitle = false
                return true
            }
            try Self.check(id, in: "line", number)
            if id.count < line.count { warnings.noteCleanedID(row: number) }
            append(id)
            return true
        }
        if let cleaned = warnings.cleaned(in: "line") { notices.append(cleaned) }
    }

    /// Refuses an ID with control characters, U+0000 to U+001F and U+007F to U+009F.
    private static func check(_ id: [UInt8], in item: String, _ number: Int) throws {
        if id.contains(0) { throw IDListError.control("\(item) \(number)", isNUL: true) }
        let hasControl =
            id.contains { $0 < 0x20 || $0 == 0x7F }
            || zip(id, id.dropFirst()).contains { $0 == 0xC2 && (0x80...0x9F).contains($1) }
        if hasControl { throw IDListError.control("\(item) \(number)", isNUL: false) }
    }

    private static func hasTitle(_ lines: [String], _ isTitle: TitleTest) throws -> Bool {
        guard lines.count > 1 else { return false }
        return try isTitle(title(lines[0]), lines.dropFirst().map(title))
    }

    /// Returns the text that is shown of a line.
    private static func title(_ line: String) -> String {
        String(line.unicodeScalars.prefix(200))
    }

    /// Returns a text without its byte order mark, and UTF-16 in UTF-8.
    ///
    /// Other bytes stay as they are, since labels have each byte of an ID.
    private static func text(of file: [UInt8]) -> ArraySlice<UInt8> {
        if file.starts(with: [0xEF, 0xBB, 0xBF]) { return file[3...] }
        let hasMark = file.starts(with: [0xFF, 0xFE]) || file.starts(with: [0xFE, 0xFF])
        // UTF-16 without a byte order mark has NUL bytes in line ends and digits, not a few.
        let start = file.prefix(4096)
        let isWide = start.contains(0) && start.count { $0 == 0 } * 4 >= start.count
        guard hasMark && file.count.isMultiple(of: 2) || isWide,
            let text = try? TableFile.decodedText(of: file)
        else { return file[...] }
        return text
    }

    private static func firstLines(of text: ArraySlice<UInt8>) throws -> [[UInt8]] {
        var lines: [[UInt8]] = []
        try forEachLine(of: text) { line in
            let id = line.withUnsafeBufferPointer { Array($0.withoutInvisibleEnds) }
            if !id.isEmpty { lines.append(id) }
            return lines.count < comparedLines
        }
        return lines
    }

    /// Calls `body` with each line, without CR at its end, until that returns false.
    private static func forEachLine(
        of text: ArraySlice<UInt8>, _ body: (ArraySlice<UInt8>) throws -> Bool
    ) throws {
        var rest = text
        while !rest.isEmpty {
            try Task.checkCancellation()
            let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
            var line = rest[..<end]
            rest = rest[min(end + 1, rest.endIndex)...]
            guard line.count <= maxLineSize else { throw IDListError.longLine }
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            guard try body(line) else { return }
        }
    }
}

/// Error that makes a file of IDs unreadable.
package enum IDListError: Error, Equatable {
    /// The ID in this row or line has a control character.
    case control(String, isNUL: Bool)
    /// A line exceeds ``IDList/maxLineSize``.
    case longLine
    /// A sheet is named, and the file is a text.
    case noSheets
    /// The file has no header in which the named column could be.
    case empty
    /// The table cannot be read, or its column of IDs is not found.
    case table(TableFailure)
}
