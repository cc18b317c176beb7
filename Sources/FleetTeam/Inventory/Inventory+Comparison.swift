public import FleetCore

/// The differences between an inventory and a table that was read.
public struct InventoryComparison: Sendable {
    /// A row that has other values in the table.
    public struct Change: Equatable, Sendable {
        /// The ID.
        public let id: String
        /// The cells before the change.
        public let old: CustomProperties
        /// The cells after the change.
        public let new: CustomProperties
    }

    /// The headings of the rows before, and then the new ones of the table.
    public fileprivate(set) var headings: [String] = []
    /// The rows that only the table has.
    public fileprivate(set) var added: [Inventory.Row] = []
    /// The rows that differ.
    public fileprivate(set) var changed: [Change] = []
    /// The rows that the table does not have.
    public fileprivate(set) var missing: [Inventory.Row] = []

    /// Whether nothing differs.
    public var isEmpty: Bool { added.isEmpty && changed.isEmpty && missing.isEmpty }
}

extension Inventory {
    /// Takes the values of a table over, row by row, by their IDs; columns that the table does not
    /// have stay as they are.
    ///
    /// Rows without an ID are the same if all their values are.
    /// - Parameters:
    ///   - table: A table with the headings of this one, and new ones.
    ///   - removesMissing: Whether rows that the table does not have are removed.
    /// - Returns: The differences before.
    /// - Throws: The errors of limits.
    @discardableResult
    public mutating func merge(
        _ table: TableRows, removesMissing: Bool
    ) throws(InventoryError) -> InventoryComparison {
        var comparison = InventoryComparison()
        try addColumns(table.headings)
        comparison.headings = headings
        let positions = positions
        var seen = Set<Int>()
        // Without an ID, all values of the table tell which row is meant.
        var nameless: [String: [Int]] = [:]
        for (index, row) in rows.enumerated().reversed() where id(of: row).isEmpty {
            nameless[Self.key(of: row.cells, table.headings), default: []].append(index)
        }
        for cells in Self.latest(of: table, idHeading) {
            let id = cells[idHeading] ?? ""
            let found =
                id.isEmpty
                ? nameless[Self.key(of: cells, table.headings)]?.popLast()
                : positions[ByteString(id)]
            let values = zip(table.headings, cells.values(of: table.headings))
                .map { (heading: $0, value: $1) }
            guard let index = found else {
                try append(self.cells(CustomProperties(), setting: values))
                comparison.added.append(rows[rows.count - 1])
                continue
            }
            seen.insert(index)
            let old = rows[index].cells
            let new = try self.cells(old, setting: values)
            guard Self.key(of: old, headings) != new.text else { continue }
            setCells(new, at: index)
            comparison.changed.append(.init(id: id, old: old, new: new))
        }
        comparison.missing = missing(seen, addedCount: comparison.added.count)
        if removesMissing { remove(comparison.missing) }
        return comparison
    }

    /// Returns the rows that a table does not have; earlier rows with an ID that it has are there.
    private func missing(_ seen: Set<Int>, addedCount: Int) -> [Row] {
        let ids = Set(seen.map { ByteString(id(of: rows[$0])) })
        return rows.dropLast(addedCount).enumerated().compactMap { index, row in
            let id = id(of: row)
            let isThere = seen.contains(index) || !id.isEmpty && ids.contains(ByteString(id))
            return isThere ? nil : row
        }
    }

    /// Returns the rows of a table, of several with one ID the last one in the place of the first.
    private static func latest(of table: TableRows, _ heading: String) -> [CustomProperties] {
        var rows: [CustomProperties] = []
        var places: [ByteString: Int] = [:]
        for row in table.rows {
            let id = ByteString(row[heading] ?? "")
            if !id.text.isEmpty, let place = places[id] {
                rows[place] = row
            } else {
                places[id] = rows.count
                rows.append(row)
            }
        }
        return rows
    }

    /// Returns a text that differs between rows with other values under some headings.
    private static func key(of cells: CustomProperties, _ headings: [String]) -> String {
        CustomProperties(zip(headings, cells.values(of: headings)).map { ($0, $1) }).text
    }
}
