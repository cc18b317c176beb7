/// The events between two snapshots, and the changes that were only counted.
public struct EventBatch: Equatable, Sendable {
    /// Counts of vehicles without an event of their own, because the feed rotates its IDs.
    public struct Turnover: Equatable, Sendable {
        /// IDs that are gone and were not matched with a new ID.
        public var departed = 0
        /// IDs that are new and were not matched with an old ID.
        public var arrived = 0
        /// Vehicles with a new ID, re-identified by their traits and location.
        public var renamed = 0

        /// Creates zero counts.
        public init() {}
    }

    /// The time of the later snapshot.
    public var at: Timestamp
    /// The events: present vehicles in the order of the feed, then the departed ones.
    public var events: [VehicleEvent] = []
    /// The changes that were only counted.
    public var turnover = Turnover()
    /// The number of vehicles missing all at once; the next snapshot decides whether they are gone.
    public var heldBack = 0

    /// Creates a batch without events.
    public init(at time: Timestamp) {
        at = time
    }

    /// The counts as one JSON object; `nil` if they are all zero.
    ///
    /// `{"event":"turnover","went":…,"came":…,"renamed":…,"at":…}`, and `held_back` unless it is 0.
    public var summaryJSON: UTF8Buffer? {
        guard turnover != Turnover() || heldBack > 0 else { return nil }
        var object = JSONObjectWriter()
        object.add("event", "turnover")
        object.add("went", turnover.departed)
        object.add("came", turnover.arrived)
        object.add("renamed", turnover.renamed)
        object.add("held_back", heldBack > 0 ? heldBack : nil)
        object.add("at", at)
        return object.text
    }
}
