import ArgumentParser
import FleetCommandLine

/// `fleet view`: filters with an order and columns, saved by name.
struct ViewCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "view",
        abstract: "Save, list and remove views: filters with an order and columns, by name.",
        examples: [
            "Save a view of the vehicles with a low battery":
                "fleet view save low --max-battery 20 --sort battery",
            "List its vehicles": "fleet list --view low",
            "List the views": "fleet view",
            "Remove the view": "fleet view remove low",
        ],
        notes: """
            `list`, `count`, `map`, `watch`, `browse` and `labels` accept --view. An option beside it \
            replaces the one of the view, others narrow further; colors are then neither taken from \
            the saved filter nor saved. The views of a team's source are on its server, where \
            administrators also save views for everybody (--for-all), which alerts can use.
            """,
        subcommands: [ViewSaveCommand.self, ViewListCommand.self, ViewRemoveCommand.self],
        defaultSubcommand: ViewListCommand.self
    )
}
