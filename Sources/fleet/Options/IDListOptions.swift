import ArgumentParser
import FleetOutput

/// Options for labels of the IDs in a file, instead of the vehicles of a source.
struct IDListOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Print the IDs in this file instead of reading a source: one per line, or CSV with a \
            column vehicle_id, bike_id or id.
            """,
            valueName: "file|-"))
    var ids: String?

    @Option(
        help: ArgumentHelp(
            "Read --ids as CSV, with the IDs in the column of this name.", valueName: "name"))
    var column: String?

    @Option(help: "Order of the labels of --ids. (default: file)")
    var order: IDFile.Order?

    @Option(
        help: ArgumentHelp(
            "Name for `--text name`, instead of the name of the fleet.", valueName: "text"))
    var name: String?

    func validate() throws {
        if column != nil, ids == nil { throw ValidationError("--column needs --ids") }
        if order != nil, ids == nil { throw ValidationError("--order needs --ids") }
    }
}

extension IDFile.Order: ExpressibleByArgument {}
