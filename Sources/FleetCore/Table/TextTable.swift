/// Rows as aligned columns, in two passes: one to measure, one to write.
///
/// On a terminal, columns are shortened or dropped until a row fits; a pipe gets them in full.
public struct TextTable {
    private let width: Int?
    private let isColored: Bool
    private let paddingLimit: Int
    private var layout: TableLayout

    /// Creates a table without rows.
    ///
    /// - Parameter paddingLimit: Width up to which a cell in a pipe widens the other rows, too.
    init(_ columns: [TableColumn], style: TableStyle?, paddingLimit: Int = .max) {
        width = style?.width
        isColored = style?.isColored ?? false
        self.paddingLimit = width == nil ? paddingLimit : .max
        layout = TableLayout(columns)
    }

    /// Creates a table of columns with their cells, without rows.
    init<Row>(_ columns: [CellColumn<Row>], style: TableStyle?) {
        self.init(columns.map(\.column), style: style)
    }

    /// Includes a row in the measurement; it has a cell for each column.
    mutating func measure(_ row: TableRow) { layout.include(row, limit: paddingLimit) }

    /// Sets the minimum width of a column that is known only after the measurement.
    mutating func setMinWidth(_ width: Int, ofColumn index: Int) {
        layout.setMinWidth(width, ofColumn: index)
    }

    /// Ends the measurement.
    mutating func fit() { layout.fit(to: width) }

    /// Appends the line of titles.
    func appendTitles(to text: inout UTF8Buffer) {
        if isColored { text.append(TextColor.bold.sequence) }
        appendCells(layout.titles, isColored: false, to: &text)
        if isColored { text.append(TextColor.reset) }
        text.append(UInt8(ascii: "\n"))
    }

    /// Appends a row as a line.
    func append(_ row: TableRow, to text: inout UTF8Buffer) {
        appendCells(row, isColored: isColored, to: &text)
        text.append(UInt8(ascii: "\n"))
    }

    /// Appends cells without trailing spaces, which would be selected along with the text.
    private func appendCells(_ row: TableRow, isColored: Bool, to text: inout UTF8Buffer) {
        var spaces = 0
        for column in layout.columns {
            let cell = row.cells[column.index]
            var (bytes, width) = (row.text.bytes[cell.bytes], cell.width)
            let isCut = column.isShortened && width > column.width
            if isCut { (bytes, width) = Self.cut(bytes, to: column.width) }
            let room = max(column.width - width, 0)
            if column.column.isRightAligned { spaces += room }
            if !bytes.isEmpty {
                text.append(UInt8(ascii: " "), count: spaces)
                spaces = 0
                if isColored, !isCut, cell.isVehicleColor, let color = row.vehicleColor {
                    text.append(color)
                } else {
                    text.append(bytes, isColored ? cell.color : .plain)
                }
            }
            spaces += layout.gap + (column.column.isRightAligned ? 0 : room)
        }
    }
}

extension TextTable {
    /// Returns a cell shortened to at most `width` columns, and its width.
    private static func cut(
        _ cell: ArraySlice<UInt8>, to width: Int
    ) -> (ArraySlice<UInt8>, width: Int) {
        if cell.allSatisfy({ $0 < 0x7F }) { return (cell.prefix(width - 1) + "…".utf8, width) }
        let cut = DisplayWidth.shortened(String(decoding: cell, as: UTF8.self), to: width)
        return (Array(cut.utf8)[...], DisplayWidth.of(cut))
    }

    /// Appends the rows of a small table, after its titles, and before the number of columns that
    /// do not fit.
    mutating func append(
        _ rows: [TableRow], hasTitles: Bool = true, to text: inout UTF8Buffer
    ) {
        for row in rows { measure(row) }
        fit()
        if hasTitles { appendTitles(to: &text) }
        for row in rows { append(row, to: &text) }
        appendDropped(to: &text)
    }

    /// Appends the number of columns that do not fit, as a line; nothing if all fit.
    func appendDropped(to text: inout UTF8Buffer) {
        guard layout.dropped > 0 else { return }
        let full = ShortText.count(layout.dropped, "more column") + ": widen the terminal"
        let note = width.map { DisplayWidth.shortened(full, to: $0) } ?? full
        text.append((isColored ? TextColor.faint(note) : note) + "\n")
    }

    /// Returns rows of plain cells, safe for a terminal, as lines of aligned columns.
    public static func text(of rows: [[String]]) -> String {
        var table = TextTable(rows.first?.map { _ in TableColumn(title: "") } ?? [], style: nil)
        let rows = rows.map { TableRow($0) }
        for row in rows { table.measure(row) }
        table.fit()
        var text = UTF8Buffer()
        for row in rows { table.append(row, to: &text) }
        return text.string
    }
}

extension UTF8Buffer {
    /// Appends a cell in a color.
    fileprivate mutating func append(_ cell: ArraySlice<UInt8>, _ color: TextColor) {
        guard color != .plain else { return bytes.append(contentsOf: cell) }
        append(color.sequence)
        bytes.append(contentsOf: cell)
        append(TextColor.reset)
    }

    /// Appends a color as a filter spells it, each tone in its own color.
    fileprivate mutating func append(_ color: VehicleColor) {
        for (index, tone) in color.tones.enumerated() {
            if index > 0 { append(UInt8(ascii: "-")) }
            append(TextColor(tone: tone)(TerminalText.escaped(tone)))
        }
    }
}

/// Style of text output: terminal width, colors, and clock.
public struct TableStyle: Sendable {
    /// Width of the terminal in columns; `nil` in a pipe, where nothing is shortened.
    public var width: Int?
    /// Whether output has ANSI colors.
    public var isColored: Bool
    /// Current time, the reference for ages.
    public var now: Timestamp
    /// Formats a time in the system's time zone with its offset, such as `2024-05-01 14:02 +02:00`.
    public var localTime: @Sendable (Timestamp) -> String
    /// Formats a time of the system's time zone briefly, such as `Jun 1 21:55`; `nil` uses
    /// `localTime`.
    public var shortTime: (@Sendable (Timestamp) -> String)?
    /// Formats a time after its age, such as `14:02`, for screens, where a line may be cut; `nil`
    /// in a pipe, where the age follows the time.
    public var clock: (@Sendable (Timestamp) -> String)?

    /// Creates a style.
    public init(
        width: Int?, isColored: Bool, now: Timestamp,
        localTime: @escaping @Sendable (Timestamp) -> String,
        shortTime: (@Sendable (Timestamp) -> String)? = nil,
        clock: (@Sendable (Timestamp) -> String)? = nil
    ) {
        (self.shortTime, self.clock) = (shortTime, clock)
        self.width = width
        self.isColored = isColored
        self.now = now
        self.localTime = localTime
    }
}
