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

        /// Reads the facets from a row of color, type_id, form_factor and state.
        package init(from row: some SQLRow) {
            color = row.text(0).map(ByteString.init)
            typeID = row.text(1).map(ByteString.init)
            formFactor = row.text(2).map(ByteString.init)
            state = row.text(3).flatMap(VehicleState.init(rawValue:)) ?? .unknown
        }
    }

    package private(set) var changes: [Facets: (vehicles: Int64, withoutBattery: Int64)] = [:]

    package init() {}

    /// Adds one vehicle with these facets (`1`) or subtracts one (`-1`).
    package mutating func add(_ difference: Int64, to facets: Facets, hasBattery: Bool) {
        changes[facets, default: (0, 0)].vehicles += difference
        if !hasBattery { changes[facets, default: (0, 0)].withoutBattery += difference }
    }
}
