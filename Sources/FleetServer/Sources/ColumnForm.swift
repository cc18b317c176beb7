import FleetCore
import FleetSQL
import FleetService
import FleetSettings
import FleetTeam
import Hummingbird

/// A column of the table of a source, as administrators see it.
struct SourceColumn: Sendable {
    let heading: String
    /// The field; `nil` for a property.
    let field: TableField?
    /// Who sees it; `nil` if it is not read.
    let visibility: ValueVisibility?
    /// The first values in one line.
    let samples: String

    private init(
        _ heading: String, _ field: TableField?, _ visibility: ValueVisibility?,
        _ values: some Sequence<String>
    ) {
        (self.heading, self.field) = (heading, field)
        self.visibility = field == nil ? visibility : .everyone
        samples = TablePage.samples(of: values)
    }

    /// Returns the columns of imported rows or of a table file; none for another source, and for one
    /// with an asset list, whose columns are others.
    static func all(of source: PolledSource, _ request: UserRequest) async throws -> [SourceColumn]
    {
        try await all(of: source, request.imported(of: source), request)
    }

    /// Returns the columns of a source whose imported rows were read.
    /// - Parameter content: The rows; `nil` if there are none, or if they cannot be read.
    static func all(
        of source: PolledSource, _ content: InventoryCollection.Content?, _ request: UserRequest
    ) async throws -> [SourceColumn] {
        guard source.source.assets == nil else { return [] }
        guard source.source.location == .inventory else {
            return try await columns(ofFile: source, request)
        }
        return content.map { all(of: $0, source) } ?? []
    }

    private static func all(
        of content: InventoryCollection.Content, _ source: PolledSource
    ) -> [SourceColumn] {
        let fields = content.columns.fieldsByHeading
        let omitted = source.source.table.omitted
        return content.columns.headings.map { heading in
            SourceColumn(
                heading, fields[heading],
                omitted.contains(heading) ? nil : content.columns.visibility(of: heading),
                content.rows.rows.prefix(TablePage.maxSampleRows).compactMap { $0.cells[heading] })
        }
    }

    /// Returns the columns of the last snapshot.
    private static func columns(
        ofFile source: PolledSource, _ request: UserRequest
    ) async throws -> [SourceColumn] {
        let (feed, vehicles) = try await request.environment.snapshots.read { reader in
            var query = VehicleQuery()
            query.limit = TablePage.maxSampleRows
            var vehicles: [Vehicle] = []
            let feed = try reader.info(of: source.vehicles)?.feed
            if feed?.table != nil {
                try reader.forEachVehicle(query, of: source.vehicles) { vehicles.append($0) }
            }
            return (feed, vehicles)
        }
        guard let feed, let table = feed.table else { return [] }
        let fields = table.columns.map { column in
            SourceColumn(
                column.heading, column.field, nil,
                column.field == .id
                    ? vehicles.map(\.id) : vehicles.compactMap { $0.properties[column.heading] })
        }
        // A field may keep its words as a property of the same heading.
        let headings = Set(fields.map(\.heading))
        let properties = (feed.properties ?? []).filter { !headings.contains($0.name) }
        let omitted = source.source.table.omitted.filter { !headings.contains($0) }
        return fields
            + properties.map { property in
                SourceColumn(
                    property.name, nil, property.visibility,
                    vehicles.compactMap { $0.properties[property.name] })
            } + omitted.map { SourceColumn($0, nil, nil, []) }
    }
}

extension UserRequest {
    /// Returns the imported rows of a source; `nil` if there are none, or if they cannot be read.
    func imported(of source: PolledSource) async throws -> InventoryCollection.Content? {
        do {
            return try await inventory(of: source).rows.read()
        } catch TeamError.notFound {
            return nil
        } catch is SourceChangeError {
            return nil
        } catch is Problem {
            return nil
        }
    }
}

/// The form of the columns of a source: keys of the template `admin_source`.
struct ColumnForm {
    struct Column {
        var heading: String
        var nameField: String
        var samples: String
        var holdsName: String
        var holds: [SelectOption]
        var seenName: String
        var seenBy: [SelectOption]
    }

    /// The choice of a column that is not read.
    private static let omitted = "omitted"

    var columnsAction: String
    var columns: [Column]

    /// - Parameter form: A form of the columns that was refused.
    init?(_ columns: [SourceColumn], action: String, _ form: QueryItems) {
        guard !columns.isEmpty else { return nil }
        columnsAction = action + "/columns"
        let typed = ColumnChoices(form, of: [])
        let fieldNames =
            [(SourceChangeDocument.property, localized("property"))]
            + TableField.allCases.map { ($0.rawValue, Language.current.word($0.heading)) }
        let visibilities = ValueVisibility.allCases.map { ($0.rawValue, $0.label) }
        let notRead = [(Self.omitted, localized("not read"))]
        self.columns = columns.enumerated().map { index, column in
            let present = Self.present(column)
            return Column(
                heading: column.heading, nameField: "column-\(index)", samples: column.samples,
                holdsName: "field-\(index)",
                holds: Self.options(
                    fieldNames + (column.visibility == nil ? notRead : []),
                    typed.fields[column.heading] ?? present.field),
                seenName: "seen-\(index)",
                seenBy: Self.options(
                    visibilities, typed.visibilities[column.heading] ?? present.visibility))
        }
    }

    private static func options(_ all: [(String, String)], _ chosen: String) -> [SelectOption] {
        all.map { SelectOption(value: $0, label: $1, isSelected: $0 == chosen) }
    }

    /// Returns the choices that leave a column as it is.
    fileprivate static func present(
        _ column: SourceColumn
    ) -> (field: String, visibility: String) {
        (
            column.visibility == nil
                ? omitted : column.field?.rawValue ?? SourceChangeDocument.property,
            (column.visibility ?? .administrators).rawValue
        )
    }

    /// Returns the fields that send choices again, with their confirmation.
    static func fields(of choices: ColumnChoices) -> [HiddenField] {
        let headings = Set(choices.fields.keys).union(choices.visibilities.keys).sorted()
        let columns = headings.enumerated().flatMap { index, heading in
            [
                HiddenField(name: "column-\(index)", value: heading),
                choices.fields[heading].map { .init(name: "field-\(index)", value: $0) },
                choices.visibilities[heading].map { .init(name: "seen-\(index)", value: $0) },
            ].compactMap(\.self)
        }
        return columns + [
            HiddenField(name: SourceChangeDocument.revelation, value: "1"),
            .init(name: SourceChangeDocument.confirmation, value: "1"),
        ]
    }
}

extension ColumnChoices {
    /// Creates the choices of a form that differ from how columns are.
    init(_ form: QueryItems, of columns: [SourceColumn]) {
        self.init()
        reveals = form.has(SourceChangeDocument.revelation)
        removesHistory = form.has(SourceChangeDocument.confirmation)
        let known = Dictionary(columns.map { ($0.heading, ColumnForm.present($0)) }) { $1 }
        for index in 0..<Inventory.maxColumns {
            guard let heading = form["column-\(index)"] else { break }
            let (field, seen) = (form["field-\(index)"], form["seen-\(index)"])
            let present = known[heading]
            let isSame = field == present?.field
            if let field, !isSame { fields[heading] = field }
            guard let seen, seen != present?.visibility else { continue }
            visibilities[heading] = seen
            // A person who leaves the field as it is does not mean a property.
            if let field, isSame { fields[heading] = field }
        }
    }
}

extension SourceHandlers {
    private static let maxColumnForm = 1 << 20

    /// Changes the columns of a source, after a question if more people see one of them.
    @Sendable func changeColumns(
        _ request: UserRequest, _ administration: Administration
    ) async throws -> Response {
        let form = try await request.form(upTo: Self.maxColumnForm)
        let source = try source(of: request)
        do {
            try await administration.requireChange()
            let columns = try await SourceColumn.all(of: source, request)
            let choices = ColumnChoices(form, of: columns)
            if let page = try await choices.change(of: source, request).question(of: source) {
                return try AdministrationPage(.sources, of: request, page)
                    .response("admin_confirm", request)
            }
            let made = try await change(.columns(source, choices), request, administration)
            return try SourceNotice(made).redirect(request)
        } catch let problem as Problem where problem.status.kind == .clientError {
            return try await SourcePage.response(request, source, problem, form: form)
        } catch let error as SourceChangeError {
            return try await SourcePage.response(request, source, Problem(error), form: form)
        }
    }
}
