import FleetCore

/// Error about two sources of a command that reads one.
package enum SourceConflict {
    /// Its beginning.
    package static let prefix = "a command reads one source, not both "

    package static func message(_ first: String, _ second: String) -> String {
        prefix + "\(Location.redacted(first)) and \(Location.redacted(second))"
    }
}
