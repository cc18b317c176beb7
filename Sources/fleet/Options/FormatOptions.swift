import ArgumentParser
import FleetCore
import FleetOutput

/// The formats of an output, of which one is JSON.
protocol FormatChoice: ExpressibleByArgument, RawRepresentable<String>, CaseIterable, Sendable {
    static var json: Self { get }
    /// The format without an option.
    static var standard: Self { get }
}

extension FormatChoice {
    /// Checks that `--json` and `--format` do not differ.
    static func check(_ format: Self?, json: Bool) throws {
        if json, format ?? .json != .json {
            throw ValidationError("--json and --format cannot be used together")
        }
    }
}

extension ReportFormat: FormatChoice {
    static var standard: ReportFormat { .text }
}

extension CheckFormat: FormatChoice {
    static var standard: CheckFormat { .table }
}

/// Options for the format of an output that is no list.
struct FormatOptions<Format: FormatChoice>: ParsableArguments {
    @Option(help: ArgumentHelp("Output format. (default: \(Format.standard.rawValue))"))
    var format: Format?

    @Flag(help: .json)
    var json = false

    func validate() throws { try Format.check(format, json: json) }

    /// The selected format.
    var selected: Format { json ? .json : format ?? .standard }

    /// The options that are used.
    var used: UsedOptions { ["--json": json, "--format": format != nil] }

    /// The option for another format than that for people; `nil` without one.
    var option: String? {
        if json { return "--json" }
        return selected == .standard ? nil : "--format \(selected.rawValue)"
    }
}
