import ArgumentParser
import FleetCommandLine
import FleetCore
import FleetRuntime

extension ArgumentHelp {
    /// Help of `--source`.
    static let source = ArgumentHelp(
        "Name of a source, team:NAME for one of a team's server, or a location: an http(s) address, "
            + "a file, sim://demo, or - for standard input. (default: see `fleet source use`)",
        valueName: "name|location")

    /// Help of `--source` of a command that reads several.
    static let sources = ArgumentHelp(
        "Name of a source, team:NAME for one of a team's server, or a location: an http(s) address, "
            + "a file, sim://demo, or - for standard input. (default: see `fleet source use`)",
        discussion: "Repeat the option to list several sources together.",
        valueName: "name|location")

    /// Help of an argument that can only be a link.
    static let link = ArgumentHelp(
        "The address of a source, http(s) or sim://demo, instead of --source; it is not saved.",
        valueName: "url")

    /// Help of a link whose saved settings, favorites or notes a command is about.
    static let savedLink = ArgumentHelp(
        "The address of a source, http(s) or sim://demo, instead of --source.", valueName: "url")

    /// Returns the help of the arguments of a command that also accepts a link.
    static func withLink(_ text: String, _ valueName: String) -> ArgumentHelp {
        ArgumentHelp(
            "\(text) An http(s) or sim:// address is the source, which is not saved.",
            valueName: "\(valueName)|url")
    }

    /// Returns the help of the arguments of a command about favorites or notes.
    static func withSavedLink(_ text: String, _ valueName: String) -> ArgumentHelp {
        ArgumentHelp(
            "\(text) An http(s) or sim:// address is the source.", valueName: "\(valueName)|url")
    }

    /// Help of `--unseen`.
    static let unseen: Self = "Accept full IDs that were never in the feed."
}

/// Options that select sources, with `--source` or with an argument that is a link.
protocol SourceChoice: ParsableArguments {
    /// The values of the option.
    var names: [String] { get }
    /// The argument that is a link.
    var link: String? { get set }
    /// How a table is read.
    var table: TableOptions { get set }
}

/// Selection of the source that a command reads: with `--source`, or with an argument that is a
/// link.
struct SourceSelection: SourceChoice {
    @Option(name: .customLong("source"), help: .source, completion: .stored(.sources))
    var names: [String] = []

    @OptionGroup var table: TableOptions

    /// The argument that is a link.
    var link: String?

    func validate() throws {
        guard names.count > 1 else { return }
        throw ValidationError(SourceConflict.message(names[0], names[1]))
    }

    /// The value of the option.
    var text: String? { names.first }

    var argument: SourceArgument {
        reading(link.map(SourceArgument.link) ?? text.map(SourceArgument.named) ?? .standard)
    }
}

/// Selection of the sources that a command reads together: with `--source` for each of them, or
/// with an argument that is a link.
struct SourcesSelection: SourceChoice {
    @Option(name: .customLong("source"), help: .sources, completion: .stored(.sources))
    var names: [String] = []

    @OptionGroup var table: TableOptions

    /// The argument that is a link.
    var link: String?

    /// Whether there are several.
    var isSeveral: Bool { Set(names).count > 1 }

    var arguments: [SourceArgument] {
        if let link { return [reading(.link(link))] }
        return names.isEmpty ? [reading(.standard)] : names.map { reading(.named($0)) }
    }
}

extension SourceChoice {
    /// Returns an argument with the way in which a table is read.
    fileprivate func reading(_ argument: SourceArgument) -> SourceArgument {
        table.settings.map { .table(argument, $0) } ?? argument
    }

    /// Selects the link among the arguments of a command; returns the other arguments.
    ///
    /// Beside `--source`, all of them are IDs, which may be addresses.
    mutating func takeLink(from arguments: [String]) throws -> [String] {
        names.isEmpty ? try takeLink(in: arguments) : arguments
    }

    /// Selects the link among arguments that are no IDs; returns the other arguments.
    mutating func takeLink(in arguments: [String]) throws -> [String] {
        guard let index = arguments.firstIndex(where: SourceArgument.isLink) else {
            return arguments
        }
        var others = arguments
        let link = others.remove(at: index)
        let other = others.first(where: SourceArgument.isLink) ?? names.first
        if let other { throw ValidationError(SourceConflict.message(link, other)) }
        self.link = link
        return others
    }

    /// Selects the link among the arguments of a command about one ID; returns the ID in a list.
    /// - Parameter name: What the ID is, in messages.
    mutating func takeLink(fromID arguments: [String], _ name: String) throws -> [String] {
        let ids = try takeLink(from: arguments)
        if ids.isEmpty { throw ValidationError("Missing expected argument '<id>'") }
        if ids.count > 1 { throw ValidationError("Unexpected argument '\(ids[1])'") }
        try IDArgument.check(ids, name)
        return ids
    }

    /// Selects the link that is the only argument of a command.
    mutating func takeLink(_ argument: String?) throws {
        let others = try takeLink(in: [argument].compactMap(\.self))
        guard let word = others.first else { return }
        throw ValidationError(
            SourceArgument.isFilePath(word)
                ? "there is no file '\(word)'" : "Unexpected argument '\(word)'")
    }
}

extension ResolvedSource {
    /// Returns the error about the link of a saved source without the vehicle ID that a command
    /// needs.
    func missingID(of command: String) -> CommandError {
        .usage(
            "the vehicle ID is missing",
            hint: "add it: `fleet \(command) ID\(option)`; `fleet list\(option)` lists the vehicles"
        )
    }
}

/// Options for the source that a command reads, under a title of their own.
struct SourceOption: ParsableArguments {
    @OptionGroup var selection: SourceSelection

    @Option(help: .database)
    var database: String?

    var argument: SourceArgument { selection.argument }
}

/// Options for the source or the sources that a command reads, and whether it makes a request.
struct FetchOptions<Selection: SourceChoice>: ParsableArguments {
    @OptionGroup var selection: Selection

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

    /// Refuses what has no effect on a past state.
    func check(with moment: MomentOption) throws {
        try (["--strict": strict] as UsedOptions).refuse(with: moment.at == nil ? nil : "--at")
    }

    var mode: FetchMode { mode(at: nil) }

    func mode(at moment: String?) -> FetchMode {
        FetchMode(offline: offline, strict: strict, moment: moment)
    }
}

extension FetchOptions where Selection == SourceSelection {
    var argument: SourceArgument { selection.argument }
}

extension FetchOptions where Selection == SourcesSelection {
    var arguments: [SourceArgument] { selection.arguments }
}

/// Options for how a watched source is polled.
struct PollingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Wait at least this long between polls, such as 30s.", valueName: "duration"))
    var interval: String?

    @Flag(
        help: """
            After an error, stop polling until `fleet refresh` instead of retrying; without a \
            terminal, end with the error.
            """)
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
