public import FleetCore

/// The records that a commit writes beside the snapshot, and how long they are kept: settings of
/// the source.
///
/// A commit without them writes neither changes nor events.
public struct Recording: Equatable, Sendable {
    /// The age and number of rows beyond which the oldest are removed.
    public struct Retention: Equatable, Sendable {
        /// The age, by the system clock.
        public var age: Duration
        /// The number of rows of a source.
        public var rows: Int64

        /// Creates a limit.
        public init(_ age: Duration, rows: Int64) {
            (self.age, self.rows) = (age, rows)
        }
    }

    /// Whether the IDs rotate, as set by the user; `nil` means as observed.
    public var rotation: IDRotation?
    /// The settings of the check over time.
    public var check = CheckSettings()
    /// How long the changes of the vehicles are kept.
    public var changes = Retention(.seconds(3600), rows: 500_000)
    /// How long the changes are kept as a history; `nil` without one.
    public var history: HistorySetting?
    /// How long events are kept; with a history as long as that, in a tenth of its size.
    public var events = Retention(.seconds(7 * 86_400), rows: 100_000)

    /// Creates the settings of a source that a server has.
    public init(
        rotation: IDRotation? = nil, history: HistorySetting? = nil,
        check: CheckSettings = CheckSettings()
    ) {
        (self.rotation, self.history, self.check) = (rotation, history, check)
        guard let history else { return }
        // Trips are a part of the history; an event has some 250 bytes.
        events = Retention(
            max(events.age, history.age), rows: max(events.rows, history.maxBytes / 2500))
    }
}
