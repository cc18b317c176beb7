import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetRuntime
import FleetTeam

/// Options for labels on a printer, and for which of them are printed.
struct PrinterOptions: ParsableArguments {
    /// The number of a print job on the command line; none for the only one.
    struct Job: ExpressibleByArgument, CustomStringConvertible {
        let id: Int64?

        static let only = Job(id: nil)

        private init(id: Int64?) { self.id = id }

        init(_ job: PrintJob) { id = job.id }

        init?(argument: String) {
            guard let id = Int64(argument), id > 0 else { return nil }
            self.id = id
        }

        var description: String { id.map(String.init) ?? "the only one" }

        /// Returns the job among the unfinished ones.
        /// - Throws: `CommandError` (66) without such a job, (64) if there are several.
        func find(in jobs: [PrintJob]) throws -> PrintJob {
            if let id {
                guard let job = jobs.first(where: { $0.id == id }) else {
                    throw CommandError(
                        .noInput, "there is no unfinished print job \(id)",
                        hint: "run `fleet printer list` to see the jobs")
                }
                return job
            }
            guard let job = jobs.first else {
                throw CommandError(
                    .noInput, "there is no unfinished print job",
                    hint: "print labels with `fleet labels --print`")
            }
            guard jobs.count == 1 else {
                throw CommandError.usage(
                    "there are several print jobs: "
                        + jobs.map { String($0.id) }.joined(separator: ", "),
                    hint: "run `fleet printer list`, then add a number, such as \(job.id)")
            }
            return job
        }
    }

    @Flag(
        name: .customLong("print"),
        help: "Print the labels, and wait until they are printed (see `fleet printer`).")
    var isPrinting = false

    @Option(
        help: ArgumentHelp(
            "The printer, whose resolution, layout and correction are then the defaults. "
                + "(default for --print: the only one)", valueName: "name"),
        completion: .stored(.printers))
    var printer: String?

    @Flag(
        help: "Only labels that were not printed or written yet, or whose content has changed.")
    var unprinted = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Begin with the label of this ID, as after a paper jam.", valueName: "id"),
        completion: .stored(.vehicles))
    var from: String?

    @Option(
        defaultAsFlag: Job.only,
        help: ArgumentHelp(
            "Go on with a print job that was interrupted, with its labels as they were.",
            valueName: "job"))
    var resume: Job?

    @Option(
        help: ArgumentHelp(
            "Minutes without progress after which printing ends. (default: 10)",
            valueName: "minutes"))
    var wait: Double?

    func validate() throws {
        try (["--wait": wait != nil] as UsedOptions)
            .require("--print or --resume", isPrinting || resume != nil)
        if let wait, !(0.1...1440).contains(wait) {
            throw ValidationError("--wait must be between 0.1 and 1440 minutes")
        }
    }

    /// The options that are used, except those of --resume.
    var used: UsedOptions {
        [
            "--print": isPrinting, "--printer": printer != nil, "--unprinted": unprinted,
            "--from": from != nil,
        ]
    }

    /// Time without progress after which printing ends.
    var limit: Duration { .seconds((wait ?? 10) * 60) }

    /// Returns the printer that is to print, or whose settings are used; `nil` without one.
    func find(in context: CommandContext) throws -> NamedPrinter? {
        guard isPrinting || printer != nil else { return nil }
        return try Printers(in: context).find(printer)
    }
}
