import FleetCore

/// What happened since events were first asked for, and which part of it is shown.
struct EventLog: Sendable {
    /// A line of the log.
    enum Entry: Equatable, Sendable {
        case event(VehicleEvent)
        /// What was only counted between two snapshots.
        case counted(String, at: Timestamp)
        /// Snapshots that nobody compared.
        case missed(Int, at: Timestamp)
        /// Older lines that are not kept any more.
        case dropped(Int)
    }

    /// An entry, and its number: the first has 1, the next 2.
    struct Line: Equatable, Sendable {
        let number: Int
        let entry: Entry
    }

    /// How many lines are kept.
    static let limit = 10_000

    /// Since when events are gathered; `nil` if nobody asked for them yet.
    private(set) var since: Timestamp?
    /// Which events are shown.
    private(set) var choice = EventChoice.all
    /// The lines that are shown, the newest first.
    private(set) var shown: [Line] = []
    /// The number of the newest line that is shown while the log stands still.
    private(set) var pausedAt: Int?
    /// All lines, the oldest first.
    private var lines: [Line] = []
    private var count = 0
    /// The snapshot that was asked for last.
    private var revision: Int64?
    private var isPending = false
    /// Whether there is a snapshot that the next one can be compared with.
    private(set) var hasBegun = false

    /// How many lines came since the log was made to stand still.
    var news: Int { pausedAt.map { count - $0 } ?? 0 }

    /// Begins to gather events.
    mutating func begin(at time: Timestamp) {
        if since == nil { since = time }
    }

    /// Whether a snapshot is to be compared; at most one request is under way.
    mutating func request(_ revision: Int64) -> Effect? {
        guard since != nil, !isPending, self.revision != revision else { return nil }
        (self.revision, isPending) = (revision, true)
        return .compare(revision: revision)
    }

    /// What was asked for does not come.
    mutating func forgetRequest() {
        (isPending, revision) = (false, nil)
    }

    /// Takes what a snapshot brought; `nil` if it had been compared before.
    mutating func take(_ news: EventNews?) {
        (isPending, hasBegun) = (false, true)
        guard let news else { return }
        let batch = news.batch
        if news.missedSnapshots > 0 { add(.missed(news.missedSnapshots, at: batch.at)) }
        for event in batch.events { add(.event(event)) }
        if let words = batch.summaryWords { add(.counted(words, at: batch.at)) }
        lines.removeFirst(max(0, lines.count - Self.limit))
        choose()
    }

    private mutating func add(_ entry: Entry) {
        count += 1
        lines.append(Line(number: count, entry: entry))
    }

    /// Shows the events of the next choice.
    mutating func turnChoice() {
        choice = choice.next
        choose()
    }

    /// Stands still, or goes on.
    mutating func pause() {
        pausedAt = pausedAt == nil ? count : nil
        choose()
    }

    private mutating func choose() {
        let last = pausedAt ?? count
        shown = lines.reversed().filter { $0.number <= last && choice.wants($0.entry) }
        let dropped = count - lines.count
        if dropped > 0 { shown.append(Line(number: 0, entry: .dropped(dropped))) }
    }
}
