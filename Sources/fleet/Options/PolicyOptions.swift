import ArgumentParser
import FleetCore

/// How a watched source is read.
struct PolicyOptions: ParsableArguments {
    @Flag(help: "After an error, stop until a refresh instead of trying again.")
    var noRetry = false

    @Option(help: ArgumentHelp("Read at most every so many seconds.", valueName: "s"))
    var interval: Double?

    func validate() throws {
        if let interval, !(interval > 0 && interval.isFinite) {
            throw ValidationError("--interval is a number of seconds above 0")
        }
    }

    var policy: WatchPolicy {
        WatchPolicy(
            interval: interval.map(Duration.init(clampingSeconds:)), retries: !noRetry)
    }
}
