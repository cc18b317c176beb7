/// Table file: CSV in any of its forms, or a workbook (XLSX).
///
///     let table = try TableFile(bytes)
///     try table.forEachRow(of: 0) { row in
///         print(row.number, row.text(0))
///         return true
///     }
///
/// A workbook is unpacked piece by piece while its rows are read; only its shared strings are held.
public struct TableFile: Sendable {
    /// Format of the file.
    public enum Kind: Equatable, Sendable {
        /// Office Open XML (ISO/IEC 29500).
        case workbook
        /// Delimited text (RFC 4180) with this separator.
        case text(separator: UInt8)
    }

    /// Sheet of a workbook.
    public struct Sheet: Equatable, Sendable {
        /// Name on the sheet's tab; empty for a text.
        public let name: String
        /// Whether spreadsheet programs hide the sheet.
        public let isHidden: Bool
    }

    /// Maximum number of used columns.
    public static let maxColumns = 256
    /// Maximum number of rows, the limit of XLSX.
    public static let maxRows = 1_048_576
    /// Maximum size of a cell in bytes.
    public static let maxCellSize = 1 << 20
    /// Maximum size of all cells of a row in bytes.
    public static let maxRowSize = 16 << 20

    /// Format of the file.
    public let kind: Kind
    /// Sheets in the order of their tabs, the hidden ones too; a text has one without a name.
    public let sheets: [Sheet]
    /// Sentences about text that was decoded by a guess or repaired, without a full stop.
    public let warnings: [String]
    private let content: Content

    private enum Content: Sendable {
        case text(TextTable)
        case workbook(Workbook)
    }

    /// Recognizes a file by its content: a zip signature is that of a workbook, all else is text.
    public init(_ bytes: [UInt8]) throws(TableError) {
        if CompoundFile.isOne(bytes) { throw CompoundFile.error(for: bytes) }
        if ZipArchive.isOne(bytes) {
            let workbook = try Workbook(ZipArchive(bytes))
            kind = .workbook
            sheets = workbook.sheets.map { Sheet(name: $0.name, isHidden: $0.isHidden) }
            warnings = []
            content = .workbook(workbook)
        } else {
            let text = try TextTable(bytes)
            kind = .text(separator: text.separator)
            sheets = [Sheet(name: "", isHidden: false)]
            warnings = text.warnings
            content = .text(text)
        }
    }

    /// Returns a text in UTF-8, without its byte order mark.
    ///
    /// - Throws: `TableError.notATable` for what is no text.
    public static func decodedText(of bytes: [UInt8]) throws(TableError) -> ArraySlice<UInt8> {
        try TextDecoder.decode(bytes).bytes
    }

    /// Calls a function with each row that has a value, from the first, until it returns false.
    ///
    /// - Throws: `TableError`, or the error of `body`.
    public func forEachRow(
        of sheet: Int, _ body: (inout TableRow) throws -> Bool
    ) throws {
        guard sheets.indices.contains(sheet) else { throw TableError.missingSheet(sheet) }
        switch content {
        case .text(let text): try text.forEachRow(body)
        case .workbook(let workbook): try workbook.forEachRow(of: sheet, body)
        }
    }
}
