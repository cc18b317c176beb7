import ArgumentParser

/// Option for the maximum number of vehicles in a list.
struct LimitOption: ParsableArguments {
    @Option(help: ArgumentHelp("List at most this many vehicles.", valueName: "n"))
    var limit: Int?

    func validate() throws {
        if let limit, limit < 0 { throw ValidationError("--limit must be 0 or more") }
    }
}
