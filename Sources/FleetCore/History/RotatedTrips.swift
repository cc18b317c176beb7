/// The IDs that left and appeared in a snapshot of a feed that rotates them: an ID that leaves is
/// the start of a trip, unless another one appears at its place or it returns.
struct RotatedTrips {
    struct Left {
        let number: VehicleNumber
        let group: Int32
    }

    private var left: [Left] = []
    private var leftAt: [VehicleLocation?] = []
    private var appearedAt: [VehicleLocation] = []
    /// A trip that is counted, in a group and bucket or as cut by a gap (`nil`).
    typealias Counted = (key: ReportReplay.CellKey?, at: Int64)

    /// The IDs that are counted as trips, for a day.
    private var counted: [VehicleNumber: Counted] = [:]

    var hasChanges: Bool { !left.isEmpty || !appearedAt.isEmpty }

    mutating func leave(_ vehicle: ReplayedVehicle, traits: UInt64) {
        left.append(Left(number: vehicle.vehicle.number, group: vehicle.group))
        leftAt.append(Self.location(vehicle.vehicle, traits))
    }

    /// Notes that an ID appeared; returns the trip that it is counted as, if it only returned.
    mutating func appear(_ vehicle: PastVehicle, traits: UInt64) -> Counted? {
        if let trip = counted.removeValue(forKey: vehicle.number) { return trip }
        if let location = Self.location(vehicle, traits) { appearedAt.append(location) }
        return nil
    }

    /// Returns the IDs that began a trip in the snapshot, and begins the next snapshot.
    mutating func takeTrips() -> [Left] {
        let located = left.indices.filter { leftAt[$0] != nil }
        var isRenamed = [Bool](repeating: false, count: left.count)
        if !located.isEmpty, !appearedAt.isEmpty {
            let matching = LocationMatching(
                departed: located.compactMap { leftAt[$0] }, arrived: appearedAt)
            for partner in matching.partners where partner >= 0 {
                isRenamed[located[Int(partner)]] = true
            }
        }
        let trips = left.indices.filter { !isRenamed[$0] }.map { left[$0] }
        (left, leftAt, appearedAt) = ([], [], [])
        return trips
    }

    mutating func remember(_ number: VehicleNumber, _ trip: Counted) { counted[number] = trip }

    mutating func forget(before time: Int64) {
        counted = counted.filter { $0.value.at >= time }
    }

    private static func location(_ vehicle: PastVehicle, _ traits: UInt64) -> VehicleLocation? {
        vehicle.position.map {
            VehicleLocation(
                at: Position($0), traits: traits, percent: vehicle.battery.map(Double.init))
        }
    }
}
