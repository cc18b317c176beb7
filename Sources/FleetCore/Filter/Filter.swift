/// What a list of vehicles is narrowed to; a vehicle must pass every part of it.
///
/// The same filter is SQL in the store; a property test holds the two equal. Text is compared with
/// ASCII letters alike in either case, as SQLite does.
public struct Filter: Equatable, Sendable {
    /// The wanted colors.
    public var color: ColorFilter = .all
    /// The wanted types: a `vehicle_type_id`, a form factor, or the first word of one (`scooter`).
    public var types: [String] = []
    /// The wanted states; empty lets all pass.
    public var states: Set<VehicleState> = []
    /// The wanted charge in percent; a vehicle whose charge is unknown never passes.
    public var battery: BatteryRange?
    /// The wanted surroundings; a vehicle without a position never passes.
    public var area: Area?
    /// The `station_id` of the site that is wanted, byte by byte.
    public var station: String?
    /// Text that the code, the type, the station or the color must hold.
    public var search: String?
    /// The codes of the favorites, if only they are wanted.
    public var favorites: VehicleIDs?

    /// Lets every vehicle pass.
    public init() {}

    /// Whether a vehicle passes.
    public func matches(_ vehicle: Vehicle) -> Bool {
        color.matches(vehicle.color) && matchesType(of: vehicle)
            && (states.isEmpty || states.contains(vehicle.state))
            && (battery?.contains(vehicle.battery) ?? true)
            && (area?.contains(vehicle.position) ?? true)
            && (favorites?.contains(vehicle.id) ?? true) && isAtStation(vehicle)
            && matchesSearch(vehicle)
    }

    /// The part of the filter that looks at what kind a vehicle is: color, type and state.
    public var kinds: Filter {
        var kinds = Filter()
        kinds.color = color
        kinds.types = types
        kinds.states = states
        return kinds
    }

    private func matchesType(of vehicle: Vehicle) -> Bool {
        guard !types.isEmpty else { return true }
        return types.contains { wanted in
            vehicle.typeID.map { ASCIICase.equal($0, wanted) } ?? false
                || vehicle.formFactor.map { Self.formFactor($0, isOf: wanted) } ?? false
        }
    }

    private static func formFactor(_ formFactor: String, isOf wanted: String) -> Bool {
        ASCIICase.equal(formFactor, wanted) || ASCIICase.hasPrefix(formFactor, wanted + "_")
    }

    private func isAtStation(_ vehicle: Vehicle) -> Bool {
        guard let station else { return true }
        return vehicle.stationID.map { ByteOrder.equal($0, station) } ?? false
    }

    private func matchesSearch(_ vehicle: Vehicle) -> Bool {
        guard let search, !search.isEmpty else { return true }
        return [
            vehicle.id, vehicle.typeID, vehicle.formFactor, vehicle.stationID, vehicle.color?.name,
        ]
        .contains { $0.map { ASCIICase.contains($0, search) } ?? false }
    }
}

/// A range of charge in percent, both ends included.
public struct BatteryRange: Hashable, Sendable {
    /// The least charge; `nil` is no limit.
    public var minimum: Double?
    /// The greatest charge; `nil` is no limit.
    public var maximum: Double?

    /// Creates a range; `nil` if neither end is given.
    public init?(minimum: Double?, maximum: Double?) {
        guard minimum != nil || maximum != nil else { return nil }
        self.minimum = minimum
        self.maximum = maximum
    }

    func contains(_ battery: Battery?) -> Bool {
        guard let battery else { return false }
        return minimum.map { battery.percent >= $0 } ?? true
            && maximum.map { battery.percent <= $0 } ?? true
    }
}

/// A circle on the ground.
public struct Area: Hashable, Sendable {
    /// The middle.
    public var center: Position
    /// The radius in metres.
    public var radiusMeters: Double

    /// Creates a circle.
    public init(center: Position, radiusMeters: Double) {
        self.center = center
        self.radiusMeters = radiusMeters
    }

    func contains(_ position: Position?) -> Bool {
        position.map { center.distance(to: $0) <= radiusMeters } ?? false
    }
}
