/// Error that makes a table unreadable, or that a table cannot be written.
public enum TableError: Error, Equatable, Sendable {
    /// The file is neither a text nor a workbook.
    case notATable
    /// The file is a web page or another XML document, which some programs name `.xls`.
    case markup
    /// The file is a zip archive without a workbook.
    case notAWorkbook
    /// The workbook has a password; it is an encrypted package in an OLE compound file.
    case passwordProtected
    /// The workbook has the format of Excel 97 to 2003 (`.xls`).
    case oldWorkbook
    /// The workbook has Excel's binary format (`.xlsb`).
    case binaryWorkbook
    /// The file is an OpenDocument spreadsheet (`.ods`).
    case openDocument
    /// The workbook is damaged; the reason is a clause, "it ends too early".
    case damaged(String)
    /// A quote that opens in this line is not closed.
    case unclosedQuote(line: Int)
    /// A cell exceeds `TableFile.maxCellSize`.
    case cellTooLong(row: Int)
    /// The cells of a row together exceed `TableFile.maxRowSize`.
    case rowTooLong(row: Int)
    /// A cell beyond `TableFile.maxColumns` has a value.
    case tooManyColumns(row: Int)
    /// The table has more than `TableFile.maxRows` rows.
    case tooManyRows
    /// The workbook exceeds a limit; the limit is a noun phrase, "1 GiB of unpacked data".
    case tooLarge(limit: String)
    /// The file has no sheet with this index.
    case missingSheet(Int)
    /// A text to be written exceeds `WorkbookWriter.maxTextLength`.
    case textTooLong(row: Int, column: Int)
    /// There is not enough memory.
    case outOfMemory
}

extension TableError {
    /// Cause of the error, one clause without a capital and a full stop.
    public var message: String {
        switch self {
        case .notATable: "the file is neither a text nor a workbook"
        case .markup: "the file is a web page or an XML document, not a table"
        case .notAWorkbook: "the file is a zip archive without a workbook"
        case .passwordProtected: "the workbook is protected by a password"
        case .oldWorkbook: "the workbook has the old format of Excel 97 to 2003 (.xls)"
        case .binaryWorkbook: "the workbook has the binary format of Excel (.xlsb)"
        case .openDocument: "the file is an OpenDocument spreadsheet (.ods)"
        case .damaged(let reason): "the workbook is damaged: \(reason)"
        case .unclosedQuote(let line): "line \(line) has a quote that is not closed"
        case .cellTooLong(let row): "row \(row) has a cell of more than 1 MiB"
        case .rowTooLong(let row): "row \(row) has more than 16 MiB"
        case .tooManyColumns(let row):
            "row \(row) has a value beyond column \(TableFile.maxColumns)"
        case .tooManyRows: "the table has more than 1,048,576 rows"
        case .tooLarge(let limit): "the workbook has more than \(limit)"
        case .missingSheet(let index): "the file has no sheet \(index + 1)"
        case .textTooLong(let row, let column):
            "the text in row \(row), column \(column) has more than"
                + " \(WorkbookWriter.maxTextLength) characters"
        case .outOfMemory: "there is not enough memory"
        }
    }

    /// Remedy for the error, one clause like the message.
    public var hint: String {
        switch self {
        case .notATable, .markup, .notAWorkbook, .oldWorkbook, .binaryWorkbook, .openDocument:
            "open it in a spreadsheet program, and save it as .xlsx or CSV"
        case .passwordProtected:
            "open it with its password, and save it without one as .xlsx or CSV"
        case .damaged: "open it in a spreadsheet program, which may repair it, and save it again"
        case .unclosedQuote: "close the quote, or write it twice inside of quotes"
        case .cellTooLong: "shorten the cell, or close a quote that is open before it"
        case .rowTooLong: "shorten the cells of this row"
        case .tooManyColumns: "remove the columns beyond it that the table does not need"
        case .tooManyRows: "split the table into several files"
        case .tooLarge: "save only the sheet with the table, without pictures, as .xlsx or CSV"
        case .missingSheet: "name one of its sheets"
        case .textTooLong: "shorten the text, or write CSV"
        case .outOfMemory: "close other programs, or split the table into several files"
        }
    }
}
