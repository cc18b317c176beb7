extension VehicleQuery {
    /// The places of the wanted vehicles in a snapshot, in the wanted order, and the counts.
    ///
    /// The snapshot must hold all vehicles of the kinds that the filter asks for.
    public func selection(in snapshot: Snapshot) -> (places: [Int], counts: VehicleCounts) {
        let vehicles = snapshot.vehicles
        let matching = vehicles.indices.filter { filter.matches(vehicles[$0]) }
        let counts = VehicleCounts(
            total: snapshot.total, matching: matching.count,
            unknownBattery: filter.countOfUnknownBattery(in: vehicles))
        let places = order.sorted(matching, of: vehicles)
        return (limit.map { Array(places.prefix(max($0, 0))) } ?? places, counts)
    }
}

extension Snapshot {
    /// How many vehicles have each color, the most first.
    public var colorCounts: [ColorCount] {
        var counts: [VehicleColor?: Int] = [:]
        for vehicle in vehicles { counts[vehicle.color, default: 0] += 1 }
        return counts.map { ColorCount(color: $0.key, count: $0.value) }
            .sorted { ($1.count, $0.color?.name ?? "") < ($0.count, $1.color?.name ?? "") }
    }
}

extension Filter {
    /// How many vehicles are left out only because their charge is not known.
    fileprivate func countOfUnknownBattery(in vehicles: [Vehicle]) -> Int {
        guard battery != nil else { return 0 }
        var others = self
        others.battery = nil
        return vehicles.count { $0.battery == nil && others.matches($0) }
    }
}
