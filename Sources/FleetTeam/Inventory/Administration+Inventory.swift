import FleetCore
import FleetSQL
public import Foundation

/// The rows of new sources.
extension Administration {
    /// Stores the rows of a table for a source that is about to be added; those of an earlier
    /// request stay.
    /// - Returns: Whether they were stored.
    /// - Throws: ``TeamError/forbidden``, ``InventoryError``.
    public func importRows(of table: ReadTable, for source: UUID) async throws -> Bool {
        let inventory = Inventory(table.rows, id: table.id)
        guard inventory.headings.count <= Inventory.maxColumns else {
            throw InventoryError.tooManyColumns
        }
        return try await write { transaction in
            let stored = InventoryTable(of: source, in: transaction.sql)
            guard try stored.count() == nil else { return false }
            try stored.write(inventory, over: nil, at: transaction.now)
            return true
        }
    }

    /// Removes the rows of a source that was not added.
    public func removeRows(of source: UUID) async throws {
        try await write { transaction in
            _ = try InventoryTable(of: source, in: transaction.sql).remove()
        }
    }
}
