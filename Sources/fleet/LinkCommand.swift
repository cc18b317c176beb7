import FleetCommandLine

/// A command that reads a source, and whose only argument is a link to it.
protocol LinkCommand: FleetCommand {
    var link: String? { get }
}
