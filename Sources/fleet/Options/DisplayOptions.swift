import ArgumentParser

/// Options for how the terminal shows the screens of `fleet browse`.
struct DisplayOptions: ParsableArguments {
    @Option(help: "Colors for a dark or a light background; auto asks the terminal.")
    var theme: ThemeChoice = .auto

    @Option(help: "Protocol for QR codes as images; auto asks the terminal, none draws characters.")
    var graphics: GraphicsChoice = .auto

    @Flag(help: "Disable mouse support, so that you can select text.")
    var noMouse = false

    @OptionGroup var ansi: AnsiOption
}
