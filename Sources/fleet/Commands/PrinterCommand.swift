import ArgumentParser
import FleetCommandLine

/// `fleet printer`: the printers for labels.
struct PrinterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "printer",
        abstract: "Add, test, list and remove printers for labels.",
        examples: [
            "Add a printer of the system, with the labels that are in it":
                "fleet printer add desk cups:Brother_QL_820 --layout DK-11209 --dpi 300",
            "Add a label printer of Zebra":
                "fleet printer add zebra tcp://10.0.0.9:9100 --zpl --dpi 203 --label 62x29",
            "Print a page to check its alignment": "fleet printer test desk",
            "Print labels on it": "fleet labels --print --printer desk",
            "List the printers and unfinished print jobs": "fleet printer",
        ],
        notes: """
            The settings of a printer are the defaults of `fleet labels --printer NAME`, also for a file. \
            A print job that was interrupted keeps its labels for 30 days: `fleet labels --resume` goes on.
            """,
        subcommands: [
            PrinterListCommand.self, PrinterAddCommand.self, PrinterTestCommand.self,
            PrinterCancelCommand.self,
            PrinterRemoveCommand.self,
        ],
        defaultSubcommand: PrinterListCommand.self
    )
}

extension ArgumentHelp {
    /// Help of the name of a printer.
    static let printerName = ArgumentHelp("The name of the printer.", valueName: "name")
}
