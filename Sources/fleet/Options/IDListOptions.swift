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
            discussion: "A source only tells whether the first line is an ID, and has the pages.",
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
        let used: UsedOptions = ["--column": column != nil, "--order": order != nil]
        try used.require("--ids", ids != nil)
    }

    /// The options that are used.
    var used: UsedOptions {
        [
            "--ids": ids != nil, "--column": column != nil, "--order": order != nil,
            "--name": name != nil,
        ]
    }
}

extension IDFile.Order: ExpressibleByArgument {}
