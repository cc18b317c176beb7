package import ArgumentParser
import FleetCore
package import FleetRuntime

extension ArgumentParsingError {
    /// Creates the error that a command threw when it parsed its part of the arguments.
    /// - Parameters:
    ///   - command: The command that parsed, which the root does for a group.
    ///   - named: The command that the arguments name.
    package init(
        _ error: any Error, of command: any ParsableCommand.Type, named: NamedCommand
    ) {
        CommandContext.limitHelpWidth()
        guard command.exitCode(for: error) != .success else {
            self = .cleanExit(command.fullMessage(for: error))
            return
        }
        let cause = Self.line(command.message(for: error))
        self = OptionMistake(cause: cause, named).error
    }

    /// Joins a message into one line; its lists have a line for each item.
    private static func line(_ message: String) -> String {
        message.split(whereSeparator: \.isNewline)
            .map { line in
                let line = line.drop { $0 == " " }
                return line.hasPrefix("- ") ? line.dropFirst(2) : line
            }
            .joined(separator: " ")
    }
}

/// Mistake in the options of a command.
private struct OptionMistake {
    /// The parser's message.
    let cause: String
    let named: NamedCommand

    init(cause: String, _ named: NamedCommand) {
        self.cause = cause.isEmpty ? "no such command" : cause
        self.named = named
    }

    private var path: String { named.path }

    var error: ArgumentParsingError {
        if let option = cause.firstMatch(of: /^Unknown option '(-[^']*)'/)?.1 {
            return unknown(String(option))
        }
        if cause.hasPrefix("Unexpected argument") || cause.contains(" cannot be used with "),
            let option = unknownOption
        {
            return unknown(option)
        }
        if cause.hasPrefix(SourceConflict.prefix) {
            return .invalid(cause: cause, hint: "run the command once for each source")
        }
        if let option = cause.firstMatch(of: /^Missing value for '(-[^ ']*)/)?.1,
            let value = value(after: String(option))
        {
            return dashed(value, of: String(option))
        }
        if let match = cause.firstMatch(of: /invalid for '(--[a-z-]+) <([^>]+)>'/),
            let kind = Self.kinds[String(match.2)]
        {
            return .invalid(cause: "\(match.1) must be \(kind)", hint: "run `\(path) --help`")
        }
        return .invalid(cause: cause, hint: "run `\(path) --help`")
    }

    /// The first option that the command does not have, whose value the parser took for an
    /// argument; `nil` without one.
    private var unknownOption: String? {
        guard !named.isRoot else { return nil }
        return named.rest.prefix { $0 != "--" }
            .map { String($0.prefix { $0 != "=" }) }
            .first { $0.wholeMatch(of: /--[a-z][a-z-]*/) != nil && !has($0) }
    }

    /// Returns whether the help of the command has an option.
    private func has(_ option: String) -> Bool {
        let help = named.command.helpMessage(includeHidden: true)
        return Self.optionsOfAll.contains(String(option.dropFirst(2)))
            || help.split { !($0.isLetter || $0 == "-") }.contains(option[...])
    }

    /// Options of other programs, with what to write here instead, if the command has it.
    private static let foreign = [
        "--port": ("--listen", "write the address with `--listen HOST:PORT`"),
        "--host": ("--listen", "write the address with `--listen HOST:PORT`"),
        "--format": ("--png", "a map is text; write an image with `--png FILE`"),
        "--output": ("--out", "write to a file with `--out FILE`"),
    ]

    /// Kinds of values, by their names in the help.
    private static let kinds = [
        "lat,lon": "LAT,LON in decimal degrees, such as 48.86,2.35", "n": "a number",
        "mm": "a number of millimetres, such as 25", "WxH": "width and height, such as 120x40",
        "top,left": "two lengths in millimetres, such as 15,7.2",
        "x,y": "two lengths in millimetres, such as 2.5,0",
        "page": "A4, letter, or width and height in millimetres, such as 210x297",
        "color": "a color such as #0055aa or navy",
        "host:port": "a host and a port, such as 127.0.0.1:8080",
    ]

    /// Options of every command, which the parser never suggests.
    private static let optionsOfAll = ["help", "version", "verbose"]

    /// An option that the command does not have: the parser suggests the nearest one, however far.
    private func unknown(_ option: String) -> ArgumentParsingError {
        if named.isRoot, let name = named.rest.first(where: named.subcommandNames.contains) {
            return .invalid(
                cause: "Unknown option '\(option)'",
                hint: "write options after the command: `\(path) \(name) \(option)`")
        }
        if let (other, hint) = Self.foreign[option], has(other) {
            return .invalid(cause: "Unknown option '\(option)'", hint: hint)
        }
        let suggestion = cause.firstMatch(of: /Did you mean '--([^']*)'/).map { String($0.1) }
        let near = NearestName.of(
            String(option.drop { $0 == "-" }),
            among: [suggestion].compactMap(\.self) + Self.optionsOfAll)
        let question = near.map { ". Did you mean '--\($0)'?" } ?? ""
        return .invalid(
            cause: "Unknown option '\(option)'\(question)", hint: "run `\(path) --help`")
    }

    /// Returns the argument after an option, which begins with a dash.
    private func value(after option: String) -> String? {
        let rest = named.rest
        guard let index = rest.firstIndex(of: option), index + 1 < rest.endIndex else { return nil }
        let value = rest[index + 1]
        return value.hasPrefix("-") && value.count > 1 ? value : nil
    }

    private func dashed(_ value: String, of option: String) -> ArgumentParsingError {
        let name = value.drop { $0 == "-" }
        let plain = value.hasPrefix("--") || name.first?.isLetter != true ? nil : name
        let corrected = plain.map { "`\(option) \($0)`" }
        let hint =
            if let corrected, option == "--sort" {
                "\(corrected), with `--reverse` for descending order"
            } else {
                (corrected.map { $0 + ", or " } ?? "")
                    + "`\(option)=\(value)` if the dash belongs to the value"
            }
        return .invalid(
            cause: "\(option) needs a value, but '\(value)' begins with a dash",
            hint: "write \(hint)")
    }
}
