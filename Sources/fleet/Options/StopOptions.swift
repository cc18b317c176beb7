import ArgumentParser
import FleetCore

/// Options for when a watch stops by itself.
struct StopOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Stop after this many snapshots.", valueName: "n"))
    var count: Int?

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("Stop after this many seconds.", valueName: "seconds"))
    var seconds: Double?

    func validate() throws {
        if let count, count < 1 { throw ValidationError("--count must be 1 or more") }
        if let seconds, !(seconds > 0 && seconds.isFinite) {
            throw ValidationError("--for must be more than 0 seconds")
        }
    }

    var duration: Duration? { seconds.map(Duration.init(clampingSeconds:)) }
}
