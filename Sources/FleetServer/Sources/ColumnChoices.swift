import FleetCore
import FleetService
import FleetSettings
import FleetTeam
import HTTPTypes

/// What columns of a source's table hold and who sees them, as an administrator asks for it.
struct ColumnChoices {
    /// Names of fields, or `property`, by headings.
    var fields: [String: String] = [:]
    /// Visibilities by headings.
    var visibilities: [String: String] = [:]
    /// Whether more people may see a column.
    var reveals = false
    /// Whether the history may end, which is of the table as it was read before.
    var removesHistory = false

    init() {}

    /// Returns `nil` for another change.
    init?(_ document: SourceChangeDocument) {
        guard document.columns != nil || document.visibilities != nil else { return nil }
        (fields, visibilities) = (document.columns ?? [:], document.visibilities ?? [:])
        reveals = document.reveals ?? false
        removesHistory = document.removesHistory ?? false
    }
}

/// A change of the columns of a source that fits its table.
struct ColumnChange {
    private(set) var edit = TableEdit()
    /// The headings of the changed columns.
    private(set) var headings: [String] = []
    /// The columns that more people see, and who sees them then.
    private(set) var revealed: [(heading: String, visibility: ValueVisibility)] = []
    let choices: ColumnChoices
    private var fields: [String: TableField] = [:]
}

extension ColumnChoices {
    /// Returns the change of the columns of a source.
    /// - Throws: `Problem` (409) for a source without a table, (422).
    func change(of source: PolledSource, _ request: UserRequest) async throws -> ColumnChange {
        let columns = try await SourceColumn.all(of: source, request)
        guard !columns.isEmpty else {
            throw Problem(
                .conflict, "The columns of \(source.name) cannot be changed here.",
                hint: "Use `fleet source edit` on the machine.")
        }
        let change = try ColumnChange(self, of: columns)
        try change.check(columns, of: source, request)
        return change
    }
}

extension ColumnChange {
    fileprivate init(_ choices: ColumnChoices, of columns: [SourceColumn]) throws(Problem) {
        self.choices = choices
        let all = columns.map { CustomProperty($0.heading) }
        var wanted: [String: (field: String?, visibility: String?)] = [:]
        for (name, field) in choices.fields {
            wanted[try Self.heading(name, in: all), default: (nil, nil)].field = field
        }
        for (name, visibility) in choices.visibilities {
            wanted[try Self.heading(name, in: all), default: (nil, nil)].visibility = visibility
        }
        for column in columns {
            if let choice = wanted[column.heading] {
                try add(column, field: choice.field, visibility: choice.visibility)
            } else {
                try hold(column.field, in: column.heading)
            }
        }
        guard !headings.isEmpty else {
            throw Problem(.unprocessableContent, "The form changes no column.")
        }
    }

    private static func heading(
        _ name: String, in all: [CustomProperty]
    ) throws(Problem) -> String {
        guard let found = CustomProperty.named(name, in: all) else {
            throw Problem(
                .unprocessableContent, "There is no column \(TerminalText.limited(name)).",
                parameter: "columns")
        }
        return found.name
    }

    /// Adds what a column holds and who sees it then.
    private mutating func add(
        _ column: SourceColumn, field name: String?, visibility text: String?
    ) throws(Problem) {
        let heading = column.heading
        let visibility: ValueVisibility? =
            if let text { try ValueVisibility(chosen: text) } else { nil }
        var field = if let name { try TableField.chosen(name) } else { column.field }
        if let visibility, visibility != .everyone, let present = field, present != .id {
            // Fields are for everyone, so a hidden column is a property.
            guard name == nil else {
                throw Problem(
                    .unprocessableContent,
                    "Everyone sees \(TerminalText.limited(heading)), because it holds a field.",
                    hint: "Let it be a property, or leave it to everyone.",
                    parameter: "visibilities")
            }
            field = nil
        }
        try hold(field, in: heading)
        headings.append(heading)
        edit.included.append(heading)
        edit.properties.append(heading)
        if let field { edit.columns.append(TableSettings.Column(field, heading)) }
        let shown = field != nil && column.visibility != .everyone ? .everyone : visibility
        if let shown { edit.visibilities.append((heading, shown)) }
        // Without a choice, a former field is a property that its heading may hide.
        let seen = field != nil ? .everyone : shown ?? column.visibility
        if let seen, column.visibility.map({ seen < $0 }) ?? true {
            revealed.append((heading, seen))
        }
    }

    /// Notes that a column holds a field.
    private mutating func hold(
        _ field: TableField?, in heading: String
    ) throws(Problem) {
        guard let field else { return }
        if let other = fields.first(where: { $0.value == field })?.key {
            let names = [other, heading].map { TerminalText.limited($0) }
            throw Problem(
                .unprocessableContent,
                "Two columns hold \(field.rawValue): \(names[0]) and \(names[1]).",
                hint: "Let one of them be a property.", parameter: "columns")
        }
        fields[heading] = field
    }

    /// Checks that the imported rows are read as the person chose, and that a table file can be.
    fileprivate func check(
        _ columns: [SourceColumn], of source: PolledSource, _ request: UserRequest
    ) throws {
        var settings = source.source.table
        edit.apply(to: &settings)
        var found = fields
        if source.source.location == .inventory, let tables = request.environment.options.tables {
            found = try tables.columns(of: columns.map(\.heading), settings).fieldsByHeading
        } else {
            // What was recognized without a choice is recognized again.
            for column in columns where fields[column.heading] == nil {
                let isChosen = source.source.table.columns.contains {
                    $0.heading == column.heading
                }
                let isHidden = settings.visibilities[column.heading].map { $0 != .everyone }
                if !isChosen, isHidden != true { found[column.heading] = column.field }
            }
        }
        for heading in headings where found[heading] != fields[heading] {
            throw Problem(heading, holds: found[heading], not: fields[heading])
        }
    }

    /// Makes the change.
    /// - Throws: `Problem` (409) if more people would see a column, which is not confirmed.
    func make(
        of source: PolledSource, in settings: any SourceAdministration
    ) async throws -> MadeSourceChange {
        guard revealed.isEmpty || choices.reveals else {
            throw Problem(
                .conflict, "More people would see \(Self.list(revealed.map(\.heading))).",
                hint: "Confirm that (`reveal`), or leave the columns as they are.",
                parameter: SourceChangeDocument.revelation)
        }
        let change = SourceEdit { $0.table = { [edit] in edit.apply(to: &$0) } }
        _ = try await settings.change(
            source.uuid, change, removesHistory: choices.removesHistory)
        return MadeSourceChange(of: source, "columns \(Self.list(headings))", .columns)
    }

    private static func list(_ headings: [String]) -> String {
        headings.map { TerminalText.limited($0) }.joined(separator: ", ")
    }

    /// Returns the question before the change; `nil` for one that shows and removes nothing, or that
    /// is confirmed.
    func question(of source: PolledSource) -> ConfirmPage? {
        var new = source.source
        edit.apply(to: &new.table)
        let endsHistory = source.source.losesHistory(as: new) && !choices.removesHistory
        let shown = choices.reveals ? [] : revealed
        guard endsHistory || !shown.isEmpty else { return nil }
        var lines = shown.map { heading, visibility in
            localized("\(TerminalText.limited(heading)) is then seen by: \(visibility.label)")
        }
        if endsHistory {
            lines.append(localized("All changes that are kept, and the past states of the map"))
        }
        let action = "/admin/sources/" + source.uuid.text
        return ConfirmPage(
            question: localized("Change the columns of \(source.name)?"),
            listTitle: shown.isEmpty
                ? localized("These are lost:") : localized("More people see columns:"),
            losses: lines,
            kept: endsHistory
                ? localized("The history ends, because it is of the columns as they were.")
                : localized("Who has seen a value may keep it."),
            action: action + "/columns", fields: ColumnForm.fields(of: choices),
            button: localized("Save"), cancelHref: action + "#columns")
    }
}

extension Problem {
    /// Creates the answer to a column that would not be read as it was chosen.
    fileprivate init(_ heading: String, holds found: TableField?, not wanted: TableField?) {
        let (heading, name) = (TerminalText.limited(heading), wanted?.rawValue ?? "")
        if let found {
            self.init(
                .unprocessableContent, "\(heading) is recognized as \(found.rawValue).",
                hint: "Choose that field, or hide the column from somebody.", parameter: "columns")
        } else {
            self.init(
                .unprocessableContent, "\(heading) cannot hold \(name) alone.",
                hint: "A latitude needs a longitude.", parameter: "columns")
        }
    }
}

extension ValueVisibility {
    /// - Throws: `Problem` (422).
    fileprivate init(chosen text: String) throws(Problem) {
        guard let visibility = ValueVisibility(rawValue: text) else {
            throw Problem(
                .unprocessableContent, "Who sees a column is not valid.",
                hint: "Use everyone, members or administrators.", parameter: "visibilities")
        }
        self = visibility
    }
}

extension TableField {
    /// Returns the field of a name; `nil` for a property.
    /// - Throws: `Problem` (422).
    fileprivate static func chosen(_ text: String) throws(Problem) -> TableField? {
        if text == SourceChangeDocument.property { return nil }
        guard let field = TableField(rawValue: text) else {
            throw Problem(
                .unprocessableContent, "What a column holds is not valid.",
                hint: "Use property, or a field: \(TableField.allCases.map(\.rawValue).listed).",
                parameter: "columns")
        }
        return field
    }
}
