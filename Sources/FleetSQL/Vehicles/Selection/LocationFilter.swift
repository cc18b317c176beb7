import FleetCore

/// The parts of a filter that compare the location of a vehicle with the zones of its source,
/// which no condition in SQL can.
struct LocationFilter: Equatable {
    private var zones: ZoneFilter?
    private var rules: RuleFilter?

    /// Creates the parts of a filter; returns `nil` if it has none.
    init?(_ filter: Filter) {
        guard filter.zones != nil || filter.rules != nil else { return nil }
        (zones, rules) = (filter.zones, filter.rules)
    }

    /// Returns the filter with the zones that apply at a time.
    /// - Parameter read: Reads the zones of the source.
    func resolved(
        at time: Timestamp?, _ read: (ZoneChoice) throws -> ZoneMap?
    ) rethrows -> LocationFilter {
        var filter = self
        if let zones {
            let map = zones.names.isEmpty ? nil : try read(.named(zones.names))
            filter.zones = zones.resolved(in: map, at: time)
        }
        if let rules { filter.rules = rules.resolved(in: try read(.all), at: time) }
        return filter
    }

    /// The latitudes of all selected vehicles; `nil` if none is selected.
    var latitudes: ClosedRange<Double>? {
        guard let zones else { return -90...90 }
        guard let south = zones.areas.map(\.box.latitudes.lowerBound).min(),
            let north = zones.areas.map(\.box.latitudes.upperBound).max()
        else { return nil }
        return south...north
    }

    /// Returns whether the filter selects a vehicle of a type at a position.
    func contains(_ position: Position, ofType typeID: String?) -> Bool {
        zones?.contains(position) ?? true
            && rules?.contains(position, ofType: typeID) ?? true
    }
}
