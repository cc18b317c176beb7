public import FleetCore

/// The rules by which tables and typed cells are read.
///
/// The module that reads feeds has the words of tables, which a team does not know.
public protocol TableRules: Sendable {
    /// Returns the columns of imported rows.
    /// - Throws: `SourceChangeError/refused` if the settings name a column that is not there.
    func columns(of headings: [String], _ settings: TableSettings) throws -> RowColumns

    /// Reads a table of any format.
    /// - Parameter columns: Columns whose headings those of the table get that have the same fields;
    ///   `nil` for a new source.
    /// - Throws: `SourceChangeError/refused` for a file that cannot be read.
    func table(
        _ bytes: [UInt8], for columns: RowColumns?, _ settings: TableSettings
    ) throws -> ReadTable

    /// Sets cells of a vehicle.
    /// - Parameter seen: The visibilities of the columns that exist for the person.
    /// - Throws: `SourceChangeError/refused` for an unknown name, and for a value that cannot be
    ///   read; ``InventoryError``.
    func set(
        _ change: RowChange, of id: String, in rows: inout Inventory, _ settings: TableSettings,
        seen: Set<ValueVisibility>) throws

    /// Adds the row of a vehicle.
    /// - Throws: As ``set(_:of:in:_:seen:)``.
    func add(
        _ change: RowChange, of id: String, to rows: inout Inventory, _ settings: TableSettings)
        throws
}

/// The columns of imported rows.
public struct RowColumns: Equatable, Sendable {
    /// The heading of the column of the IDs.
    public let id: String
    /// The headings of all columns.
    public let headings: [String]
    /// The headings of the columns of fields.
    public let fields: [TableField: String]
    /// The headings of the columns with numbers.
    public let numbers: Set<String>
    private let visibilities: [String: ValueVisibility]

    /// Creates columns.
    /// - Parameter visibilities: Who sees the cells of each column.
    public init(
        id: String, headings: [String], fields: [TableField: String], numbers: Set<String>,
        visibilities: [String: ValueVisibility]
    ) {
        (self.id, self.headings, self.fields) = (id, headings, fields)
        (self.numbers, self.visibilities) = (numbers, visibilities)
    }

    /// The fields that members change; administrators change all.
    private static let ofMembers: Set<TableField> = [
        .name, .state, .latitude, .longitude, .location,
    ]

    /// Returns who sees the cells of a column.
    public func visibility(of heading: String) -> ValueVisibility {
        visibilities[heading] ?? .administrators
    }

    /// The fields of the columns that hold one, by the headings.
    public var fieldsByHeading: [String: TableField] {
        Dictionary(fields.map { ($0.value, $0.key) }) { first, _ in first }
    }

    /// Returns whether somebody sees the cells of a column.
    func isSeen(_ heading: String, by rights: Rights) -> Bool {
        rights.sees(visibility(of: heading))
    }

    /// Returns whether somebody who changes rows may change the cells of a column.
    func canChange(_ heading: String, _ rights: Rights) -> Bool {
        guard isSeen(heading, by: rights) else { return false }
        guard !rights.sees(.administrators) else { return true }
        let field = fields.first { $0.value == heading }?.key
        return field.map(Self.ofMembers.contains) ?? true
    }
}

/// A table that somebody sends.
public struct ReadTable: Sendable {
    /// The headings and rows.
    public let rows: TableRows
    /// The settings with which the rows are read when they are stored, which name the columns of
    /// fields.
    public let settings: TableSettings
    /// The heading of the column of the IDs.
    public let id: String
    /// The format, for people.
    public let format: String
    /// The rows and cells that cannot be read.
    public let report: ParseReport

    /// The location of such a table, for people.
    public static var location: String { localized("the table") }

    /// Creates a table.
    public init(
        rows: TableRows, settings: TableSettings, id: String, format: String, report: ParseReport
    ) {
        (self.rows, self.settings, self.id) = (rows, settings, id)
        (self.format, self.report) = (format, report)
    }
}

/// Cells of a row that a person typed.
public struct RowChange: Sendable {
    /// The new values by the names of fields or headings; an empty one clears a cell.
    public var values: [(name: String, value: String)]
    /// The reason of a new state; `nil` for none.
    public var reason: String?
    /// The values before, by the names of fields or the headings, as far as the person saw them.
    public var old: [String: String]

    /// Creates a change.
    public init(
        _ values: [(name: String, value: String)], reason: String? = nil,
        old: [String: String] = [:]
    ) {
        (self.values, self.reason, self.old) = (values, reason, old)
    }
}
