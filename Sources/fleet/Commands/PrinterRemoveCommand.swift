import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetRuntime

/// `fleet printer remove`: removes a printer.
struct PrinterRemoveCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a printer from the list; the printer itself is not changed.",
        examples: [
            "Remove a printer": "fleet printer remove zebra",
            "See which printers there are": "fleet printer list",
        ]
    )

    @Argument(help: .printerName, completion: .stored(.printers))
    var name: String

    func run(in context: CommandContext) async throws {
        let printers = try Printers(in: context)
        _ = try printers.find(name)
        try await printers.update { $0[name] = nil }
        context.output.log("removed the printer \(name)")
    }
}
