extension VehicleQuery {
    /// Returns the indices of the selected vehicles in a snapshot, in order, and the counts.
    ///
    /// The snapshot must contain all vehicles that match the facets of the filter.
    public func selection(in snapshot: Snapshot) -> (indices: [Int], counts: VehicleCounts) {
        let vehicles = snapshot.vehicles
        let matching = vehicles.indices.filter { filter.matches(vehicles[$0]) }
        let counts = VehicleCounts(
            total: snapshot.total, matching: matching.count,
            unknownBattery: filter.countOfUnknownBattery(in: vehicles))
        let indices = order.sorted(matching, of: vehicles)
        return (limit.map { Array(indices.prefix(max($0, 0))) } ?? indices, counts)
    }
}

extension Snapshot {
    /// The number of vehicles of each color, most common first.
    public var colorCounts: [ColorCount] {
        var counts: [VehicleColor?: Int] = [:]
        for vehicle in vehicles { counts[vehicle.color, default: 0] += 1 }
        return counts.map { ColorCount(color: $0.key, count: $0.value) }
            .sorted { ($1.count, $0.color?.name ?? "") < ($0.count, $1.color?.name ?? "") }
    }
}

extension Filter {
    /// Returns the number of vehicles excluded only because their charge is unknown.
    fileprivate func countOfUnknownBattery(in vehicles: [Vehicle]) -> Int {
        guard battery != nil else { return 0 }
        var others = self
        others.battery = nil
        return vehicles.count { $0.battery == nil && others.matches($0) }
    }
}
