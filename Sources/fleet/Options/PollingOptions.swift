import ArgumentParser
import FleetCore

/// Options for how a watched source is polled.
struct PollingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Wait at least this many seconds between polls.", valueName: "seconds"))
    var interval: Double?

    @Flag(help: "After an error, stop polling until `fleet refresh` instead of retrying.")
    var noRetry = false

    func validate() throws {
        if let interval, !(interval > 0 && interval.isFinite) {
            throw ValidationError("--interval must be more than 0 seconds")
        }
    }

    var policy: WatchPolicy {
        WatchPolicy(
            interval: interval.map(Duration.init(clampingSeconds:)), retries: !noRetry)
    }
}
