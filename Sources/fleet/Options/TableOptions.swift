import ArgumentParser
import FleetCore

/// Options for how a table is read, such as a spreadsheet.
struct TableOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The sheet of a workbook, by its name; by default the one with vehicles.",
            valueName: "name"))
    var sheet: String?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "The column of a table that holds a field, such as id='Asset tag'.",
            discussion: "Fields: "
                + TableField.allCases.map(\.rawValue).joined(separator: ", ")
                + ". Columns are recognized by their headings; repeat the option for others.",
            valueName: "field=heading"))
    var column: [TableColumnArgument] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A column of a table that is not read, by its heading.", valueName: "heading"))
    var omitColumn: [String] = []

    /// The settings that are given; `nil` without any.
    var settings: TableSettings? {
        var settings = TableSettings()
        (settings.sheet, settings.columns) = (sheet, column.map(\.column))
        settings.omitted = omitColumn
        return settings == TableSettings() ? nil : settings
    }
}

/// A column of a table on the command line, `FIELD=HEADING`.
struct TableColumnArgument: ExpressibleByArgument, Sendable {
    let column: TableSettings.Column

    init?(argument: String) {
        guard let column = TableSettings.Column(argument) else { return nil }
        self.column = column
    }
}
