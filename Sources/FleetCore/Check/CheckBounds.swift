/// A bound of the rules over time, by the name that sets it for a source.
public enum CheckBound: String, CaseIterable, Sendable, Codable {
    case smallestFleet = "smallest-fleet"
    case failing
    case stuck
    case frozen
    case late
    case jump
    case placeRest = "place-rest"
    case tripRest = "trip-rest"
    case changedTypes = "changed-types"
    case longTrip = "long-trip"
    case parked1Day = "parked-1-day"
    case parked3Days = "parked-3-days"
    case parked7Days = "parked-7-days"
    case parked14Days = "parked-14-days"
    case outside
    case speed
    case teleports

    /// The unit of a value.
    public enum Unit: Sendable {
        /// Seconds, typed as a duration.
        case seconds
        /// A share from 0 to 1, typed as a percentage.
        case share
        /// A whole number.
        case count
        /// Kilometres per hour.
        case speed
    }

    /// The value that switches a rule off.
    public static let off = "off"

    /// The unit of its values.
    public var unit: Unit {
        switch self {
        case .failing, .stuck, .frozen, .longTrip: .seconds
        case .jump, .placeRest, .tripRest, .parked1Day, .parked3Days, .parked7Days, .parked14Days,
            .outside:
            .share
        case .smallestFleet, .late, .changedTypes, .teleports: .count
        case .speed: .speed
        }
    }

    /// The value that holds unless another one is set.
    public var standard: Double {
        switch self {
        case .smallestFleet: 20
        case .failing: 1800
        case .stuck: 7200
        case .frozen: 86_400
        case .late: 2
        case .jump: 0.5
        case .placeRest: 0.05
        case .tripRest: 0.1
        case .changedTypes, .teleports: 3
        case .longTrip: 86_400
        case .parked1Day: 0.9
        case .parked3Days: 0.6
        case .parked7Days: 0.3
        case .parked14Days: 0.1
        case .outside: 0.02
        case .speed: 200
        }
    }

    /// What the value is, in words of the current language.
    public var meaning: String {
        switch self {
        case .smallestFleet:
            localized("vehicles, stations of a place or trips below which numbers are not compared")
        case .failing: localized("time without a successful reading")
        case .stuck:
            localized(
                "time without a change of last_updated, at least three times the ttl, and longer where few vehicles change"
            )
        case .frozen: localized("time without a change of any vehicle")
        case .late: localized("times that the ttl fits between two updates, three times in a row")
        case .jump: localized("share of the vehicles that come or go within 15 minutes")
        case .placeRest: localized("share of its usual vehicles that a missing place still has")
        case .tripRest: localized("share of the fewest trips of these hours on the days before")
        case .changedTypes: localized("vehicles that change their type within an hour")
        case .longTrip:
            localized(
                "time of a reservation or trip without a move, seven times as long for cars")
        case .parked1Day: localized("share of the vehicles that stand still for 1 day")
        case .parked3Days: localized("share of the vehicles that stand still for 3 days")
        case .parked7Days: localized("share of the vehicles that stand still for 7 days")
        case .parked14Days: localized("share of the vehicles that stand still for 14 days")
        case .outside: localized("share of the vehicles outside the zone of the check")
        case .speed: localized("speed of a move between two reports, in km/h")
        case .teleports: localized("vehicles faster than this within an hour")
        }
    }

    /// Returns a value in the text that sets it.
    public func text(_ value: Double) -> String {
        guard value.isFinite else { return Self.off }
        return switch unit {
        case .seconds: QuantityText.text(of: Duration(clampingSeconds: value))
        case .share: QuantityText.text(ofPercent: (value * 1000).rounded() / 10) + "%"
        case .count, .speed: QuantityText.text(ofPercent: value)
        }
    }

    /// Returns the value of a text.
    /// - Throws: ``QuantityError`` with the words that follow the name.
    public func value(_ text: String) throws(QuantityError) -> Double {
        guard ASCIICase.lowercased(text) != Self.off else { return .infinity }
        switch unit {
        case .seconds:
            let seconds = try QuantityText.seconds(text).rounded()
            guard (60...31_536_000).contains(seconds) else {
                throw QuantityError(requirement: localized("must be from 1m to 365d, or off"))
            }
            return seconds
        case .share: return try QuantityText.percent(text) / 100
        case .count, .speed: return Double(max(1, try QuantityText.count(text)))
        }
    }
}

/// The bounds of the rules over time that differ from the standard ones.
public struct CheckBounds: Equatable, Sendable {
    private var changed: [CheckBound: Double] = [:]

    /// Creates the standard bounds.
    public init() {}

    /// A bound in its unit; infinite if its rule is switched off.
    public subscript(bound: CheckBound) -> Double {
        get { changed[bound] ?? bound.standard }
        set { changed[bound] = newValue == bound.standard ? nil : newValue }
    }

    /// The names and texts of those that differ from the standard.
    public var texts: [String: String] {
        Dictionary(uniqueKeysWithValues: changed.map { ($0.rawValue, $0.text($1)) })
    }
}
