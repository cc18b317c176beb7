import ArgumentParser
import FleetCore
import FleetOutput
import FleetRuntime
import POSIX
import SystemPackage

/// `fleet check`: what is wrong in the documents of a feed.
struct CheckCommand: FleetCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract:
            "Check whether a feed follows its specification, and whether its data can be right.",
        examples: [
            "Check the default source": "fleet check",
            "Check a saved source, with its credentials": "fleet check oslo",
            "Check a feed that is not saved":
                "fleet check https://example.com/gbfs/gbfs.json",
            "Check one document": "fleet check vehicle_status.json",
            "Check the documents of a folder in a test, also for warnings":
                "fleet check ./recorded/ --fail-on warning",
            "Write all findings as JSON": "fleet check oslo --format json",
        ],
        notes: """
            All documents that the discovery document lists are read, also those that no other \
            command needs. Each finding has what is wrong, up to three examples, why it matters, how to \
            mend it and the section of the specification. GBFS 1.0 to 3.1-RC3 and the vehicles of MDS \
            are known; Documentation/check.md has all rules.

            Files and folders are read without any request, and the age of their data is not checked. \
            A file is a document by its name, such as station_status.json, or by its content.

            The exit status is 0 without findings, and 1 with findings of the severity of --fail-on \
            or a higher one.
            """
    )

    @Argument(
        help: ArgumentHelp(
            "Name of a source, an http(s) address, a file or a folder.",
            valueName: "source|url|file|folder"),
        completion: .file())
    var target: String?

    @OptionGroup(title: "Source") var source: SourceOption

    @Option(help: "Output format.")
    var format: CheckFormat = .table

    @Flag(help: .json)
    var json = false

    @Option(
        help: ArgumentHelp(
            "Lowest severity that ends the command with status 1.", valueName: "severity"))
    var failOn: CheckRule.Severity = .error

    @Option(help: .ansi)
    var ansi: AnsiChoice = .auto

    var database: String? { source.database }

    func validate() throws {
        if let target, let name = source.selection.text {
            throw ValidationError(
                SourceConflict.prefix
                    + "\(Location.redacted(target)) and \(Location.redacted(name))")
        }
    }

    func run(in context: CommandContext) async throws {
        try context.print(
            try await report(in: context), as: json ? .json : format, ansi,
            validator: Fleet.fullVersion, failOn: failOn)
    }

    private func report(in context: CommandContext) async throws -> CheckReport {
        let preferences = try context.preferences()
        guard let target else {
            return try await context.checkDocuments(
                of: context.select(source.argument, in: preferences))
        }
        if SourceArgument.isLink(target) {
            return try await context.checkDocuments(
                of: context.select(.link(target), in: preferences))
        }
        if !context.isSource(target),
            case .file(let path)? = Location(target, relativeTo: context.directory),
            FileSystem.exists(FilePath(argument: path))
        {
            return try await context.checkDocuments(inFileAt: path)
        }
        return try await context.checkDocuments(
            of: context.select(.named(target), in: preferences))
    }
}
