/// Form of the cells of comma-separated values (RFC 4180).
public enum CSVCellStyle: Sendable {
    /// Byte for byte, so that programs read the original text.
    case exact
    /// Control characters escaped as in ``TerminalText``, line ends included.
    case terminal
    /// As on a terminal, and with an apostrophe in front of what a spreadsheet would evaluate as a
    /// formula, as OWASP recommends ("CSV Injection").
    case spreadsheet
    /// Byte for byte apart from that apostrophe, which is removed when the table is read again.
    case guarded
    /// For a double click in Excel: the separators of its language, local times, and texts that it
    /// would convert or evaluate as formulas of one string, such as `="00123"`.
    ///
    /// `offset` returns the seconds that local time is ahead of UTC.
    case excel(CSVLocale, offset: @Sendable (Timestamp) -> Int)

    /// Separator of the cells.
    var separator: UInt8 {
        if case .excel(let locale, _) = self { return locale.separator }
        return UInt8(ascii: ",")
    }

    /// Returns the text of a cell, before quoting.
    func text(of string: String) -> String {
        switch self {
        case .exact: string
        case .guarded: isFormula(string) ? "'" + string : string
        case .terminal: TerminalText.escaped(string)
        case .spreadsheet: TerminalText.escaped(isFormula(string) ? "'" + string : string)
        case .excel: ExcelText.cell(string)
        }
    }

    /// Returns the bytes of a cell that are not UTF-8, before quoting.
    func bytes(of cell: [UInt8]) -> [UInt8] {
        switch self {
        case .exact, .terminal: return cell
        case .guarded, .spreadsheet, .excel:
            return isFormula(String(decoding: cell, as: UTF8.self))
                ? [UInt8(ascii: "'")] + cell : cell
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

/// Texts in the cells of Excel.
private enum ExcelText {
    /// Maximum length of a string in a formula, in UTF-16 code units.
    private static let stringLimit = 255
    /// Length from which a text with letters is neither a number nor a date in any language.
    private static let dateLimit = 64

    /// Words for true and false in the languages of `CSVLocale`.
    private static let booleans: Set<String> = [
        "TRUE", "FALSE", "WAHR", "FALSCH", "VRAI", "FAUX", "VERDADERO", "FALSO", "VERO", "WAAR",
        "ONWAAR", "VERDADEIRO", "PRAWDA", "FAŁSZ", "PRAVDA", "NEPRAVDA", "SAND", "FALSK", "TOSI",
        "EPÄTOSI", "SANN", "USANN", "SANT", "FALSKT",
    ]

    /// Returns a cell that Excel shows as this text, and nothing else.
    static func cell(_ string: String) -> String {
        let text = TerminalText.escaped(string)
        guard isEvaluated(text) || isEvaluated(string) || isConverted(text) else { return text }
        guard text.utf16.count <= stringLimit else { return "'" + text }
        return "=\"" + text.replacing("\"", with: "\"\"") + "\""
    }

    /// Whether the text begins like a formula, possibly after spaces.
    private static func isEvaluated(_ text: String) -> Bool {
        switch text.unicodeScalars.first(where: { !$0.properties.isWhitespace }) {
        case "=", "@", "-", "+", "\u{FF1D}", "\u{FF20}", "\u{FF0D}", "\u{FF0B}": true
        default: text.first?.isWhitespace ?? false
        }
    }

    /// Whether the text may be a number, date, time or Boolean in some language.
    private static func isConverted(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        guard scalars.contains(where: isNumber) else {
            return booleans.contains(text.uppercased())
        }
        return scalars.count <= dateLimit || !scalars.contains { $0.properties.isAlphabetic }
    }

    /// Whether a scalar is a digit or a fraction; letters that also mean a number, such as 京, are
    /// not.
    private static func isNumber(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .decimalNumber, .letterNumber, .otherNumber: true
        default: false
        }
    }
}
