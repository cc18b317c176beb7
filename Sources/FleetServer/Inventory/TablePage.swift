import FleetCore
import FleetService
import FleetTeam
import Hummingbird

/// The form with which a table becomes a source: the keys of the template `_table_form`.
struct TableFormContext {
    var tableAction = "/admin/tables"
    var tableName: String
    /// Name of a field that the form has besides; `nil` for none.
    var marker: String?

    /// Returns `nil` for a server that reads no tables.
    init?(for request: UserRequest, _ form: QueryItems, marker: String? = nil) {
        guard request.environment.options.tables != nil else { return nil }
        self.marker = marker
        tableName = form["location"] == nil ? form["name"] ?? "" : ""
    }
}

/// The preview of a table: the keys of the template `admin_table`.
struct TablePage {
    struct Column {
        var heading: String
        /// Name of the field that it holds; `nil` for a property.
        var fieldName: String?
        /// Whether the rows do not have it yet.
        var isNew = false
        /// Who will see a new property; `nil` for others.
        var seenText: String?
        /// The first values.
        var samples: String
        /// Name of the field for who sees it; `nil` if that is not asked.
        var choiceName: String?
        var choices: [SelectOption] = []
    }

    struct Difference {
        var kind: String
        var id: String
        var text: String
    }

    /// Rows that the table does not have.
    struct Missing {
        var removalText: String
        var needsNumber: Bool
    }

    private static let maxSamples = 3
    /// Rows in which the first values of a column are looked for.
    static let maxSampleRows = 100
    private static let (maxCells, maxChangedCells) = (6, 30)
    private static let maxTextLength = 60

    var title: String
    var summary: String
    var notices: [String]
    var action: String
    var fields: [HiddenField]
    /// The columns of the table; none for a version.
    var columns: [Column]
    var hasColumns = true
    var hasDifferences: Bool
    var differences: [Difference]
    /// `nil` if there are none.
    var missing: Missing?
    var button: String
    var cancelHref: String

    /// Creates the preview of a new source.
    /// - Parameters:
    ///   - upload: The ID of the table that is held.
    ///   - form: The form of the table.
    init(
        new table: ReadTable, named name: String, _ upload: String, _ form: QueryItems,
        of request: UserRequest
    ) {
        title = localized("New source \(name)")
        summary = localized("\(ShortText.count(table.rows.rows.count, "row")) (\(table.format))")
        notices = table.report.notices(of: "row")
        let isFirstStep = form.has(OnboardingHandlers.formField)
        action = "/admin/tables/add"
        fields = [HiddenField(name: "upload", value: upload), .init(name: "name", value: name)]
        if isFirstStep { fields.append(.init(name: OnboardingHandlers.formField, value: "1")) }
        columns = Self.columns(of: table)
        for (index, heading) in table.properties.enumerated() {
            guard let column = columns.firstIndex(where: { $0.heading == heading }) else {
                continue
            }
            columns[column].choiceName = "column-\(index)"
            columns[column].choices = Self.choices(table.settings.visibilities[heading])
        }
        (hasDifferences, differences, missing) = (false, [], nil)
        button = localized("Add source")
        cancelHref = isFirstStep ? SitePage.start.path : SitePage.sources.path + "#add"
    }

    /// Creates the preview of a table that replaces the rows of a source.
    init(
        _ table: ReadTable, _ found: RowDifferences, _ content: InventoryCollection.Content,
        _ upload: String, of source: PolledSource, _ request: UserRequest
    ) {
        title = localized("New rows of \(source.name)")
        summary = localized(
            "\(found.added) added, \(found.changed) changed, \(found.missing) not in the file")
        notices = found.notices
        cancelHref = "/admin/sources/" + source.uuid.text
        action = cancelHref + "/table/replace"
        fields = [
            HiddenField(name: "upload", value: upload),
            HiddenField(name: "revision", value: "\(content.revision)"),
        ]
        let fields = content.columns.fieldsByHeading
        columns = Self.columns(of: table).map { column in
            var column = column
            column.fieldName = fields[column.heading]?.rawValue ?? column.fieldName
            column.isNew = !content.columns.headings.contains(column.heading)
            let visibility = column.isNew ? table.settings.visibilities[column.heading] : nil
            column.seenText = visibility.map { localized("seen by: \($0.label)") }
            return column
        }
        differences = found.rows.map {
            Difference($0, missing: localized("not in the file"))
        }
        hasDifferences = !differences.isEmpty
        missing = found.missing > 0 ? Missing(found) : nil
        button = localized("Replace rows")
    }

    /// Creates the preview of the rows that a version restores.
    init(
        _ version: Int64, _ found: RowDifferences, _ content: InventoryCollection.Content,
        of source: PolledSource
    ) {
        title = localized("Earlier rows of \(source.name)")
        summary = localized(
            "\(found.added) added, \(found.changed) changed, \(found.missing) removed")
        cancelHref = "/admin/sources/" + source.uuid.text
        action = cancelHref + "/versions/\(version)"
        fields = [HiddenField(name: "revision", value: "\(content.revision)")]
        (notices, columns, hasColumns, missing) = (found.notices, [], false, nil)
        differences = found.rows.map {
            Difference($0, missing: localized("removed"))
        }
        hasDifferences = !differences.isEmpty
        button = localized("Restore these rows")
    }

    /// Returns the page.
    /// - Parameter problem: Why its form was refused.
    func response(_ request: UserRequest, _ problem: Problem? = nil) throws -> Response {
        try AdministrationPage(.sources, of: request, self, problem)
            .response("admin_table", request)
    }

    private static func columns(of table: ReadTable) -> [Column] {
        let fields = Dictionary(
            table.settings.columns.map { ($0.heading, $0.field.rawValue) }
        ) { first, _ in first }
        return table.rows.headings.map { heading in
            Column(
                heading: heading, fieldName: fields[heading],
                samples: samples(
                    of: table.rows.rows.prefix(maxSampleRows).compactMap { $0[heading] }))
        }
    }

    private static func choices(_ chosen: ValueVisibility?) -> [SelectOption] {
        let labels: [(String, String)] =
            ValueVisibility.allCases.map { ($0.rawValue, $0.label) }
            + [("none", localized("not imported"))]
        return labels.map {
            SelectOption(value: $0, label: $1, isSelected: $0 == chosen?.rawValue)
        }
    }

    /// Returns the first values of a column in one line.
    static func samples(of values: some Sequence<String>) -> String {
        values.prefix(maxSamples).map(shortened).joined(separator: ", ")
    }

    /// Returns a value of a table in one line, which may be very long.
    static func shortened(_ value: String) -> String {
        TerminalText.limited(String(value.unicodeScalars.prefix(maxTextLength)))
    }

    fileprivate static func text(of row: RowDifferences.Row) -> String {
        let most = row.kind == .changed ? maxChangedCells : maxCells
        let cells = row.cells.prefix(most).map { heading, old, new in
            let shown = [old, new].map { $0.isEmpty ? "–" : shortened($0) }
            return switch row.kind {
            case .added: "\(shortened(heading)): \(shown[1])"
            case .changed: "\(shortened(heading)): \(shown[0]) → \(shown[1])"
            case .missing: "\(shortened(heading)): \(shown[0])"
            }
        }
        return cells.joined(separator: " · ") + (row.cells.count > most ? " …" : "")
    }
}

extension TablePage.Difference {
    /// - Parameter missing: What happens to a row that the new ones do not have.
    fileprivate init(_ row: RowDifferences.Row, missing: String) {
        kind =
            switch row.kind {
            case .added: localized("added")
            case .changed: localized("changed")
            case .missing: missing
            }
        id = row.id.isEmpty ? "–" : TablePage.shortened(row.id)
        text = TablePage.text(of: row)
    }
}

extension TablePage.Missing {
    fileprivate init(_ found: RowDifferences) {
        removalText = localized(
            "remove the \(ShortText.count(found.missing, "row")) not in the file")
        needsNumber = InventoryCollection.Replacement.needsNumber(
            found.missing, of: found.total)
    }
}

extension ValueVisibility {
    /// Who sees the values, for people.
    var label: String {
        switch self {
        case .everyone: localized("everyone")
        case .members: localized("members")
        case .administrators: localized("administrators")
        }
    }
}
