/// What a table lacks, or has twice.
public enum TableFailure: FailureGroup {
    /// The file is damaged or not a table; with the cause and the remedy.
    case unreadableTable(String, hint: String)
    /// No column is recognized as the ID; with the headings.
    case noIDColumn([String])
    /// Several columns fit one field equally well; with their headings.
    case ambiguousColumn(TableField, [String])
    /// A heading of the settings that the table lacks; with those that it has.
    case unknownColumn(String, [String])
    /// Several sheets have vehicles; with their names.
    case ambiguousSheet([String])
    /// A sheet of the settings that the workbook lacks; with those that it has.
    case unknownSheet(String, [String])
    /// The workbook, or the sheet, has no row of headings.
    case noHeadings
    /// The document is a feed, whose vehicles are no rows.
    case notATable
    /// The database has no rows of a source whose rows were imported.
    case noRows

    var words: Words {
        switch self {
        case .unreadableTable(let cause, let hint):
            Words(.content, .verbatim(cause), .verbatim(hint))
        case .noIDColumn(let headings):
            Words(
                .content,
                "no column is recognized as the ID; the columns are \(Self.list(headings))",
                "name the column with the IDs: `--column id=\(Self.word(headings))`")
        case .ambiguousColumn(let field, let headings):
            Words(
                .content,
                "several columns fit the field \(field.rawValue): \(Self.list(headings))",
                "choose one of them: `--column \(field.rawValue)=\(Self.word(headings))`")
        case .unknownColumn(let heading, let headings):
            Words(
                .usage,
                "there is no column \(Self.shown(heading)); the columns are \(Self.list(headings))",
                "correct the heading in --column or --omit-column")
        case .ambiguousSheet(let names):
            Words(
                .content, "several sheets have vehicles: \(Self.list(names))",
                "choose one of them: `--sheet \(Self.word(names))`")
        case .unknownSheet(let name, let names):
            Words(
                .usage, "there is no sheet \(Self.shown(name)); the sheets are \(Self.list(names))",
                "correct --sheet")
        case .noHeadings:
            Words(
                .content, "no row with headings was found",
                "write the names of the columns above the vehicles, such as id, name and color")
        case .notATable:
            Words(
                .content, "this is a feed, not a table",
                "leave out --import; only CSV, XLSX, GeoJSON and JSON rows can be imported")
        case .noRows:
            Words(
                .content, "the database has no rows of this source",
                "import them again: `fleet source add NAME FILE --import --replace`")
        }
    }

    private static let maxListed = 40

    private static func list(_ names: [String]) -> String {
        let list = names.prefix(maxListed).map(shown).joined(separator: ", ")
        let rest = names.count - maxListed
        return rest > 0 ? localized("\(list) and \(rest) more") : list
    }

    private static func shown(_ name: String) -> String {
        TerminalText.limited(String(name.prefix(80)))
    }

    /// Returns the first name as one word for a shell.
    private static func word(_ names: [String]) -> String {
        ShellWord.quoted(names.first.map { NameText.typed(shown($0)) } ?? "…")
    }
}
