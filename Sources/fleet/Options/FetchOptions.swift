import ArgumentParser

/// Whether a reading command asks the source.
struct AskingOptions: ParsableArguments {
    @Flag(help: "Show what is stored and ask nothing.")
    var offline = false

    @Flag(help: "Fail if the source cannot be read, even if a snapshot is stored.")
    var strict = false

    func validate() throws {
        if offline, strict { throw ValidationError("--offline and --strict exclude each other") }
    }

    var asking: Asking { Asking(offline: offline, strict: strict) }
}
