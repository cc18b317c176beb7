package import FleetCore
import JSON

/// The columns of rows in the database, by which their cells are named and checked.
///
///     let columns = try InventoryColumns(rows.headings, source.table)
///     try columns.heading(named: "state")  // "Zustand"
package struct InventoryColumns: Sendable {
    /// The heading of the column of the IDs.
    package let id: String
    /// The headings of all columns that exist for the person.
    package private(set) var headings: [String]
    /// The headings of the others, which no new column has.
    private var hidden: Set<String> = []
    /// The headings of the columns of fields.
    package let fields: [TableField: String]
    private let settings: TableSettings

    /// Finds the columns of fields among headings.
    /// - Throws: A failure if the settings name a column that is not there.
    package init(_ headings: [String], _ settings: TableSettings) throws(FeedFailure) {
        let header = TableHeader(headings, row: nil, samples: [])
        do throws(TableProblem) {
            let columns = try TableColumns(header, settings, isComplete: true)
            (id, self.headings, self.settings) = (columns.id.heading, headings, settings)
            fields = Dictionary(
                columns.all.map { ($0.field, $0.heading) }, uniquingKeysWith: { first, _ in first })
        } catch {
            throw FeedFailure(error.reason, at: Location.inventoryText)
        }
    }

    /// Returns the heading of a column that is named by its field or heading, in any case; that of a
    /// field without a column is the heading of a new one.
    /// - Throws: `CommandError` (64) for an unknown name, with the names that there are.
    package func heading(named name: String) throws(CommandError) -> String {
        if let field = TableField(rawValue: ASCIICase.lowercased(name)) {
            if let heading = fields[field] { return heading }
            try checkLocation(field)
            if !headings.contains(field.heading) { return try new(field.heading) }
        }
        let all = headings.map { CustomProperty($0) }
        if let heading = CustomProperty.named(name, in: all)?.name { return heading }
        throw unknown(name)
    }

    /// Returns the heading of a new column.
    /// - Throws: `CommandError` (64) if a column has it that does not exist for the person.
    package func new(_ heading: String) throws(CommandError) -> String {
        guard !hidden.contains(heading) else { throw unknown(heading) }
        return heading
    }

    private func unknown(_ name: String) -> CommandError {
        let names = headings.prefix(40).map { TerminalText.limited($0) }.joined(separator: ", ")
        return .usage(
            "there is no column or field \(TerminalText.limited(name))",
            hint: "columns: \(names); fields: "
                + TableField.allCases.map(\.rawValue).joined(separator: ", "))
    }

    /// Refuses a second column for a location.
    private func checkLocation(_ field: TableField) throws(CommandError) {
        switch field {
        case .latitude, .longitude:
            guard let heading = fields[.location] else { return }
            throw .usage(
                "the column \(TerminalText.limited(heading)) has both coordinates",
                hint: "set them together: `location='48.137, 11.575'`")
        case .location:
            guard fields[.latitude] != nil else { return }
            throw .usage(
                "the table has two columns for the coordinates",
                hint: "set both of them: `lat=48.137 lon=11.575`")
        default: return
        }
    }

    /// Returns the columns after others were added.
    package func extended(to headings: [String]) throws(FeedFailure) -> InventoryColumns {
        try InventoryColumns(headings, settings)
    }

    /// Returns the columns that somebody sees, by which that person names them.
    package func limited(to seen: Set<ValueVisibility>) -> InventoryColumns {
        var columns = self
        columns.headings.removeAll { !seen.contains(visibility(of: $0)) }
        columns.hidden = Set(headings).subtracting(columns.headings)
        return columns
    }

    /// Returns who sees the cells of a column: everybody those of fields, except for the words as
    /// written, and only administrators those that are not read.
    package func visibility(of heading: String) -> ValueVisibility {
        if settings.omits(heading) { return .administrators }
        let field = fields.first { $0.value == heading }?.key
        let isProperty = field.map { [.color, .state, .type, .picture].contains($0) } ?? true
        return isProperty ? settings.visibility(of: heading) : .everyone
    }

    /// The headings of the columns with numbers.
    package var numbers: Set<String> {
        let fields: [TableField] = [.battery, .fuel, .range, .latitude, .longitude]
        return Set(fields.compactMap { self.fields[$0] })
    }

    /// Returns the cells of a row that cannot be read, such as
    /// `column Akku: "viel" is no percentage`.
    package func problems(of row: CustomProperties) -> [String] {
        let table = TableRows(headings: headings, rows: [row])
        var reading = TableReading()
        (reading.settings, reading.isInventory) = (settings, true)
        guard
            let document = try? VehiclesDocument(
                inventory: table.json, at: Location.inventoryText, reading)
        else { return ["the row cannot be read"] }
        let report = document.parseReport
        let texts =
            report.warnings + report.skips.map { "the row is not that of a vehicle: \($0.reason)" }
        let prefix = "row 2, "
        return texts.map { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : $0 }
    }

    /// Returns the remedy for a cell of a column that cannot be read.
    package func hint(for headings: [String]) -> String {
        let named = Set(headings)
        let found = Set(fields.filter { named.contains($0.value) }.map(\.key))
        if found.contains(.state) {
            let states = VehicleState.allCases.filter(\.isOfOwnFleets).map(\.rawValue)
            return "states: \(states.joined(separator: ", "))"
        }
        if found.contains(.color) { return "use a color such as red, blue-white or #FF8800" }
        if found.contains(.lastReported) { return "write the date as 2026-01-31" }
        return "correct the value; an empty one, as in `battery=`, clears the cell"
    }
}

extension VehicleState {
    /// Whether people set it for their own vehicles.
    fileprivate var isOfOwnFleets: Bool {
        switch self {
        case .available, .reserved, .disabled, .inUse, .inRepair, .lent, .missing, .stolen,
            .retired, .unknown:
            true
        case .onTrip, .stopped, .nonOperational, .nonContactable, .elsewhere, .removed: false
        }
    }
}
