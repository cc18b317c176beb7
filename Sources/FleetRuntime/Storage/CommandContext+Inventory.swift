import Dispatch
package import FleetCore
import FleetFeeds
import FleetSQL
import FleetSQLite
import FleetSettings
import FleetTeam
import Foundation

extension CommandContext {
    /// Returns the stored rows of a source; `nil` without any.
    func inventory(of source: UUID) async throws -> Inventory? {
        try await readTeam { try InventoryTable(of: source, in: $0).read() }.flatMap(\.self)
    }

    /// Reads the database of people, as the server; returns `nil` in a home that has none, where
    /// none is created.
    func readTeam<T: Sendable>(
        _ body: @escaping @Sendable (any SQLTransaction) throws -> T
    ) async throws -> T? {
        if let database { return try await database.open().team.read(as: .server, body) }
        let file = HomeTeamFile(of: try home())
        // A read of the file blocks its thread, which must not be one of Swift's few.
        return try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(with: Result { try file.read(body) })
            }
        }
    }

    /// Runs a change of stored rows in one transaction.
    func writeInventories<T: Sendable>(
        _ body: @escaping @Sendable (any SQLTransaction) throws -> T
    ) async throws -> T {
        try await teamDatabase().write(as: .server, body)
    }

    /// Returns the function that reads the rows of a source that has them in the database; `nil` for
    /// another source.
    func storedRows(of selected: ResolvedSource) -> DocumentReader.Rows? {
        guard selected.source.location == .inventory else { return nil }
        if let rows = selected.rows { return { rows } }
        guard let uuid = selected.source.uuid else { return nil }
        return { [label = selected.label] in
            do {
                return try await inventory(of: uuid)?.table
            } catch let error as StoreError {
                throw FeedFailure(ofDatabase: error, of: label)
                    ?? FeedFailure(.store(.storeUnusable(error.cause)), at: label)
            }
        }
    }

    /// Returns the number of stored rows of a source; `nil` without any.
    package func inventoryCount(of source: Source) async throws -> Int? {
        guard source.location == .inventory, let uuid = source.uuid else { return nil }
        return try await readTeam { try InventoryTable(of: uuid, in: $0).count() }
            .flatMap(\.self).map { Int($0) }
    }

    /// Removes the stored rows of a source, unless a source of the catalog has them.
    ///
    /// Rows in a database that cannot be read stay there.
    func removeUnusedInventory(of uuid: UUID) async throws {
        let sources = try sourceCatalog().load().sources.values
        guard !sources.contains(where: { $0.uuid == uuid && $0.location == .inventory }) else {
            return
        }
        var source = Source(location: .inventory)
        source.uuid = uuid
        guard (try? await inventoryCount(of: source)) != nil else { return }
        try await writeInventories { _ = try InventoryTable(of: uuid, in: $0).remove() }
    }
}
