import FleetCore

/// Events since the start of the browser, and the part of them that is shown.
struct EventLog: Sendable {
    /// Content of a line of the log.
    enum Entry: Equatable, Sendable {
        case event(VehicleEvent)
        /// Changes between two snapshots that were only counted.
        case summary(String, at: Timestamp)
        /// Number of snapshots that were not compared.
        case missed(Int, at: Timestamp)
        /// Number of older lines that were dropped.
        case dropped(Int)
    }

    /// Entry and its number; numbers start at 1.
    struct Line: Equatable, Sendable {
        let number: Int
        let entry: Entry
    }

    /// Maximum number of lines.
    static let limit = 10_000

    /// Time of the first request; `nil` before it.
    private(set) var since: Timestamp?
    /// Types of events in the shown lines.
    private(set) var filter = EventFilter.all
    /// Shown lines, newest first.
    private(set) var shown: [Line] = []
    /// Number of the newest shown line while paused; `nil` otherwise.
    private(set) var pausedAt: Int?
    /// All lines, oldest first.
    private var lines: [Line] = []
    private var count = 0
    /// Revision of the last requested comparison.
    private var revision: Int64?
    private var isPending = false
    /// Filter of the vehicles whose events are collected.
    private var vehicles = Filter()
    /// Whether the pending request is for another filter.
    private var isOutdated = false
    /// Whether a first snapshot has been compared.
    private(set) var hasBaseline = false

    /// Number of lines added since the log was paused.
    var newCount: Int { pausedAt.map { count - $0 } ?? 0 }

    /// Starts collecting events.
    mutating func begin(at time: Timestamp, of vehicles: Filter) {
        guard since == nil else { return }
        (since, self.vehicles) = (time, vehicles)
    }

    /// Collects the events of other vehicles from now on.
    mutating func narrow(to vehicles: Filter, at time: Timestamp) {
        guard since != nil, vehicles != self.vehicles else { return }
        self.vehicles = vehicles
        (since, revision, isOutdated, hasBaseline) = (time, nil, isPending, false)
        (lines, count, pausedAt) = ([], 0, pausedAt == nil ? nil : 0)
        updateShown()
    }

    /// Returns the request to compare a snapshot, if needed; at most one is pending.
    mutating func request(_ revision: Int64) -> Effect? {
        guard since != nil, !isPending, self.revision != revision else { return nil }
        (self.revision, isPending) = (revision, true)
        return .read(.compare(revision: revision, filter: vehicles))
    }

    /// Forgets the pending request, which will not be answered.
    mutating func forgetRequest() {
        (isPending, revision, isOutdated) = (false, nil, false)
    }

    /// Adds the events of a snapshot; `nil` if it had already been compared.
    mutating func apply(_ update: EventUpdate?) {
        isPending = false
        guard !isOutdated else { return isOutdated = false }
        hasBaseline = true
        guard let update else { return }
        let batch = update.batch
        if update.missedSnapshots > 0 { add(.missed(update.missedSnapshots, at: batch.at)) }
        for event in batch.events { add(.event(event)) }
        if let text = batch.summaryText { add(.summary(text, at: batch.at)) }
        lines.removeFirst(max(0, lines.count - Self.limit))
        updateShown()
    }

    private mutating func add(_ entry: Entry) {
        count += 1
        lines.append(Line(number: count, entry: entry))
    }

    /// Switches to the next filter.
    mutating func cycleFilter() {
        filter = filter.next
        updateShown()
    }

    /// Pauses or resumes the log.
    mutating func togglePause() {
        pausedAt = pausedAt == nil ? count : nil
        updateShown()
    }

    private mutating func updateShown() {
        let last = pausedAt ?? count
        shown = lines.reversed().filter { $0.number <= last && filter.includes($0.entry) }
        let dropped = count - lines.count
        if dropped > 0 { shown.append(Line(number: 0, entry: .dropped(dropped))) }
    }
}

/// Filter of the events screen.
enum EventFilter: CaseIterable {
    case all, battery, movements, states

    /// Name in the title.
    var name: String {
        switch self {
        case .all: "all"
        case .battery: "battery"
        case .movements: "movements"
        case .states: "states"
        }
    }

    /// Next filter, wrapping around.
    var next: EventFilter {
        switch self {
        case .all: .battery
        case .battery: .movements
        case .movements: .states
        case .states: .all
        }
    }

    /// Returns whether a line is shown; gaps always are, since their events are unknown.
    func includes(_ entry: EventLog.Entry) -> Bool {
        switch entry {
        case .event(let event): self == .all || self == Self.filter(for: event.kind)
        case .summary: self == .all || self == .movements
        case .missed, .dropped: true
        }
    }

    /// Returns the narrowest filter that includes a kind of event; small battery changes are only
    /// in `all`.
    private static func filter(for kind: VehicleEvent.Kind) -> EventFilter {
        switch kind {
        case .appeared, .disappeared, .moved, .zoneEntered, .zoneLeft: .movements
        case .reserved, .freed, .disabled, .enabled: .states
        case .batteryLow, .batteryCharged: .battery
        case .batteryChanged: .all
        }
    }
}
