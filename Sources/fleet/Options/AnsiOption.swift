import ArgumentParser

/// When output is colored by ANSI escape sequences.
enum AnsiChoice: String, CaseIterable, ExpressibleByArgument, Sendable {
    case auto
    case always
    case never
}

/// Whether a command colors its output.
struct AnsiOption: ParsableArguments {
    @Option(
        name: .customLong("ansi"),
        help: "Color the output: on a terminal (auto), always or never. NO_COLOR is obeyed.")
    var choice: AnsiChoice = .auto

    /// Whether text is colored.
    func colorsText(on output: Output, noColor: Bool) -> Bool {
        switch choice {
        case .auto: output.isTerminal && !noColor
        case .always: true
        case .never: false
        }
    }

    /// Whether a QR code is; it keeps its colors under NO_COLOR, since without them it does not scan.
    func colorsSymbols(on output: Output) -> Bool {
        switch choice {
        case .auto: output.isTerminal
        case .always: true
        case .never: false
        }
    }
}
