/// Writer of a workbook (XLSX) of one sheet, with a bold first row that does not scroll.
///
///     let writer = try WorkbookWriter(sheet: "Bikes", header: ["ID", "Battery"]) { file.write($0) }
///     try writer.append([.text("CB-001"), .number(80)])
///     try writer.finish()
///
/// Equal rows give equal bytes. Memory use does not depend on the number of rows.
public final class WorkbookWriter {
    /// Consumer of the bytes of the file, piece by piece.
    public typealias Sink = (consuming [UInt8]) throws -> Void

    /// Maximum length of a text in units of UTF-16, the limit of Excel.
    public static let maxTextLength = 32_767

    private let archive: ZipWriter
    private var xml: [UInt8]
    private var row = 0
    /// Number of the row as text.
    private var rowText: [UInt8] = []
    private static let columns = (0..<TableFile.maxColumns).map {
        [UInt8](WorkbookWriter.name(ofColumn: $0).utf8)
    }

    /// Writes the beginning of the file.
    ///
    /// - Parameter sheet: Name of the sheet; characters that Excel forbids become `_`.
    /// - Parameter header: Texts of the first row.
    /// - Throws: `TableError`, or the error of the sink.
    public init(sheet: String, header: [String], to sink: @escaping Sink) throws {
        archive = try ZipWriter(sink)
        xml = Array(WorkbookParts.sheetStart(header: header).utf8)
        for part in WorkbookParts.all(sheet: sheet) {
            try archive.write(part.text, to: part.name)
        }
        try archive.begin(WorkbookParts.sheet)
        try append(header.map { .text($0) }, style: .header)
    }

    /// Writes a row.
    ///
    /// - Throws: `TableError`, or the error of the sink.
    public func append(_ cells: [WorkbookCell]) throws {
        try append(cells, style: .text)
    }

    /// Writes the end of the file; the last call.
    ///
    /// - Throws: `TableError`, or the error of the sink.
    public func finish() throws {
        xml += WorkbookParts.sheetEnd.utf8
        try archive.write(xml)
        try archive.end()
        try archive.finish()
    }

    private func append(
        _ cells: [WorkbookCell], style: WorkbookParts.Style
    ) throws {
        row += 1
        guard row <= TableFile.maxRows else { throw TableError.tooManyRows }
        rowText = Array("\(row)\"".utf8)
        xml += "<row r=\"".utf8
        xml += rowText
        xml.append(UInt8(ascii: ">"))
        for (column, cell) in cells.enumerated() where cell != .empty {
            guard column < TableFile.maxColumns else { throw TableError.tooManyColumns(row: row) }
            try append(cell, in: column, style)
        }
        xml += "</row>".utf8
        guard xml.count >= ZipWriter.pieceSize else { return }
        try archive.write(xml)
        xml.removeAll(keepingCapacity: true)
    }

    private func append(
        _ cell: WorkbookCell, in column: Int, _ style: WorkbookParts.Style
    ) throws {
        switch cell {
        case .empty: break
        case .text(let text): try append(text, in: column, style)
        case .number(let number):
            guard number.isFinite else { break }
            start(column, .general)
            append(number)
        case .flag(let flag):
            start(column, .general, type: "b")
            xml += "<v>\(flag ? 1 : 0)</v></c>".utf8
        case .date(let seconds, let hasTime):
            guard let date = SerialDate(secondsSince1970: seconds) else { break }
            let hasSeconds = date.second % 60 != 0
            start(column, !hasTime ? .date : hasSeconds ? .dateWithSeconds : .dateWithTime)
            append(Double(date.day) + (hasTime ? Double(date.second) / 86_400 : 0))
        }
    }

    private func append(
        _ text: String, in column: Int, _ style: WorkbookParts.Style
    ) throws {
        guard !text.isEmpty else { return }
        guard text.utf8.count <= Self.maxTextLength || text.utf16.count <= Self.maxTextLength
        else { throw TableError.textTooLong(row: row, column: column + 1) }
        start(column, style, type: "inlineStr")
        let isSpace = { (byte: UInt8?) in byte.map { $0 <= 0x20 } ?? false }
        let keepsSpaces = isSpace(text.utf8.first) || isSpace(text.utf8.last)
        xml += (keepsSpaces ? "<is><t xml:space=\"preserve\">" : "<is><t>").utf8
        EscapedText.append(text, to: &xml)
        xml += "</t></is></c>".utf8
    }

    private func append(_ number: Double) {
        let text = number.description.utf8
        xml += "<v>".utf8
        xml += text.dropLast(text.suffix(2).elementsEqual(".0".utf8) ? 2 : 0)
        xml += "</v></c>".utf8
    }

    private func start(
        _ column: Int, _ style: WorkbookParts.Style, type: String = "n"
    ) {
        xml += "<c r=\"".utf8
        xml += Self.columns[column]
        xml += rowText
        xml += " s=\"".utf8
        xml.append(UInt8(ascii: "0") + style.rawValue)
        xml += "\" t=\"".utf8
        xml += type.utf8
        xml += "\">".utf8
    }

    /// Returns the letters of a column, `AB` for 27.
    private static func name(ofColumn column: Int) -> String {
        let letter = String(Unicode.Scalar(UInt8(truncatingIfNeeded: 0x41 + column % 26)))
        return column < 26 ? letter : name(ofColumn: column / 26 - 1) + letter
    }
}
