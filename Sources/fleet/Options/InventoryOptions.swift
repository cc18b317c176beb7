import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetRuntime

/// Selection of the source whose rows a command reads or changes.
struct InventorySource: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Name of a source with imported rows. (default: see `fleet source use`)",
            valueName: "name"),
        completion: .stored(.sources))
    var source: String?

    @Option(help: .database)
    var database: String?

    /// Opens the rows.
    func open(in context: CommandContext) async throws -> LocalInventory {
        try await LocalInventory(
            source.map(SourceArgument.named) ?? .standard, in: context)
    }
}

/// A cell of a row on the command line, `NAME=VALUE`.
struct CellArgument: ExpressibleByArgument, Sendable {
    /// The name of a field, or a heading.
    let name: String
    /// The value; empty to clear the cell.
    let value: String

    init?(argument: String) {
        guard let sign = argument.firstIndex(of: "="), sign > argument.startIndex else {
            return nil
        }
        name = String(argument[..<sign])
        value = String(argument[argument.index(after: sign)...])
    }
}

extension [CellArgument] {
    /// Returns the cells with a reason.
    func typed(reason: String? = nil) -> TypedCells {
        TypedCells(map { ($0.name, $0.value) }, reason: reason)
    }
}

extension ArgumentHelp {
    /// Help of the cells of a row.
    static let cells = ArgumentHelp(
        "A field, such as state, or a heading, with its new value.", valueName: "name=value")

    /// Help of the ID of a row.
    static let rowID = ArgumentHelp("The vehicle ID.", valueName: "id")
}
