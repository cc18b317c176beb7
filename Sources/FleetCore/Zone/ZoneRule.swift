/// A rule of a zone, or of the whole system (GBFS `geofencing_zones.json`, `rules` and
/// `global_rules`).
public struct ZoneRule: Hashable, Sendable, Codable {
    /// The IDs of the types that it is for (`vehicle_type_ids`, before 3.0 `vehicle_type_id`);
    /// empty for all.
    public var typeIDs: [String] = []
    /// Whether rides may start (`ride_start_allowed`, before 3.0 `ride_allowed`).
    public var allowsStart: Bool?
    /// Whether rides may end (`ride_end_allowed`, before 3.0 `ride_allowed`).
    public var allowsEnd: Bool?
    /// Whether rides may pass through (`ride_through_allowed`).
    public var allowsThrough: Bool?
    /// The maximum speed in km/h (`maximum_speed_kph`).
    public var maxSpeed: Double?
    /// Whether vehicles may be parked only at stations (`station_parking`).
    public var needsStation: Bool?

    /// Creates a rule that restricts nothing.
    public init() {}

    /// Returns whether the rule is for a type; one of an unknown type has only the rules for all.
    public func applies(toType id: String?) -> Bool {
        typeIDs.isEmpty || id.map { id in typeIDs.contains { ByteOrder.equal($0, id) } } ?? false
    }

    /// What it restricts, for people, such as `no parking, at most 10 km/h`.
    public var text: String {
        var phrases: [String] = []
        switch (allowsStart, allowsEnd) {
        case (false, false): phrases.append(localized("no start or end of rides"))
        case (false, _): phrases.append(localized("no start of rides"))
        case (_, false): phrases.append(localized("no parking"))
        default: break
        }
        if allowsThrough == false { phrases.append(localized("no riding through")) }
        if let maxSpeed { phrases.append(localized("at most \(ShortText.number(maxSpeed)) km/h")) }
        if needsStation == true { phrases.append(localized("parking only at stations")) }
        return phrases.isEmpty
            ? localized("no restrictions") : phrases.joined(separator: ", ")
    }

    /// How much it restricts, for colors on maps.
    public var restriction: Restriction { restrictions.first ?? .none }

    /// Each kind of restriction that it has, the strictest first.
    var restrictions: [Restriction] { Restriction.allCases.filter(has) }

    private func has(_ restriction: Restriction) -> Bool {
        switch restriction {
        case .noRiding: allowsThrough == false
        case .noParking: allowsEnd == false
        case .noStart: allowsStart == false
        case .slow: maxSpeed != nil
        case .stations: needsStation == true
        case .none: false
        }
    }

    /// A kind of restriction, the strictest first.
    public enum Restriction: String, CaseIterable, Sendable {
        case noRiding = "no_riding"
        case noParking = "no_parking"
        case noStart = "no_start"
        case slow, stations, none

        /// The restrictions that a filter can name.
        public static let selectable = allCases.filter { $0 != .none }

        /// Creates the restriction with a ``word``.
        public init?(word: String) {
            guard let found = Self.allCases.first(where: { $0.word == word }) else { return nil }
            self = found
        }

        /// The word for it in filters and counts.
        public var word: String {
            switch self {
            case .noRiding: "no-ride"
            case .noParking: "no-parking"
            case .noStart: "no-start"
            case .slow: "slow"
            case .stations: "station-only"
            case .none: "none"
            }
        }

        /// The name in the legend of a map.
        public var name: String {
            switch self {
            case .noRiding: localized("no riding through")
            case .noParking: localized("no parking")
            case .noStart: localized("no start of rides")
            case .slow: localized("speed limit")
            case .stations: localized("parking only at stations")
            case .none: localized("no restrictions")
            }
        }
    }
}

/// A rule that applies to a vehicle.
public struct AppliedRule: Equatable, Sendable {
    /// The name of the zone; `nil` for a global rule.
    public var zone: String?
    /// The rule.
    public var rule: ZoneRule

    /// Creates an applied rule.
    public init(zone: String?, rule: ZoneRule) {
        (self.zone, self.rule) = (zone, rule)
    }
}
