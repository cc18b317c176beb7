import ArgumentParser

/// Options for whether a command makes a request.
struct FetchOptions: ParsableArguments {
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
