import Spreadsheets

/// Writer of rows as a workbook (XLSX) of one sheet: numbers are numbers, and texts remain texts.
///
/// No cell is a formula. A time is a text with its zone, since the date of a cell has no zone and no
/// milliseconds.
struct WorkbookRows {
    /// Bytes of the file that are not in the sink yet.
    private final class Pieces {
        var bytes: [UInt8] = []
    }

    private let pieces: Pieces
    private let writer: WorkbookWriter

    /// Begins a file with a row of titles.
    ///
    /// - Throws: ``WorkbookError``.
    init(_ titles: [String], sheet: String) throws {
        let pieces = Pieces()
        self.pieces = pieces
        writer = try WorkbookError.converting {
            try WorkbookWriter(sheet: sheet, header: titles) { pieces.bytes += $0 }
        }
    }

    /// Writes a row.
    ///
    /// - Throws: ``WorkbookError``, or the error of the sink.
    func append(_ values: [FieldValue], to sink: inout ByteSink) throws {
        try WorkbookError.converting { try writer.append(values.map(WorkbookCell.init)) }
        try pass(to: &sink)
    }

    /// Writes the end of the file.
    ///
    /// - Throws: ``WorkbookError``, or the error of the sink.
    func finish(to sink: inout ByteSink) throws {
        try WorkbookError.converting { try writer.finish() }
        try pass(to: &sink)
    }

    private func pass(to sink: inout ByteSink) throws {
        guard !pieces.bytes.isEmpty else { return }
        pieces.bytes.withUnsafeBytes { sink.append($0) }
        pieces.bytes.removeAll(keepingCapacity: true)
        try sink.endRow()
    }
}

/// Error of a list that does not fit into a workbook.
public struct WorkbookError: Error, Equatable, Sendable {
    /// The cause, one clause.
    public let message: String
    /// A remedy, one clause.
    public let hint: String

    fileprivate static func converting<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as TableError {
            throw WorkbookError(
                message: error.message, hint: "select fewer rows or fields, or use --format csv")
        }
    }
}

extension WorkbookCell {
    /// Creates the cell of a value; a text beyond the limit of Excel is shortened.
    fileprivate init(_ value: FieldValue) {
        switch value {
        case .text(let text), .objects(_, let text): self = .text(Self.shortened(text))
        case .texts(let texts): self = .text(Self.shortened(texts.joined(separator: " ")))
        case .number(let number): self = .number(number)
        case .flag(let flag): self = .flag(flag)
        case .time(let time):
            var text = UTF8Buffer()
            text.append(time)
            self = .text(text.string)
        case .links(let links): self = .text(Self.shortened(links.preferred ?? ""))
        case .properties(let properties): self = .text(Self.shortened(properties.line))
        case .absent: self = .empty
        }
    }

    private static func shortened(_ text: String) -> String {
        let limit = WorkbookWriter.maxTextLength
        guard text.utf8.count > limit, text.utf16.count > limit else { return text }
        var (length, end) = (0, text.unicodeScalars.startIndex)
        for index in text.unicodeScalars.indices {
            length += text.unicodeScalars[index].utf16.count
            if length > limit { break }
            end = text.unicodeScalars.index(after: index)
        }
        return String(text[..<end])
    }
}
