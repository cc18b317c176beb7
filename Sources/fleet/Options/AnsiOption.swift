import ArgumentParser

/// Condition under which output is colored with ANSI escape sequences.
enum AnsiChoice: String, CaseIterable, ExpressibleByArgument, Sendable {
    case auto
    case always
    case never
}

/// Option for colored output.
struct AnsiOption: ParsableArguments {
    @Option(
        name: .customLong("ansi"),
        help: "Color the output; auto does so on a terminal unless NO_COLOR is set.")
    var choice: AnsiChoice = .auto

    /// Returns whether text is colored.
    func colorsText(on output: Output, noColor: Bool) -> Bool {
        switch choice {
        case .auto: output.isTerminal && !noColor
        case .always: true
        case .never: false
        }
    }

    /// Returns whether QR codes are colored; they ignore NO_COLOR, since they do not scan without
    /// colors.
    func colorsSymbols(on output: Output) -> Bool {
        switch choice {
        case .auto: output.isTerminal
        case .always: true
        case .never: false
        }
    }
}
