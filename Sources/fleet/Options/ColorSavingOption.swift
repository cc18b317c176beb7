import ArgumentParser

/// Option for whether the colors of a filter are saved for the next command.
struct ColorSavingOption: ParsableArguments {
    @Flag(help: "Do not save the colors for the next command.")
    var noSave = false
}
