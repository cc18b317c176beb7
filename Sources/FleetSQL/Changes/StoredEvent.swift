public import FleetCore

/// A detected or reported event of a source's vehicles or sites.
public struct StoredEvent: Equatable, Sendable {
    /// The kind of an event.
    public enum Kind: Hashable, Sendable {
        /// An event of a vehicle.
        case vehicle(VehicleEvent.Kind)
        /// A trip that the operator reported.
        case trip
        /// Changes that were only counted, because the IDs rotate.
        case turnover
        /// A site's sensor entered the alarm state.
        case alarmBegan
        /// A site's sensor left the alarm state.
        case alarmEnded

        /// All kinds.
        public static let all: [Self] =
            VehicleEvent.Kind.allCases.filter { !$0.isZoneEvent }.map(Self.vehicle) + [
                .trip, .alarmBegan, .alarmEnded, .turnover,
            ]
    }

    /// The number of the event, from 1 in each feed of a source, in the order of detection.
    public let number: Int64
    /// The kind of the event.
    public let kind: Kind
    /// The time of the event, on the displayed clock.
    public let at: Timestamp
    /// The vehicle's ID; `nil` for counted changes and alarms of sites.
    public let vehicleID: String?
    /// The event as one JSON object in UTF-8: see `VehicleEvent.json`, `VehicleTrip.json`,
    /// `EventBatch.summaryJSON` and `SiteEvent.json`.
    public let json: [UInt8]

    /// The position of the event among all events of its source.
    public var position: EventPosition {
        EventPosition(at: at, isOfSite: [.alarmBegan, .alarmEnded].contains(kind), number: number)
    }
}

extension StoredEvent.Kind: RawRepresentable {
    /// Parses the name of a kind.
    public init?(rawValue: String) {
        guard let kind = Self.all.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = kind
    }

    /// The name, as in the column `kind`.
    public var rawValue: String {
        switch self {
        case .vehicle(let kind): kind.rawValue
        case .trip: VehicleTrip.eventName
        case .turnover: "turnover"
        case .alarmBegan: SiteEvent.Kind.alarmBegan.rawValue
        case .alarmEnded: SiteEvent.Kind.alarmEnded.rawValue
        }
    }
}

/// The position of an event in the order of time, which stays valid after the event has expired.
public struct EventPosition: Hashable, Comparable, Sendable {
    let at: Timestamp
    /// Whether it is an event of a site, which follows those of vehicles at the same time.
    let isOfSite: Bool
    let number: Int64

    init(at: Timestamp, isOfSite: Bool, number: Int64) {
        (self.at, self.isOfSite, self.number) = (at, isOfSite, number)
    }

    /// Parses the text of a position; `nil` for another text.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, let at = Int64(parts[0]), let number = Int64(parts[2]),
            ["v", "s"].contains(parts[1])
        else { return nil }
        self.init(
            at: Timestamp(milliseconds: at), isOfSite: parts[1] == "s", number: number)
    }

    /// The position as text for an address: time in milliseconds, `v` or `s`, and number.
    public var text: String { "\(at.milliseconds)-\(isOfSite ? "s" : "v")-\(number)" }

    /// Returns whether the first position precedes the second.
    public static func < (left: Self, right: Self) -> Bool {
        (left.at, left.isOfSite ? 1 : 0, left.number)
            < (right.at, right.isOfSite ? 1 : 0, right.number)
    }
}

/// Selection of the stored events of a source.
public struct EventQuery: Sendable {
    /// Only events before this position; `nil` means from the newest.
    public var before: EventPosition?
    /// Only events of these kinds; without any, all.
    public var kinds: Set<StoredEvent.Kind> = []
    /// Only events of the vehicle with exactly this ID.
    public var vehicleID: String?
    /// The maximum number of events.
    public var limit: Int

    /// Creates a query for the newest events.
    public init(limit: Int) {
        self.limit = limit
    }
}
