/// The availability of a vehicle.
///
/// GBFS has two booleans, `is_reserved` and `is_disabled`. Disabled takes precedence over reserved;
/// a vehicle with neither value is unknown, any other is available. MDS names the state itself
/// (`vehicle_state`), with `disabled` split up.
public enum VehicleState: String, CaseIterable, Sendable, Codable {
    case available
    case reserved
    case disabled
    case unknown
    // Of MDS only. The stored state of event detection has the positions of the cases.
    /// In use by a customer.
    case onTrip = "on_trip"
    /// Stopped during a trip.
    case stopped
    /// Not for hire.
    case nonOperational = "non_operational"
    /// Not for hire, and the operator cannot reach it.
    case nonContactable = "non_contactable"
    /// Lost by the operator.
    case missing
    /// Outside the area of the feed.
    case elsewhere
    /// Not in the public space, such as in a depot.
    case removed
    // Of a fleet of one's own only.
    /// In use by its owner's people.
    case inUse = "in_use"
    /// Being repaired, or waiting for it.
    case inRepair = "in_repair"
    /// Lent to a person.
    case lent
    case stolen
    /// No longer part of the fleet.
    case retired

    /// Combines the two booleans of GBFS.
    public init(isReserved: Bool?, isDisabled: Bool?) {
        if isDisabled == true {
            self = .disabled
        } else if isReserved == true {
            self = .reserved
        } else if isReserved == nil, isDisabled == nil {
            self = .unknown
        } else {
            self = .available
        }
    }
}

extension VehicleState {
    /// The states of all feeds; the others are those of MDS and of a fleet of one's own.
    public static let common: [VehicleState] = [.available, .reserved, .disabled, .unknown]

    /// The states in which a vehicle is in the public space.
    public static let inPublicSpace = Set(allCases.filter(\.isInPublicSpace))

    /// Whether the vehicle is in the public space; others are listed only if a filter names their
    /// state, and counted nowhere else.
    public var isInPublicSpace: Bool {
        switch self {
        case .missing, .elsewhere, .removed, .stolen, .retired: false
        case .available, .reserved, .disabled, .unknown, .onTrip, .stopped, .nonOperational,
            .nonContactable, .inUse, .inRepair, .lent:
            true
        }
    }

    /// The states of a fleet of one's own, which people set.
    public static let own: [VehicleState] = [
        .available, .inUse, .inRepair, .lent, .stolen, .retired,
    ]

    /// Whether somebody uses or has reserved the vehicle.
    public var isInUse: Bool { [.reserved, .onTrip, .stopped, .inUse, .lent].contains(self) }

    /// Whether GBFS has vehicles in this state: those that are on no trip, where customers find
    /// them.
    public var isOfGBFS: Bool {
        [.available, .reserved, .disabled, .nonOperational].contains(self)
    }

    /// The booleans of GBFS for this state, `is_reserved` and `is_disabled`.
    public var flags: (isReserved: Bool?, isDisabled: Bool?) {
        switch self {
        case .available: (false, false)
        case .reserved, .onTrip, .stopped, .inUse, .lent: (true, false)
        case .disabled, .nonOperational, .nonContactable, .missing, .elsewhere, .removed,
            .inRepair, .stolen, .retired:
            (false, true)
        case .unknown: (nil, nil)
        }
    }

    /// The name for people, such as `on trip`.
    public var name: String { name(in: .current) }

    /// Returns the name for people.
    public func name(in language: Language) -> String { language.word(englishName) }

    /// The name in English.
    package var englishName: String {
        switch self {
        case .onTrip: "on trip"
        case .nonOperational: "non-operational"
        case .nonContactable: "non-contactable"
        case .inUse: "in use"
        case .inRepair: "in repair"
        case .available, .reserved, .disabled, .unknown, .stopped, .missing, .elsewhere, .removed,
            .lent, .stolen, .retired:
            rawValue
        }
    }

    /// The state in MDS 2.0 (`vehicle_state`); `nil` if it has none.
    var mdsName: String? {
        switch self {
        case .disabled, .inRepair: Self.nonOperational.rawValue
        case .inUse, .lent: Self.onTrip.rawValue
        case .stolen: Self.missing.rawValue
        case .retired: Self.removed.rawValue
        case .unknown: nil
        case .available, .reserved, .onTrip, .stopped, .nonOperational, .nonContactable, .missing,
            .elsewhere, .removed:
            rawValue
        }
    }
}
