/// How a table is read: the choices that its content does not show.
public struct TableSettings: Equatable, Sendable, Codable {
    /// A column that holds a field.
    public struct Column: Hashable, Sendable, Codable {
        /// The field.
        public var field: TableField
        /// The heading of the column.
        public var heading: String

        /// Creates a column.
        public init(_ field: TableField, _ heading: String) {
            (self.field, self.heading) = (field, heading)
        }

        /// Parses the value of the option `--column`, such as `id=Asset tag`; returns `nil` for an
        /// unknown field, and without a heading.
        public init?(_ option: String) {
            let parts = option.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, let field = TableField(rawValue: String(parts[0])) else {
                return nil
            }
            self.init(field, NameText.name(in: String(parts[1])))
        }

        /// The value of the option `--column`.
        public var option: String { "\(field.rawValue)=\(NameText.typed(heading))" }
    }

    /// The name of the sheet (`--sheet`); `nil` for the only one with vehicles.
    public var sheet: String?
    /// The columns of fields (`--column`), which precede those that are recognized.
    public var columns: [Column] = []
    /// The headings of columns that are not read (`--omit-column`).
    public var omitted: [String] = []
    /// Who sees the values of a property, by its heading; of others, the heading decides.
    public var visibilities: [String: ValueVisibility] = [:]

    /// Creates settings with which all is recognized.
    public init() {}

    /// The options of the command line for them.
    package var options: String {
        let parts =
            (sheet.map { [("--sheet", $0)] } ?? []) + columns.map { ("--column", $0.option) }
            + omitted.map { ("--omit-column", $0) }
        return parts.map { "\($0) \(ShellWord.quoted(TerminalText.limited($1)))" }
            .joined(separator: " ")
    }
}
