/// Cells of the current row of a sheet, from the events of its XML.
///
/// The first cell alone has the value of merged cells. Formulas have the value that the program
/// stored, which LibreOffice and Excel compute anew only when they open the file.
struct SheetCells {
    /// Columns of a sheet, up to XFD.
    private static let maxColumn = 16_384

    /// Value of the attribute `t` of a cell (section 18.18.11).
    private enum CellType {
        case number
        case sharedString
        case string
        case flag
        case error
        case date
    }

    var row = TableRow()
    private let strings: SharedStrings
    private let formats: CellFormats
    private var column = -1
    private var type = CellType.number
    private var style = 0
    private var value: [UInt8] = []
    // Open elements that lead to a value.
    private var isInData = false
    private var isInRow = false
    private var isInCell = false
    private var isInline = false
    private var isRun = false
    private var isValue = false

    init(strings: SharedStrings, formats: CellFormats) {
        (self.strings, self.formats) = (strings, formats)
    }

    mutating func start(
        _ name: XMLName, _ attributes: XMLAttributes, depth: Int
    ) throws(TableError) {
        isValue = false
        switch depth {
        case 2: isInData = name == "sheetData"
        case 3:
            isInRow = isInData && name == "row"
            if isInRow { try startRow(attributes) }
        case 4:
            isInCell = isInRow && name == "c"
            if isInCell { try startCell(attributes) }
        case 5 where isInCell:
            isInline = name == "is"
            isValue = name == "v"
            // A value beside an inline string is not shown.
            if isValue { value.removeAll(keepingCapacity: true) }
        case 6 where isInCell:
            isRun = isInline && name == "r"
            isValue = isInline && name == "t"
        case 7 where isInCell: isValue = isRun && name == "t"
        default: break
        }
    }

    /// Handles the end of an element; returns whether it ends a row with values.
    mutating func end(depth: Int) throws(TableError) -> Bool {
        isValue = false
        switch depth {
        case 3 where isInRow:
            isInRow = false
            return row.count > 0
        case 4 where isInCell:
            isInCell = false
            try endCell()
        case 5: isInline = false
        case 6: isRun = false
        default: break
        }
        return false
    }

    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) throws(TableError) {
        guard isValue else { return }
        value.append(contentsOf: bytes)
        guard value.count <= TableFile.maxCellSize else { throw .cellTooLong(row: row.number) }
    }

    /// A row without a number follows the previous one, as does a cell.
    private mutating func startRow(_ attributes: XMLAttributes) throws(TableError) {
        let number = attributes.value("r").map { Self.number($0) } ?? row.number + 1
        guard let number, number > 0 else { throw .damaged("a row has an unreadable number") }
        guard number <= TableFile.maxRows else { throw .tooManyRows }
        guard number > row.number else { throw .damaged("its rows are not in order") }
        row.start(number: number)
        column = -1
    }

    private mutating func startCell(_ attributes: XMLAttributes) throws(TableError) {
        column += 1
        if let reference = attributes.value("r") {
            guard let column = Self.column(reference) else {
                throw .damaged("a cell of row \(row.number) has an unreadable reference")
            }
            self.column = column
        }
        type = try Self.type(attributes.value("t"))
        style = attributes.value("s").flatMap { Self.number($0) } ?? 0
        value.removeAll(keepingCapacity: true)
    }

    private mutating func endCell() throws(TableError) {
        guard !value.isEmpty else { return }
        switch type {
        case .string:
            EscapedText.unescape(&value, from: 0)
            try setValue()
        case .sharedString:
            guard let index = value.withUnsafeBufferPointer({ Self.number($0) }),
                try strings.set(index, to: column, of: &row)
            else { throw .damaged("row \(row.number) has a text that does not exist") }
        case .number:
            let start = row.bytes.count
            formats[style].append(value, uses1904: formats.uses1904, to: &row.bytes)
            try row.endCell(column, from: start)
        case .flag:
            let start = row.bytes.count
            let isTrue = value == [UInt8(ascii: "1")] || value.elementsEqual("true".utf8)
            row.bytes += (isTrue ? "TRUE" : "FALSE").utf8
            try row.endCell(column, from: start)
        case .date:
            ISODate.simplify(&value)
            try setValue()
        case .error: break
        }
    }

    private mutating func setValue() throws(TableError) {
        let start = row.bytes.count
        row.bytes += value
        try row.endCell(column, from: start)
    }
}

extension SheetCells {
    private static func type(_ name: UnsafePointer<CChar>?) throws(TableError) -> CellType {
        guard let name else { return .number }
        let text = XMLName(qualified: name)
        if text == "s" { return .sharedString }
        if text == "n" { return .number }
        if text == "inlineStr" || text == "str" { return .string }
        if text == "b" { return .flag }
        if text == "e" { return .error }
        if text == "d" { return .date }
        throw .damaged("a cell has an unknown type")
    }

    /// Returns the column of a reference such as `AB12`, from 0.
    private static func column(_ reference: UnsafePointer<CChar>) -> Int? {
        var (next, column) = (reference, 0)
        while case let letter = UInt8(bitPattern: next.pointee) | 0x20,
            letter >= UInt8(ascii: "a"), letter <= UInt8(ascii: "z")
        {
            column = 26 * column + Int(letter) - 0x60
            guard column <= maxColumn else { return nil }
            next += 1
        }
        return column > 0 ? column - 1 : nil
    }

    private static func number(_ text: UnsafePointer<CChar>) -> Int? {
        var count = 0
        while text[count] != 0 { count += 1 }
        return text.withMemoryRebound(to: UInt8.self, capacity: count) {
            number(UnsafeBufferPointer(start: $0, count: count))
        }
    }

    /// Returns a number of at most nine digits.
    private static func number(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
        guard !text.isEmpty, text.count <= 9 else { return nil }
        var number = 0
        for byte in text {
            guard byte >= 0x30, byte <= 0x39 else { return nil }
            number = 10 * number + Int(byte) - 0x30
        }
        return number
    }
}
