import ArgumentParser
import FleetCommandLine
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
            "Check a list of documents, and all that it names": "fleet check gbfs.json",
            "Check the documents of a folder in a test, also for warnings":
                "fleet check ./recorded/ --fail-on warning",
            "Read a feed for a day, and find what goes wrong over time":
                "fleet check oslo --for 1d",
            "Show what a server found in May": "fleet check oslo --from 2026-05-01 --to 2026-05-31",
            "Write all findings as JSON": "fleet check oslo --format json",
        ],
        notes: """
            All documents that the discovery document lists are read, also those that no other \
            command needs. Each finding has what is wrong, up to three examples, why it matters, how to \
            mend it and the section of the specification. GBFS 1.0 to 3.1-RC3 and the vehicles of MDS \
            are known; Documentation/check.md has all rules.

            A file is a document by its name, such as station_status.json, or by its content; a \
            gbfs.json in a file is checked with all documents that it names. Folders are read without \
            any request. The age of the data is checked only for a source on the web. What a check \
            leaves out is counted in its last line, and listed with the reason.

            With --for, the feed is read for that time as often as its ttl allows, and its documents are \
            checked at the start and at the end; findings over time, such as data that stands still or \
            vehicles that are suddenly missing, are added. `fleet serve` does this always, as do \
            commands that read a source with a history: --from and --to show what they found. With \
            --zone, vehicles outside the zone are found. Bounds and what is silenced are settings of a \
            source (`fleet source edit`).

            The exit status is 0 without findings, 1 with findings of the severity of --fail-on or a \
            higher one that are not silenced, and 66 if nothing is stored of the period.
            """
    )

    @Argument(
        help: ArgumentHelp(
            "Name of a source, an http(s) address, a file or a folder.",
            valueName: "source|url|file|folder"),
        completion: .file())
    var target: String?

    @OptionGroup(title: "Source") var source: SourceOption

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("Read the feed for this long, such as 1h.", valueName: "duration"))
    var time: String?

    @OptionGroup(title: "Period") var period: PeriodOptions

    @Option(
        help: ArgumentHelp(
            "A zone of the source, or a GeoJSON file with the area, in which the vehicles must be.",
            valueName: "name|file"))
    var zone: String?

    @Option(name: .customLong("bound"), help: CheckBoundArgument.help)
    var bounds: [CheckBoundArgument] = []

    @OptionGroup var format: FormatOptions<CheckFormat>

    @Option(
        help: ArgumentHelp(
            "Lowest severity that ends the command with status 1.", valueName: "severity"))
    var failOn: CheckRule.Severity = .error

    @Option(help: .ansi)
    var ansi: AnsiChoice = .auto

    var database: String? { source.database }

    private var isStored: Bool { period.from != nil || period.to != nil }

    private func duration() throws -> Duration? {
        guard let time else { return zone == nil ? nil : .zero }
        return Duration(clampingSeconds: try DurationText.seconds(time, "--for"))
    }

    func validate() throws {
        if let target, let name = source.selection.text {
            throw ValidationError(
                SourceConflict.prefix
                    + "\(Location.redacted(target)) and \(Location.redacted(name))")
        }
        _ = try duration()
        if isStored, time != nil || zone != nil || !bounds.isEmpty {
            throw ValidationError(
                "--for, --zone and --bound cannot be used with --from, --to or --last")
        }
        if !bounds.isEmpty, time == nil, zone == nil {
            throw ValidationError("--bound needs --for or --zone")
        }
    }

    func run(in context: CommandContext) async throws {
        let format = format.selected
        if let path = try path(in: context) {
            guard time == nil, zone == nil, !isStored else {
                throw CommandError.usage(
                    "a file has no past",
                    hint: "name a source or an address, or leave out the options")
            }
            let report = try await DocumentCheck(in: context).report(onFileAt: path)
            return try report.print(
                as: format, ansi, validator: InstalledProgram.fleet.versionText, failOn: failOn,
                in: context)
        }
        let selected = try await selected(in: context)
        if isStored {
            let (record, range) = try await FeedCheckRecord.stored(
                of: selected, in: period.period, context)
            return try record.print(
                of: selected, in: range, as: format, ansi, failOn: failOn, in: context)
        }
        var report = try await report(of: selected, in: context)
        report.silence(by: selected.source.check, at: context.shownNow())
        try report.print(
            as: format, ansi, validator: InstalledProgram.fleet.versionText, failOn: failOn,
            in: context)
        try Task.checkCancellation()
    }

    private func report(
        of selected: ResolvedSource, in context: CommandContext
    ) async throws -> CheckReport {
        guard let duration = try duration() else {
            return try await DocumentCheck(in: context).report(on: selected)
        }
        var settings = selected.source.check
        settings.allowsNights = false
        for bound in bounds { settings.bounds[bound.bound] = bound.value }
        if let zone { settings.scope = try await AreaScope.named(zone) }
        return try await CheckOverTime(of: selected, settings, in: context)
            .report(after: duration)
    }

    private func selected(in context: CommandContext) async throws -> ResolvedSource {
        let preferences = try context.preferences()
        guard let target else { return try await context.select(source.argument, in: preferences) }
        let argument: SourceArgument =
            SourceArgument.isAddress(target) ? .link(target) : .named(target)
        return try await context.select(argument, in: preferences)
    }

    /// Returns the path of the file or folder that is named; `nil` for a source.
    private func path(in context: CommandContext) throws -> String? {
        guard let target, !SourceArgument.isAddress(target),
            !SourceArgument.isSource(target, in: context),
            case .file(let path)? = Location(target, relativeTo: context.directory),
            FileSystem.exists(FilePath(argument: path))
        else { return nil }
        return path
    }
}
