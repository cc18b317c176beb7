import FleetCore

// Rows without an ID.
extension InventoryCollection {
    /// Gives numbers to the rows without an ID, for administrators; returns these rows.
    /// - Parameter revision: The number of changes that the person has seen.
    /// - Throws: ``TeamError/forbidden``, ``InventoryError/changed``, and the errors of
    ///   ``Inventory/number(_:)``.
    @discardableResult
    public func number(
        _ numbers: RowNumbers, at revision: Int64
    ) async throws -> [Inventory.NumberedRow] {
        try await change(.changeSettings) { rows, content, user in
            guard content.revision == revision else { throw InventoryError.changed }
            let numbered = try rows.number(numbers)
            if let first = numbered.first, let last = numbered.last {
                let ids = numbered.count == 1 ? first.id : "\(first.id) to \(last.id)"
                try user.audit(.rowsNumbered, "\(name): \(ids)")
            }
            return numbered
        }
    }
}

extension InventoryCollection {
    /// A row without an ID.
    public struct NamelessRow: Sendable {
        /// The number of the row in an export.
        public let exportedNumber: Int
        /// The row as the person sees it.
        public let row: SeenRow
    }

    /// Returns the first rows without an ID and their number, for those who may change rows.
    /// - Parameters:
    ///   - id: The ID that one of them is to get; `nil` for any.
    ///   - words: Texts in the cells that the person sees, without case and accents.
    /// - Throws: ``TeamError/forbidden``; ``TeamError/notFound`` for a source without rows;
    ///   ``InventoryError/exists(_:)``, ``InventoryError/invalidID(_:)``.
    public func namelessRows(
        for id: String?, matching words: [String], limit: Int
    ) async throws -> (rows: [NamelessRow], total: Int) {
        let words = words.map { FoldedText.string(of: $0) }
        return try await access.team.read { transaction in
            let user = try user(.write, in: transaction)
            let content = try content(of: InventoryTable(of: source, in: transaction.sql))
            if let id { try content.rows.check(free: id) }
            var (found, total): ([NamelessRow], Int) = ([], 0)
            for (position, row) in content.rows.rows.enumerated()
            where content.rows.id(of: row).isEmpty {
                let seen = SeenRow(row, content.columns, user.rights)
                guard seen.has(words) else { continue }
                total += 1
                guard found.count < limit else { continue }
                found.append(NamelessRow(exportedNumber: position + 2, row: seen))
            }
            return (found, total)
        }
    }

    /// Gives an ID to a row that has none, for those who may change rows; returns the row.
    /// - Parameter key: The key of the row as the person saw it.
    /// - Throws: ``TeamError/forbidden``, ``InventoryError/exists(_:)``,
    ///   ``InventoryError/assigned(_:)``, ``InventoryError/changed``, and the errors of IDs.
    @discardableResult
    public func assign(_ id: String, to key: String) async throws -> SeenRow {
        try await change(.write) { rows, content, user in
            guard let number = Int64(key.prefix { $0 != "-" }) else {
                throw InventoryError.changed
            }
            let row = try rows.assign(id, toRow: number)
            let old = content.rows.rows.first { $0.number == number }
            guard old.map({ SeenRow($0, content.columns, user.rights).key }) == key else {
                throw InventoryError.changed
            }
            try user.audit(.idAssigned, "\(name), \(id)")
            return SeenRow(row, content.columns, user.rights)
        }
    }
}

extension InventoryCollection.SeenRow {
    /// Returns whether each of some folded words is in a cell.
    fileprivate func has(_ words: [String]) -> Bool {
        guard !words.isEmpty else { return true }
        let values = cells.map { FoldedText.string(of: $0.value) }
        return words.allSatisfy { word in values.contains { $0.contains(word) } }
    }
}

extension FoldedText {
    fileprivate static func string(of text: String) -> String {
        String(decoding: bytes(of: text), as: UTF8.self)
    }
}

extension InventoryCollection.Content {
    /// The number of rows without an ID.
    public var namelessCount: Int { rows.rows.count { rows.id(of: $0).isEmpty } }

    /// Returns the rows that would get numbers.
    /// - Throws: The errors of ``Inventory/number(_:)``.
    public func numbered(
        by numbers: RowNumbers
    ) throws(InventoryError) -> [Inventory.NumberedRow] {
        var rows = rows
        return try rows.number(numbers)
    }
}
