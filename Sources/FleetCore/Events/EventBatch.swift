/// The events between two snapshots, and what was only counted.
public struct EventBatch: Equatable, Sendable {
    /// Vehicles that were counted and not told one by one, because the feed changes its codes.
    public struct Turnover: Equatable, Sendable {
        /// Codes that are gone and were not found again under another.
        public var went = 0
        /// Codes that are new and were not there under another.
        public var came = 0
        /// Vehicles that have a new code, known again by their kind and place.
        public var renamed = 0

        /// Creates a count of none.
        public init() {}
    }

    /// The time of the later snapshot.
    public var at: Timestamp
    /// What happened: the vehicles that are there in the order of the feed, then those that are
    /// gone.
    public var events: [VehicleEvent] = []
    /// What was only counted.
    public var turnover = Turnover()
    /// How many vehicles are missing all at once; whether they are gone tells the next snapshot.
    public var heldBack = 0

    /// Creates a batch without events.
    public init(at time: Timestamp) {
        at = time
    }

    /// What was only counted, as one JSON object; `nil` if nothing was.
    ///
    /// `{"event":"turnover","went":…,"came":…,"renamed":…,"at":…}`, and `held_back` if any are.
    public var summaryJSON: ByteText? {
        guard turnover != Turnover() || heldBack > 0 else { return nil }
        var object = JSONObject()
        object.add("event", "turnover")
        object.add("went", turnover.went)
        object.add("came", turnover.came)
        object.add("renamed", turnover.renamed)
        object.add("held_back", heldBack > 0 ? heldBack : nil)
        object.add("at", at)
        return object.text
    }
}
