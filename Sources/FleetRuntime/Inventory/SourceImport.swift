package import FleetCore
package import FleetFeeds
import FleetSQL
import FleetSettings
import FleetTeam
package import Foundation

/// Importer of the rows of a table, which then belong to a source of the home.
///
///     let importer = SourceImport(in: context)
///     let table = try await importer.table(of: source, credentials)
///     try await importer.store(table, of: uuid) { try await add(source) }
package struct SourceImport: Sendable {
    private let context: CommandContext

    package init(in context: CommandContext) { self.context = context }

    /// Reads the table of a source that is about to be saved.
    /// - Throws: `CommandError` with the cause of the failure.
    package func table(
        of source: Source, _ credentials: Credentials
    ) async throws -> ImportedTable {
        do {
            if case .simulation = source.location {
                throw FeedFailure(.table(.notATable), at: source.location.description)
            }
            return try await table(
                at: source.location, source.table, credentials, budget: source.budget)
        } catch let failure as FeedFailure {
            throw CommandError(ExitStatus(failure.kind), failure.cause, hint: failure.hint)
        }
    }

    /// Reads a table.
    /// - Parameter usual: Columns of fields that are used if the table has their headings.
    /// - Throws: `FeedFailure`.
    package func table(
        at location: Location, _ settings: TableSettings,
        _ credentials: Credentials = Credentials(), usual: [TableSettings.Column] = [],
        budget: SourceBudget = SourceBudget()
    ) async throws -> ImportedTable {
        let reader = try context.documentReader(credentials, budget)
        defer { context.progress.finish() }
        return try await reader.table(
            at: location.text, settings, usual: usual, zone: context.system.localZone)
    }

    /// Stores the rows of a table, and then adds the source that has them; if that fails, the rows
    /// are as they were before.
    package func store<Outcome>(
        _ table: ImportedTable, of uuid: UUID, whileAdding add: () async throws -> Outcome
    ) async throws -> Outcome {
        let inventory = Inventory(table.rows, id: table.id)
        guard inventory.headings.count <= Inventory.maxColumns else {
            throw InventoryError.tooManyColumns
        }
        let now = context.now()
        let old = try await context.writeInventories { sql in
            let stored = InventoryTable(of: uuid, in: sql)
            let old = try stored.read()
            try stored.write(inventory, over: nil, at: now)
            return old
        }
        do {
            return try await add()
        } catch {
            try? await context.writeInventories { sql in
                let stored = InventoryTable(of: uuid, in: sql)
                if let old {
                    try stored.write(old, over: nil, at: now)
                } else {
                    try stored.remove()
                }
            }
            throw error
        }
    }
}
