/// Form of feed text in the cells of comma-separated values (RFC 4180).
public enum CSVCellStyle: Sendable {
    /// Byte for byte, so that programs read the original text.
    case exact
    /// Control characters escaped as in ``TerminalText``, line ends included.
    case terminal
    /// As on a terminal, and with an apostrophe in front of what a spreadsheet would evaluate as a
    /// formula, as OWASP recommends ("CSV Injection").
    case spreadsheet

    /// Creates the style for an output.
    public init(forSpreadsheet: Bool, onTerminal: Bool) {
        self = forSpreadsheet ? .spreadsheet : onTerminal ? .terminal : .exact
    }

    /// Returns the text of a cell, before quoting.
    func text(of string: String) -> String {
        switch self {
        case .exact: string
        case .terminal: TerminalText.escaped(string)
        case .spreadsheet: TerminalText.escaped(isFormula(string) ? "'" + string : string)
        }
    }

    /// Whether a spreadsheet evaluates the text; `-` or `+` before a plain ID is common, and safe.
    private func isFormula(_ string: String) -> Bool {
        // Full-width forms count too: a spreadsheet in an East Asian locale treats them the same.
        switch string.unicodeScalars.first {
        case "=", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF20}": true
        case "-", "+", "\u{FF0D}", "\u{FF0B}":
            !string.unicodeScalars.dropFirst().allSatisfy(isPlainIDScalar)
        default: false
        }
    }

    private func isPlainIDScalar(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "0"..."9", "A"..."Z", "a"..."z", "_", "-", ".": true
        default: false
        }
    }
}

extension UTF8Buffer {
    /// Appends text as a cell of CSV.
    mutating func appendCSV(_ string: String, as style: CSVCellStyle) {
        var cell = style.text(of: string)
        cell.withUTF8 { appendCSV($0) }
    }

    /// Appends bytes as a cell of CSV; only those of UTF-8 text are ever escaped.
    public mutating func appendCSV(_ cell: [UInt8], as style: CSVCellStyle) {
        guard let string = String(validating: cell, as: UTF8.self) else { return appendCSV(cell) }
        appendCSV(string, as: style)
    }

    /// Appends a cell as is, in quotes if it needs them.
    private mutating func appendCSV(_ cell: some Collection<UInt8>) {
        let quote = UInt8(ascii: "\"")
        guard cell.contains(where: { $0 < 0x20 || $0 == quote || $0 == UInt8(ascii: ",") }) else {
            return bytes.append(contentsOf: cell)
        }
        append(quote)
        for byte in cell {
            if byte == quote { append(quote) }
            append(byte)
        }
        append(quote)
    }
}
