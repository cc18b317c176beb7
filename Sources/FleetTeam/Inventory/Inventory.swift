public import FleetCore

/// The rows of a source in the database, which people change one by one.
///
///     var inventory = Inventory(table, id: "Asset tag")
///     try inventory.set([("Shelf", "A4")], of: "CB-001")
///
/// All changes are pure; ``InventoryTable`` stores the result.
public struct Inventory: Equatable, Sendable {
    /// A row.
    public struct Row: Equatable, Sendable {
        /// The number that orders the rows, which a row keeps.
        public let number: Int64
        /// The cells by their headings.
        public internal(set) var cells: CustomProperties

        /// Creates a row.
        init(_ number: Int64, _ cells: CustomProperties) {
            (self.number, self.cells) = (number, cells)
        }
    }

    /// The maximum number of rows, that of XLSX without the headings.
    public static let maxRows = 1_048_575
    /// The maximum number of columns.
    public static let maxColumns = 256
    /// The maximum size of the cells of a row with their headings, in bytes.
    public static let maxRowSize = 1 << 20
    /// The maximum length of an ID in bytes.
    public static let maxIDLength = 1000

    /// The headings of all columns.
    public private(set) var headings: [String]
    /// The rows in their order.
    public private(set) var rows: [Row]
    /// The heading of the column of the IDs.
    public var idHeading: String

    /// Creates the inventory of a table that was read; its rows are numbered from 1.
    public init(_ table: TableRows, id heading: String) {
        (headings, idHeading) = (table.headings, heading)
        rows = zip(Int64(1)..., table.rows).map { Row($0, $1) }
    }

    /// Creates an inventory as it is stored.
    init(headings: [String], rows: [Row]) {
        (self.headings, self.rows, idHeading) = (headings, rows, "")
    }

    /// The headings and rows.
    public var table: TableRows { TableRows(headings: headings, rows: rows.map(\.cells)) }

    /// Returns the ID of a row; empty for one without an ID.
    public func id(of row: Row) -> String { row.cells[idHeading] ?? "" }

    /// Returns the row of a vehicle: of several with its ID the last one, as a table is read.
    public func row(of id: String) -> Row? { index(of: id).map { rows[$0] } }

    private func index(of id: String) -> Int? {
        rows.lastIndex { ByteOrder.equal(self.id(of: $0), id) }
    }

    /// The rows by their IDs; of several with one ID the last one.
    private var indices: [ByteString: Int] {
        var indices: [ByteString: Int] = [:]
        for (index, row) in rows.enumerated() {
            let id = id(of: row)
            if !id.isEmpty { indices[ByteString(id)] = index }
        }
        return indices
    }
}

extension Inventory {
    /// Sets cells of a vehicle; an empty value clears a cell, and a new heading adds a column.
    ///
    /// - Throws: ``InventoryError/unknown(_:)``, and the errors of limits and IDs.
    public mutating func set(
        _ values: [(heading: String, value: String)], of id: String
    ) throws(InventoryError) {
        guard let index = index(of: id) else { throw .unknown([id]) }
        if let new = values.last(where: { $0.heading == idHeading })?.value,
            !ByteOrder.equal(new, id)
        {
            try Self.check(id: new)
            guard self.index(of: new) == nil else { throw .exists(new) }
        }
        try addColumns(values.map(\.heading))
        rows[index].cells = try cells(rows[index].cells, setting: values)
    }

    /// Adds the row of a vehicle at the end; returns it.
    ///
    /// - Throws: ``InventoryError/exists(_:)``, and the errors of limits and IDs.
    @discardableResult
    public mutating func add(
        _ id: String, _ values: [(heading: String, value: String)]
    ) throws(InventoryError) -> Row {
        try check(free: id)
        try addColumns(values.map(\.heading))
        try append(cells(CustomProperties(), setting: values + [(idHeading, id)]))
        return rows[rows.count - 1]
    }

    /// Gives an ID to a row that has none; returns the row.
    ///
    /// - Throws: ``InventoryError/exists(_:)``, ``InventoryError/assigned(_:)``,
    ///   ``InventoryError/changed`` without such a row, and the errors of IDs.
    @discardableResult
    public mutating func assign(
        _ id: String, toRow number: Int64
    ) throws(InventoryError) -> Row {
        try check(free: id)
        guard let index = rows.firstIndex(where: { $0.number == number }) else { throw .changed }
        let present = self.id(of: rows[index])
        guard present.isEmpty else { throw .assigned(present) }
        rows[index].cells = try cells(rows[index].cells, setting: [(idHeading, id)])
        return rows[index]
    }

    /// Checks that an ID is valid, and that no row has it.
    func check(free id: String) throws(InventoryError) {
        try Self.check(id: id)
        guard index(of: id) == nil else { throw .exists(id) }
    }

    /// Removes all rows of vehicles; returns them.
    ///
    /// - Throws: ``InventoryError/unknown(_:)`` with the IDs that no row has.
    @discardableResult
    public mutating func remove(_ ids: [String]) throws(InventoryError) -> [Row] {
        let known = indices
        let unknown = ids.filter { known[ByteString($0)] == nil }
        guard unknown.isEmpty else { throw .unknown(unknown) }
        let removed = Set(ids.map { ByteString($0) })
        let gone = rows.filter { removed.contains(ByteString(id(of: $0))) }
        remove(gone)
        return gone
    }
}

extension Inventory {
    /// Checks an ID as a table is read: it has no control characters, and at its ends neither white
    /// space nor invisible characters, which a reader removes.
    static func check(id: String) throws(InventoryError) {
        let scalars = id.unicodeScalars
        let hasControl = scalars.contains { $0.properties.generalCategory == .control }
        let ends = [scalars.first, scalars.last].compactMap(\.self)
        guard !ends.isEmpty, !hasControl, id.utf8.count <= maxIDLength,
            !ends.contains(where: {
                $0.properties.isWhitespace || $0.properties.generalCategory == .format
            })
        else { throw .invalidID(id) }
    }

    mutating func addColumns(_ names: [String]) throws(InventoryError) {
        for name in names where !headings.contains(name) { headings.append(name) }
        guard headings.count <= Self.maxColumns else { throw .tooManyColumns }
    }

    /// Returns cells with other values, in the order of the columns.
    func cells(
        _ old: CustomProperties, setting values: [(heading: String, value: String)]
    ) throws(InventoryError) -> CustomProperties {
        var all = Dictionary(old.all.map { ($0.name, $0.value) }) { $1 }
        for (heading, value) in values { all[heading] = value }
        let cells = CustomProperties(headings.map { ($0, all[$0] ?? "") })
        guard cells.text.utf8.count <= Self.maxRowSize else { throw .rowTooLong }
        return cells
    }

    mutating func append(_ cells: CustomProperties) throws(InventoryError) {
        guard rows.count < Self.maxRows else { throw .tooManyRows }
        rows.append(Row((rows.last?.number ?? 0) + 1, cells))
    }

    mutating func setCells(_ cells: CustomProperties, at index: Int) { rows[index].cells = cells }

    mutating func remove(_ gone: [Row]) {
        let numbers = Set(gone.map(\.number))
        rows.removeAll { numbers.contains($0.number) }
    }

    /// The positions of the rows with an ID, and of several with one ID that of the last one.
    var positions: [ByteString: Int] { indices }
}

/// Error of a change of an ``Inventory``.
public enum InventoryError: Error, Equatable {
    /// No row has these IDs.
    case unknown([String])
    /// A row has the ID already.
    case exists(String)
    /// The row that is to get an ID has this one.
    case assigned(String)
    /// The ID is empty, too long, or has characters that no ID has.
    case invalidID(String)
    /// There is no number after this ID with as many digits.
    case numbersExhausted(String)
    /// There would be more than ``Inventory/maxColumns``.
    case tooManyColumns
    /// There would be more than ``Inventory/maxRows``.
    case tooManyRows
    /// A row would be larger than ``Inventory/maxRowSize``.
    case rowTooLong
    /// Somebody else has changed the rows that the change is based on.
    case changed
    /// Only administrators change the column with this heading.
    case restricted(String)
    /// So many rows of all would be removed, which was not confirmed with their number.
    case removesMany(Int, of: Int)
}

extension InventoryError: ReportedError {
    package var exitStatus: ExitStatus {
        if case .unknown = self { .noInput } else { .usage }
    }

    /// Description of the problem, in one line without a full stop.
    public var cause: String {
        switch self {
        case .unknown(let ids):
            ids.count == 1
                ? "no row has the ID \(Self.list(ids))" : "no row has the IDs \(Self.list(ids))"
        case .exists(let id): localized("a row has the ID \(Self.list([id])) already")
        case .assigned(let id): localized("the row has the ID \(Self.list([id])) meanwhile")
        case .invalidID(let id):
            id.isEmpty
                ? localized("the ID is empty")
                : localized("\(Self.list([id])) is not a valid ID")
        case .numbersExhausted(let id): localized("\(Self.list([id])) is the last number")
        case .tooManyColumns: "a table has at most \(Inventory.maxColumns) columns"
        case .tooManyRows: "a table has at most \(Inventory.maxRows) rows"
        case .rowTooLong: "a row has at most 1 MiB of text"
        case .changed: localized("the rows were changed meanwhile")
        case .restricted(let heading):
            localized("only administrators change the column \(Self.list([heading]))")
        case .removesMany(let count, let total):
            localized("this would remove \(count) of \(total) rows")
        }
    }

    /// Suggested remedy, in one line.
    public var hint: String {
        switch self {
        case .unknown: "`fleet inventory export` has all rows; `fleet inventory add` adds one"
        case .exists: "`fleet inventory set` changes the row"
        case .assigned: localized("choose another row")
        case .invalidID:
            localized(
                """
                an ID has 1 to \(Inventory.maxIDLength) bytes, no control characters, and no spaces \
                at its ends
                """)
        case .numbersExhausted: "use more --digits or another --prefix"
        case .tooManyColumns: "leave columns out, as with --omit-column"
        case .tooManyRows: "split the table into several sources"
        case .rowTooLong: "shorten the values"
        case .changed: localized("look at them, and make the change again")
        case .restricted: localized("ask an administrator of your team")
        case .removesMany: localized("confirm it with the number of rows to remove")
        }
    }

    private static func list(_ ids: [String]) -> String {
        let list = ids.prefix(10).map { TerminalText.limited($0) }.joined(separator: ", ")
        return ids.count > 10 ? "\(list) and \(ids.count - 10) more" : list
    }
}
