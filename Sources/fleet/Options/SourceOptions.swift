import ArgumentParser
import FleetCore
import FleetSession

extension ArgumentHelp {
    /// Help of `--source`.
    static let source = ArgumentHelp(
        "Name of a source, team:NAME for one of a team's server, or a location: an http(s) address, "
            + "a file, sim://demo, or - for standard input. (default: see `fleet source use`)",
        valueName: "name|location")

    /// Help of `--database`.
    static let database = ArgumentHelp(
        "Read the sources and vehicles of this PostgreSQL database. (default: $FLEET_DATABASE, or "
            + "the files of FLEET_HOME)", valueName: "url")

    /// Help of `--unseen`.
    static let unseen: Self = "Accept full IDs that were never in the feed."
}

/// Option for the source that a command reads, under a title of its own.
struct SourceOption: ParsableArguments {
    @Option(name: .customLong("source"), help: .source, completion: .stored(.sources))
    var text: String?

    @Option(help: .database)
    var database: String?
}

/// Options for the source that a command reads, and whether it makes a request.
struct FetchOptions: ParsableArguments {
    @Option(help: .source, completion: .stored(.sources))
    var source: String?

    @Option(help: .database)
    var database: String?

    @Flag(help: "Show stored data without a request.")
    var offline = false

    @Flag(help: "Fail if the source cannot be read, even if there is stored data.")
    var strict = false

    func validate() throws {
        if offline, strict {
            throw ValidationError("--offline and --strict cannot be used together")
        }
    }

    var mode: FetchMode { FetchMode(offline: offline, strict: strict) }
}

/// Options for how a watched source is polled.
struct PollingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Wait at least this long between polls, such as 30s.", valueName: "duration"))
    var interval: String?

    @Flag(help: "After an error, stop polling until `fleet refresh` instead of retrying.")
    var noRetry = false

    func validate() throws {
        _ = try intervalSeconds()
    }

    private func intervalSeconds() throws -> Double? {
        try interval.map { try DurationText.seconds($0, "--interval") }
    }

    var policy: WatchPolicy {
        let interval = try? intervalSeconds()
        return WatchPolicy(
            interval: interval.map(Duration.init(clampingSeconds:)), retries: !noRetry)
    }
}

/// Options for when a watch stops by itself.
struct StopOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Stop after this many snapshots.", valueName: "n"))
    var count: Int?

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("Stop after this long, such as 5m.", valueName: "duration"))
    var time: String?

    func validate() throws {
        if let count, count < 1 { throw ValidationError("--count must be 1 or more") }
        _ = try seconds()
    }

    private func seconds() throws -> Double? {
        try time.map { try DurationText.seconds($0, "--for") }
    }

    var duration: Duration? { (try? seconds()).map(Duration.init(clampingSeconds:)) }
}

/// Option for whether the feed of a source is loaded before the source is saved.
struct CheckOption: ParsableArguments {
    @Flag(help: "Save the source without loading its feed.")
    var noCheck = false

    var isChecked: Bool { !noCheck }
}
