public import FleetCore
import FleetSQL
public import Foundation

/// The imported rows of a source, as a person reads and changes them.
///
///     let rows = access.inventory(of: source.uuid, source.name, source.source.table, by: rules)
///     try await rows.set(RowChange([("state", "in repair")], reason: "brakes"), of: "CB-001")
///
/// Administrators do everything. Members change the name, the state and the location of a row, and
/// the properties that they see; cells that they do not see stay as they are.
public struct InventoryCollection: Sendable {
    /// All rows at one moment.
    public struct Content: Sendable {
        /// The rows.
        public let rows: Inventory
        /// Their columns.
        public let columns: RowColumns
        /// The number of changes.
        public let revision: Int64
    }

    /// A row as a person sees it.
    public struct SeenRow: Equatable, Sendable {
        /// A cell.
        public struct Cell: Equatable, Sendable {
            /// The heading of the column.
            public let heading: String
            /// The field of the column; `nil` for a property.
            public let field: TableField?
            /// The value; empty without one.
            public let value: String
            /// Whether the person may change it.
            public let canChange: Bool
        }

        /// The ID; empty for a row without one.
        public let id: String
        /// The cells in the order of the table.
        public let cells: [Cell]
        /// A text that names the row with the values that the person sees.
        public let key: String

        init(_ row: Inventory.Row, _ columns: RowColumns, _ rights: Rights) {
            let fields = columns.fieldsByHeading
            id = row.cells[columns.id] ?? ""
            cells = zip(columns.headings, row.cells.values(of: columns.headings))
                .filter { columns.isSeen($0.0, by: rights) }
                .map { heading, value in
                    Cell(
                        heading: heading, field: fields[heading], value: value,
                        canChange: columns.canChange(heading, rights))
                }
            var hash = StableHash()
            for cell in cells where !cell.value.isEmpty {
                hash.combine(cell.heading)
                hash.combine(cell.value)
            }
            key = "\(row.number)-\(StableHash.digits(of: hash.value))"
        }
    }

    let access: Access
    let source: UUID
    let name: String
    let settings: TableSettings
    let rules: any TableRules
}

extension Access {
    /// Returns the imported rows of a source.
    /// - Parameters:
    ///   - name: The name of the source, for the audit log.
    ///   - settings: The columns of its fields, and who sees the others.
    public func inventory(
        of source: UUID, _ name: String, _ settings: TableSettings, by rules: any TableRules
    ) -> InventoryCollection {
        InventoryCollection(
            access: self, source: source, name: name, settings: settings, rules: rules)
    }
}

extension InventoryCollection {
    /// Returns all rows, for administrators.
    /// - Throws: ``TeamError/forbidden``; ``TeamError/notFound`` for a source without rows.
    public func read() async throws -> Content {
        try await access.team.read { transaction in
            _ = try user(.settings, in: transaction)
            return try content(of: InventoryTable(of: source, in: transaction.sql))
        }
    }

    /// Returns the row of a vehicle, for those who may change it.
    /// - Throws: ``TeamError/forbidden``; ``TeamError/notFound`` without a row.
    public func row(of id: String) async throws -> SeenRow {
        try await access.team.read { transaction in
            let user = try user(.write, in: transaction)
            let content = try content(of: InventoryTable(of: source, in: transaction.sql))
            guard let row = content.rows.row(of: id) else { throw TeamError.notFound }
            return SeenRow(row, content.columns, user.rights)
        }
    }

    /// Reads a table that is to replace rows.
    /// - Throws: As ``TableRules/table(_:for:_:)``.
    public func table(_ bytes: [UInt8], replacing content: Content) throws -> ReadTable {
        try rules.table(bytes, for: content.columns, settings)
    }

    /// Sets cells of a vehicle; returns its row.
    /// - Throws: ``TeamError/forbidden``, ``InventoryError/unknown(_:)``,
    ///   ``InventoryError/changed`` if the row does not have the old values,
    ///   ``InventoryError/restricted(_:)``, and the errors of ``TableRules``.
    @discardableResult
    public func set(_ change: RowChange, of id: String) async throws -> SeenRow {
        try await self.change(.write) { rows, content, user in
            guard let old = content.rows.row(of: id) else { throw InventoryError.unknown([id]) }
            try rules.set(change, of: id, in: &rows, settings, seen: user.rights.seen)
            let columns = try rules.columns(of: rows.headings, settings)
            let new = rows.rows.first { $0.number == old.number } ?? old
            let changed = rows.headings.filter { old.cells[$0] ?? "" != new.cells[$0] ?? "" }
            let added = rows.headings.filter { !content.columns.headings.contains($0) }
            let refused = (changed + added).first { !columns.canChange($0, user.rights) }
            if let refused { throw InventoryError.restricted(refused) }
            // Only of cells that the person may change, so that no other value can be guessed.
            guard change.isBased(on: old.cells, content.columns) else {
                throw InventoryError.changed
            }
            if !changed.isEmpty {
                try user.audit(
                    .rowChanged, "\(name), \(id): \(changed.joined(separator: ", "))")
            }
            return SeenRow(new, columns, user.rights)
        }
    }

    /// Adds the row of a vehicle; returns it.
    /// - Throws: ``TeamError/forbidden``, ``InventoryError``, and the errors of ``TableRules``.
    public func add(_ change: RowChange, of id: String) async throws -> SeenRow {
        try await self.change(.changeSettings) { rows, _, user in
            try rules.add(change, of: id, to: &rows, settings)
            let columns = try rules.columns(of: rows.headings, settings)
            guard let row = rows.row(of: id) else { throw InventoryError.unknown([id]) }
            try user.audit(.rowAdded, "\(name), \(id)")
            return SeenRow(row, columns, user.rights)
        }
    }

    /// Removes all rows of a vehicle.
    /// - Throws: ``TeamError/forbidden``, ``InventoryError/unknown(_:)``.
    public func remove(_ id: String) async throws {
        try await change(.changeSettings) { rows, _, user in
            try rows.remove([id])
            try user.audit(.rowRemoved, "\(name), \(id)")
        }
    }

    /// Takes the rows of a table over; returns the differences before.
    /// - Parameters:
    ///   - replacement: The table, and what happens to rows that it does not have.
    ///   - revision: The number of changes that the person has seen.
    /// - Throws: ``TeamError/forbidden``, ``InventoryError/changed``,
    ///   ``InventoryError/removesMany(_:of:)``, and the errors of limits.
    @discardableResult
    public func replace(
        with replacement: Replacement, at revision: Int64
    ) async throws -> InventoryComparison {
        try await change(.changeSettings, keepsOld: true) { rows, content, user in
            guard content.revision == revision else { throw InventoryError.changed }
            let found = try rows.merge(
                replacement.table, removesMissing: replacement.removesMissing)
            try replacement.check(found.missing.count, of: content.rows.rows.count)
            _ = try rules.columns(of: rows.headings, settings)
            try audit(
                .rowsReplaced, found, removed: replacement.removesMissing, by: user)
            return found
        }
    }

    /// Adds an entry about many rows to the audit log.
    func audit(
        _ action: AuditAction, _ found: InventoryComparison, removed: Bool,
        by user: UserTransaction
    ) throws {
        let (added, changed) = (found.added.count, found.changed.count)
        let gone = removed ? found.missing.count : 0
        guard added + changed + gone > 0 else { return }
        try user.audit(action, "\(name): \(added) added, \(changed) changed, \(gone) removed")
    }

    /// - Throws: ``TeamError/signedOut``, ``TeamError/forbidden``.
    func user(_ right: Right, in transaction: TeamTransaction) throws -> UserTransaction {
        let user = try UserTransaction(access, right, in: transaction)
        guard user.rights.has(right, on: source) else { throw TeamError.forbidden }
        return user
    }

    func content(of table: InventoryTable) throws -> Content {
        guard let stored = try table.read() else { throw TeamError.notFound }
        let columns = try rules.columns(of: stored.headings, settings)
        var rows = stored
        rows.idHeading = columns.id
        return Content(rows: rows, columns: columns, revision: try table.revision())
    }

    /// Runs a change in one transaction, and stores the rows that differ.
    /// - Parameter keepsOld: Whether the rows before can be restored.
    @discardableResult
    func change<T: Sendable>(
        _ right: Right, keepsOld: Bool = false,
        _ body: @escaping @Sendable (inout Inventory, Content, UserTransaction) throws -> T
    ) async throws -> T {
        try await access.team.write { transaction in
            let user = try user(right, in: transaction)
            let table = InventoryTable(of: source, in: transaction.sql)
            let content = try content(of: table)
            var rows = content.rows
            let outcome = try body(&rows, content, user)
            try table.write(
                rows, over: content.rows, at: transaction.now, keepsOld: keepsOld)
            return outcome
        }
    }
}

extension InventoryCollection {
    /// A table whose rows replace the stored ones.
    public struct Replacement: Sendable {
        /// The headings and rows.
        public let table: TableRows
        /// Whether rows that the table does not have are removed.
        public let removesMissing: Bool
        /// The number of rows that the person expects to be removed; needed above a tenth.
        public let removed: Int?

        /// Creates a replacement.
        public init(_ table: TableRows, removesMissing: Bool = false, removed: Int? = nil) {
            (self.table, self.removesMissing, self.removed) = (table, removesMissing, removed)
        }
    }
}

extension InventoryCollection.Replacement {
    /// Returns whether so many of all rows are removed only if their number is given.
    public static func needsNumber(_ count: Int, of total: Int) -> Bool {
        count > total / 10
    }

    fileprivate func check(_ count: Int, of total: Int) throws(InventoryError) {
        guard removesMissing else { return }
        let isExpected = removed.map { $0 == count } ?? !Self.needsNumber(count, of: total)
        guard isExpected else { throw .removesMany(count, of: total) }
    }
}

extension InventoryCollection.Content {
    /// Returns the differences between the rows and a table.
    /// - Throws: The errors of limits.
    public func differences(from table: TableRows) throws(InventoryError) -> InventoryComparison {
        var rows = rows
        return try rows.merge(table, removesMissing: false)
    }
}

extension RowChange {
    /// Returns whether a row has the old values, apart from the kinds of their line ends.
    fileprivate func isBased(on row: CustomProperties, _ columns: RowColumns) -> Bool {
        old.filter { old in values.contains { $0.name == old.key } }.allSatisfy { name, value in
            let heading = TableField(rawValue: name).flatMap { columns.fields[$0] } ?? name
            return (row[heading] ?? "").replacing("\r\n", with: "\n")
                == value.replacing("\r\n", with: "\n")
        }
    }
}
