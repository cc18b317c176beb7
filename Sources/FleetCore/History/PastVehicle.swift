/// Permanent number of a vehicle in the log of its source.
public typealias VehicleNumber = UInt32

/// A vehicle at a moment of the past, as far as the log has it.
///
/// It has no texts, so a replay of millions of changes copies only numbers.
public struct PastVehicle: Equatable, Sendable {
    /// The vehicle's number.
    public let number: VehicleNumber
    /// The state; `nil` if the vehicle is not in the feed, and then its other fields have no
    /// meaning.
    public var state: VehicleState?
    /// The position; `nil` without one.
    public var position: PastPosition?
    /// The charge in whole percent, 0 to 100; `nil` if it is unknown.
    public var battery: UInt8?
    /// Number of the ``PastVersion`` with its other fields.
    public var version: Int32
    /// The standstill at the start of a replay; `nil` if it is unknown.
    ///
    /// Changes have none, since it follows from their positions.
    public var standstill: Standstill?
    /// The time since which the vehicle has had its state at the start of a replay, as the
    /// standstill.
    public var stateSince: Timestamp?

    /// Creates a vehicle.
    public init(
        number: VehicleNumber, state: VehicleState?, position: PastPosition? = nil,
        battery: UInt8? = nil, version: Int32 = 0, standstill: Standstill? = nil,
        stateSince: Timestamp? = nil
    ) {
        (self.number, self.state, self.position) = (number, state, position)
        (self.battery, self.version, self.standstill) = (battery, version, standstill)
        self.stateSince = stateSince
    }
}

/// A position in millionths of a degree, which is 11 cm.
public struct PastPosition: Hashable, Sendable {
    /// Millionths of a degree north, −90,000,000 to 90,000,000.
    public let latitude: Int32
    /// Millionths of a degree east, −180,000,000 to 180,000,000.
    public let longitude: Int32

    /// Creates a position; returns `nil` if either number is out of range.
    public init?(latitude: Int64, longitude: Int64) {
        guard (-90_000_000...90_000_000).contains(latitude),
            (-180_000_000...180_000_000).contains(longitude)
        else { return nil }
        (self.latitude, self.longitude) = (Int32(latitude), Int32(longitude))
    }

    /// Rounds a position, halves away from zero.
    public init(_ position: Position) {
        latitude = Int32((position.latitude * 1e6).rounded())
        longitude = Int32((position.longitude * 1e6).rounded())
    }
}

extension Position {
    /// Creates the position in degrees.
    public init(_ past: PastPosition) {
        latitude = Double(past.latitude) / 1e6
        longitude = Double(past.longitude) / 1e6
    }
}

/// The fields of vehicles that seldom change, shared by all vehicles with the same values.
public final class PastVersion: Equatable, Sendable {
    /// A vehicle with these fields only.
    public let vehicle: Vehicle

    /// Creates a version of the fields that a vehicle has.
    public init(_ vehicle: Vehicle = Vehicle(id: "")) { self.vehicle = vehicle }

    /// Compares the fields.
    public static func == (left: PastVersion, right: PastVersion) -> Bool {
        left.vehicle == right.vehicle
    }
}
