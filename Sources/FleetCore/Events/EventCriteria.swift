/// The vehicles that have events, and the charges of their battery events.
struct EventCriteria: Sendable {
    let battery: BatteryThresholds
    /// The zones whose entries and exits are events; `nil` for none.
    let zones: ZoneFilter?
    /// The filter; `nil` if it selects every vehicle.
    private let filter: Filter?

    init(_ filter: Filter, _ battery: BatteryThresholds) {
        self.battery = battery
        zones = filter.zones
        self.filter = filter == Filter() ? nil : filter
    }

    /// Whether the filter names vehicles, whose IDs are never only counted.
    var namesVehicles: Bool { filter?.ids != nil || filter?.favorites != nil }

    func matches(_ vehicle: Vehicle) -> Bool { filter?.matches(vehicle) ?? true }
}
