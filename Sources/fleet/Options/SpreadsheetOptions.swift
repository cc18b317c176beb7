import ArgumentParser
import FleetCore
import FleetRuntime

/// Options for CSV that people open with a spreadsheet.
struct SpreadsheetOptions: ParsableArguments {
    @Flag(
        help: """
            Put an apostrophe before CSV cells that a spreadsheet would evaluate as formulas, and \
            escape control characters.
            """)
    var spreadsheet = false

    @Option(
        help: ArgumentHelp(
            """
            Write CSV for a double click in Excel of this language: its separators, local times, and \
            IDs such as 00123 as text. (values: \(CSVLocale.names))
            """, valueName: "language"),
        completion: .list(CSVLocale.allCases.map(\.rawValue)))
    var csvLocale: String?

    func validate() throws {
        if spreadsheet, csvLocale != nil {
            throw ValidationError("--spreadsheet and --csv-locale cannot be used together")
        }
        if let csvLocale, CSVLocale(tag: csvLocale) == nil {
            throw ValidationError(
                "no --csv-locale named '\(csvLocale)'; use one of: \(CSVLocale.names)")
        }
    }

    /// The option that is used, if any.
    var used: UsedOptions {
        ["--spreadsheet": spreadsheet, "--csv-locale": csvLocale != nil]
    }

    /// The form of the cells; `nil` if no option is used.
    var cells: CSVCellStyle? {
        if let locale = csvLocale.flatMap(CSVLocale.init(tag:)) {
            return .excel(locale, offset: LocalTime.offset)
        }
        return spreadsheet ? .spreadsheet : nil
    }
}

extension CSVLocale {
    fileprivate static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
