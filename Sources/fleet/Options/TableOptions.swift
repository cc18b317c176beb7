import ArgumentParser
import FleetCore

/// Options for how a table is read, such as a spreadsheet: that of the source, or that of `--ids`.
struct TableOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The sheet of a workbook, by its name; by default the one with vehicles.",
            discussion: "With --ids, it is the sheet of that file.", valueName: "name"))
    var sheet: String?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "The column of a table that holds a field, such as id='Asset tag'.",
            discussion: "Fields: " + TableField.allCases.map(\.rawValue).joined(separator: ", ")
                + "; a heading alone is that of the IDs. Columns are recognized by their headings; "
                + "repeat the option for others. With --ids, it is the column of that file.",
            valueName: "field=heading"))
    var column: [String] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "A column of a table that is not read, by its heading.", valueName: "heading"))
    var omitColumn: [String] = []

    /// The columns that are given.
    var columns: [TableSettings.Column] {
        column.map {
            TableSettings.Column($0) ?? TableSettings.Column(.id, NameText.name(in: $0))
        }
    }

    /// The settings that are given; `nil` without any.
    var settings: TableSettings? {
        var settings = TableSettings()
        (settings.sheet, settings.columns, settings.omitted) = (sheet, columns, omitColumn)
        return settings == TableSettings() ? nil : settings
    }

    /// Returns the file of `--ids` with the sheet and the column, which are those of that file if
    /// there is one.
    mutating func given(to file: IDFileOptions) throws -> IDFileOptions {
        guard file.ids != nil else { return file }
        guard columns.count < 2, columns.allSatisfy({ $0.field == .id }) else {
            throw ValidationError("--column with --ids must be the column of the IDs")
        }
        var file = file
        (file.sheet, file.column) = (sheet, columns.first?.heading)
        (sheet, column) = (nil, [])
        return file
    }
}
