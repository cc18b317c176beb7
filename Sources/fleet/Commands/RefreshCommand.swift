import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetRuntime
import FleetSettings

/// `fleet refresh`: disposes of the running subscription, subscribes again and reports the changes.
struct RefreshCommand: LinkCommand {
    static let configuration = CommandConfiguration(
        commandName: "refresh",
        abstract: "Fetch a source now and report what changed.",
        examples: [
            "Refresh the default source": "fleet refresh",
            "Refresh another source and report as JSON":
                "fleet refresh --source oslo --format json",
        ],
        notes: """
            A source that has only stations is refreshed, too. If `fleet watch` is running for the source, that process makes the request. \
            Simultaneous refreshes share one request.
            """
    )

    @Argument(help: .link)
    var link: String?

    @OptionGroup var source: SourceSelection

    @Flag(help: "Refresh all sources, one after the other.")
    var all = false

    @OptionGroup var format: FormatOptions<ReportFormat>

    @Option(help: .database)
    var database: String?

    mutating func validate() throws {
        try source.takeLink(link)
        if all, source.argument != .standard {
            let other = source.link == nil ? "--source" : "the address of a source"
            throw ValidationError("--all and \(other) cannot be used together")
        }
    }

    func run(in context: CommandContext) async throws {
        let preferences = try context.preferences()
        guard all else {
            return try await refresh(
                await context.select(source.argument, in: preferences), context)
        }
        let names = try preferences.get().sourceNames
        guard !names.isEmpty else {
            throw ResolvedSource.unknownSource(nil, try preferences.get())
        }
        var lastError: (any Error)?
        for name in names {
            do {
                try await refresh(await context.select(name, in: preferences), context)
            } catch let error where !(error is CancellationError) && !(error is Output.WriteError) {
                if let lastError { _ = ErrorReport(lastError).print(to: context.output) }
                lastError = error
            }
        }
        if let lastError { throw lastError }
    }

    /// Refreshes the vehicles of a source, or its stations if it has no vehicles.
    private func refresh(_ selected: ResolvedSource, _ context: CommandContext) async throws {
        let source = try context.open(selected)
        try await source.refreshOnServer()
        do {
            try report(RefreshReport(source: selected.label, info: await source.refresh()), context)
        } catch {
            guard await source.lacksVehicles(error) else { throw error }
            let sites = try context.open(selected, reading: .sites)
            guard let info = try? await sites.refresh(), info.total > 0 else { throw error }
            if let failure = await source.failureOfVehicles(error), failure.leavesStations == true {
                context.output.warn(failure.cause + "; only the stations are refreshed")
            }
            try report(RefreshReport(source: selected.label, info: info, feed: .sites), context)
        }
    }

    private func report(_ report: RefreshReport, _ context: CommandContext) throws {
        try context.output.write(report.rendered(format.selected))
        context.output.warn(of: report.info.parseReport)
    }
}
