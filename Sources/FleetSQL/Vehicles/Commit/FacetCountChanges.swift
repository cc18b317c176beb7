package import FleetCore

/// Changes of a commit to the counts in the table `facet_count`.
package struct FacetCountChanges {
    /// Columns that the table groups vehicles by.
    package struct Facets: Hashable {
        package var color: ByteString?
        package var typeID: ByteString?
        package var formFactor: ByteString?
        package var state: VehicleState

        package init(_ vehicle: Vehicle) {
            color = vehicle.color.map { ByteString($0.name) }
            typeID = vehicle.typeID.map(ByteString.init)
            formFactor = vehicle.formFactor.map(ByteString.init)
            state = vehicle.state
        }
    }

    package private(set) var changes: [Facets: (vehicles: Int64, withoutBattery: Int64)] = [:]

    package init() {}

    /// Adds a vehicle (`1`) or subtracts it (`-1`).
    package mutating func add(_ difference: Int64, _ vehicle: Vehicle) {
        let facets = Facets(vehicle)
        changes[facets, default: (0, 0)].vehicles += difference
        if vehicle.battery == nil { changes[facets, default: (0, 0)].withoutBattery += difference }
    }
}
