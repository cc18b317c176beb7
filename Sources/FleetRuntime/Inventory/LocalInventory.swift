import FleetClient
package import FleetCore
package import FleetFeeds
import FleetSQL
import FleetSettings
package import FleetTeam
import Foundation

/// The rows of a source in the database of the home, or in that of `--database`, as commands use
/// them.
package struct LocalInventory: Sendable {
    /// A change of the rows, which may run several times.
    package typealias Change<T> = @Sendable (inout Inventory, InventoryColumns) throws -> T

    /// The source.
    package let selected: ResolvedSource
    private let context: CommandContext
    private let uuid: UUID

    /// Selects the source.
    /// - Throws: `CommandError` (64) for a source whose rows are not imported.
    package init(_ argument: SourceArgument, in context: CommandContext) async throws {
        selected = try await context.select(argument, in: context.preferences(), offline: true)
        self.context = context
        guard selected.source.location == .inventory, let uuid = selected.source.uuid else {
            throw Self.notImported(selected)
        }
        self.uuid = uuid
    }

    private static func notImported(_ source: ResolvedSource) -> CommandError {
        let hint =
            if let team = source.team {
                "its rows are on \(team.login.url)"
            } else {
                "`fleet source add \(source.name ?? "NAME") FILE --import\(replace(source))` "
                    + "imports the rows of a table"
            }
        return .usage("the rows of \(source.label) are not imported", hint: hint)
    }

    private static func replace(_ source: ResolvedSource) -> String {
        source.name == nil ? "" : " --replace"
    }

    /// Returns the rows and their columns.
    /// - Throws: `FeedFailure` if there are none.
    package func read() async throws -> (rows: Inventory, columns: InventoryColumns) {
        guard let inventory = try await context.inventory(of: uuid) else { throw noRows }
        return try Self.named(inventory, selected.source.table)
    }

    /// Returns what a change would do, and stores nothing.
    package func preview<T: Sendable>(_ change: Change<T>) async throws -> T {
        var (rows, columns) = try await read()
        return try change(&rows, columns)
    }

    /// Changes the rows in one transaction; processes that read the source then read it again.
    package func change<T: Sendable>(_ change: @escaping Change<T>) async throws -> T {
        let (uuid, settings, now) = (uuid, selected.source.table, context.now())
        let failure = noRows
        let outcome = try await context.writeInventories { sql in
            let table = InventoryTable(of: uuid, in: sql)
            guard let stored = try table.read() else { throw failure }
            var (rows, columns) = try Self.named(stored, settings)
            let outcome = try change(&rows, columns)
            try table.write(rows, over: stored, at: now)
            return outcome
        }
        if let key = selected.vehiclesKey {
            await SourceRemoval(in: context).notifyLeaders(of: key)
        }
        return outcome
    }

    /// Reads a table, with the headings of the columns of this source that have the same fields.
    package func table(
        at location: Location, _ settings: TableSettings
    ) async throws -> (rows: TableRows, report: ParseReport) {
        let columns = try await read().columns
        let table = try await SourceImport(in: context).table(
            at: location, settings, usual: selected.source.table.columns)
        return (table.rows.renamed(table.headings(in: columns)), table.report)
    }

    private var noRows: FeedFailure {
        FeedFailure(.table(.noRows), at: selected.label)
    }

    private static func named(
        _ inventory: Inventory, _ settings: TableSettings
    ) throws -> (rows: Inventory, columns: InventoryColumns) {
        let columns = try InventoryColumns(inventory.headings, settings)
        var rows = inventory
        rows.idHeading = columns.id
        return (rows, columns)
    }
}
