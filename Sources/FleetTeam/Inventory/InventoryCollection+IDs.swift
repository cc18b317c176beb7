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
