import FleetCore

/// A word on what was done, shown for a few seconds.
struct Notice: Equatable, Sendable {
    /// How long it is shown.
    static let life = Duration.seconds(6)

    var text: String
    var isFailure: Bool
    /// When it goes.
    var until: Timestamp
}
