/// Writer of the rows of comma-separated values (RFC 4180), in any style of cells.
///
/// Rows end with a line feed only, which every parser accepts and line tools need. Multiple texts
/// are joined by a space, and unknown values are empty.
public struct CSVRows: Sendable {
    private let style: CSVCellStyle

    /// Creates a writer.
    public init(_ style: CSVCellStyle) {
        self.style = style
    }

    /// Begins a file: with titles unless there are none, and in Excel with a byte order mark,
    /// without which it would not read UTF-8.
    public func begin(_ titles: [String], in text: inout UTF8Buffer) {
        if case .excel = style { text.append("\u{FEFF}") }
        guard !titles.isEmpty else { return }
        for title in titles { append(.text(title), to: &text) }
        endRow(in: &text)
    }

    /// Appends a cell to the row.
    public func append(_ value: FieldValue, to text: inout UTF8Buffer) {
        switch value {
        case .text(let cell): append(cell, to: &text)
        case .texts(let cells): append(cells.joined(separator: " "), to: &text)
        case .objects(_, let cell): append(cell, to: &text)
        case .number(let number): append(number, to: &text)
        case .flag(let flag): text.appendJSON(flag)
        case .time(let time): append(time, to: &text)
        case .links(let links): append(links.preferred ?? "", to: &text)
        case .properties(let properties): append(properties.line, to: &text)
        case .absent: break
        }
        text.append(style.separator)
    }

    /// Appends a cell with bytes; only those of UTF-8 text are ever escaped.
    public func append(bytes cell: [UInt8], to text: inout UTF8Buffer) {
        if let string = String(validating: cell, as: UTF8.self) {
            append(string, to: &text)
        } else {
            append(quoted: style.bytes(of: cell), to: &text)
        }
        text.append(style.separator)
    }

    /// Ends the row: replaces the separator after its last cell by a line feed.
    public func endRow(in text: inout UTF8Buffer) {
        text.bytes[text.bytes.count - 1] = UInt8(ascii: "\n")
    }

    private func append(_ string: String, to text: inout UTF8Buffer) {
        var cell = style.text(of: string)
        cell.withUTF8 { append(quoted: $0, to: &text) }
    }

    private func append(_ number: Double, to text: inout UTF8Buffer) {
        let start = text.bytes.count
        text.append(number)
        guard case .excel(let locale, _) = style,
            let point = text.bytes[start...].firstIndex(of: UInt8(ascii: "."))
        else { return }
        text.bytes[point] = locale.decimalSeparator
    }

    private func append(_ time: Timestamp, to text: inout UTF8Buffer) {
        guard case .excel(_, let offset) = style else { return text.append(time) }
        text.append(time, aheadOfUTC: offset(time))
    }

    /// Appends a cell, in quotes if it needs them.
    private func append(quoted cell: some Collection<UInt8>, to text: inout UTF8Buffer) {
        let (quote, separator) = (UInt8(ascii: "\""), style.separator)
        guard cell.contains(where: { $0 < 0x20 || $0 == quote || $0 == separator }) else {
            return text.bytes.append(contentsOf: cell)
        }
        text.append(quote)
        for byte in cell {
            if byte == quote { text.append(quote) }
            text.append(byte)
        }
        text.append(quote)
    }
}
