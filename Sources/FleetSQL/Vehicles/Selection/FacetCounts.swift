import FleetCore

/// Number of a source's vehicles per combination of facets, read from the table `facet_count`.
///
/// Answers all counts that do not depend on individual vehicles and finds the stored colors that
/// match a filter. Both use FleetCore's `Filter`.
struct FacetCounts: Sendable {
    /// Row of the table.
    struct Row: Sendable {
        var id: Int64
        /// Vehicle with only the properties of this combination.
        var prototype: Vehicle
        /// Number of vehicles with these facets.
        var vehicles: Int
        /// Number of them whose battery level is unknown.
        var withoutBattery: Int

        /// Whether the vehicles are in the public space.
        var isInPublicSpace: Bool { prototype.state.isInPublicSpace }
    }

    let rows: [Row]

    /// Creates the counts of no vehicles.
    init() { rows = [] }

    /// Reads the rows of a source.
    init(of source: Int64, in transaction: any SQLTransaction) throws {
        rows = try transaction.rows(
            """
            SELECT id, vehicles, without_battery, type_id, form_factor, color, state
            FROM facet_count WHERE source = ?1
            """, [.integer(source)], Self.row)
    }

    /// Counts the selected vehicles, which reads all of them.
    init(of selection: VehicleSelection, in transaction: any SQLTransaction) throws {
        var statement = selection.unorderedStatement(
            of: "0, count(*), 0, type_id, form_factor, color, state")
        statement.sql += " GROUP BY type_id, form_factor, color, state"
        rows = try transaction.rows(statement, Self.row)
    }

    private static func row(from row: any SQLRow) -> Row {
        Row(
            id: row.integer(0) ?? 0, prototype: prototype(from: row),
            vehicles: Int(row.integer(1) ?? 0), withoutBattery: Int(row.integer(2) ?? 0))
    }

    private static func prototype(from row: any SQLRow) -> Vehicle {
        var vehicle = Vehicle(id: "")
        vehicle.typeID = row.text(3)
        vehicle.formFactor = row.text(4)
        vehicle.color = row.text(5).flatMap { VehicleColor($0) }
        vehicle.setState(row.text(6).flatMap(VehicleState.init(rawValue:)))
        return vehicle
    }

    /// Number of all vehicles in the public space.
    var total: Int { rows.reduce(0) { $0 + ($1.isInPublicSpace ? $1.vehicles : 0) } }

    /// Whether any vehicle is not in the public space.
    var hasVehiclesElsewhere: Bool { rows.contains { !$0.isInPublicSpace && $0.vehicles > 0 } }

    /// Returns the counts of the rows that match the filter; only its facets are considered.
    func matching(_ filter: Filter) -> (vehicles: Int, withoutBattery: Int) {
        let facets = filter.facets
        return rows.reduce((0, 0)) { sum, row in
            guard facets.matches(row.prototype) else { return sum }
            return (sum.0 + row.vehicles, sum.1 + row.withoutBattery)
        }
    }

    /// Number of vehicles per color in the public space, most frequent first; ties are ordered by
    /// bytes.
    var colors: [ColorCount] {
        var counts: [ByteString?: ColorCount] = [:]
        for row in rows where row.isInPublicSpace {
            let color = row.prototype.color
            counts[
                color.map { ByteString($0.name) }, default: ColorCount(color: color, count: 0)
            ]
            .count += row.vehicles
        }
        return counts.values.sorted {
            guard $0.count == $1.count else { return $0.count > $1.count }
            return ByteOrder.precedes($0.color?.name ?? "", $1.color?.name ?? "")
        }
    }

    /// Returns one row for each stored color that matches the filter.
    func rows(matching filter: ColorFilter) -> [Row] {
        var seen: Set<ByteString?> = []
        return rows.filter { row in
            filter.matches(row.prototype.color)
                && seen.insert(row.prototype.color.map { ByteString($0.name) }).inserted
        }
    }
}
