import ArgumentParser
import FleetCommandLine
import FleetRuntime

/// `fleet printer test`: prints a page to check a printer.
struct PrinterTestCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Print one page with a label, to check a printer and its alignment.",
        examples: [
            "Print the page": "fleet printer test desk",
            "Correct the printer by what the page shows":
                "fleet printer add desk --shift 1,-0.5",
        ],
        notes:
            "For the same page in a file, use `fleet labels --test --printer NAME --out FILE.pdf`."
    )

    @Argument(help: .printerName, completion: .stored(.printers))
    var name: String

    func run(in context: CommandContext) async throws {
        let labels = try LabelsCommand.parse(["--test", "--print", "--printer=\(name)"])
        try await labels.printTest(in: context)
    }
}
