import FleetCore
import GRDB

/// How many vehicles of a source there are of each kind, read from the table `tally`.
///
/// It answers every count that does not look at single vehicles, and says which of the stored
/// colors a filter wants, both by FleetCore's own `Filter`.
struct Tally {
    /// One row of the table.
    struct Row {
        /// The row's id.
        var id: Int64
        /// A vehicle that has what the kind has, and nothing else.
        var prototype: Vehicle
        /// How many vehicles are of this kind.
        var vehicles: Int
        /// How many of them have no known charge.
        var withoutBattery: Int
    }

    /// The kinds that there are.
    let rows: [Row]

    /// Reads the kinds of a source.
    init(of source: Int64, in database: Database) throws {
        var statement = try SQLStatement(
            cached: """
                SELECT id, vehicles, without_battery, type_id, form_factor, color, state
                FROM tally WHERE source = ?
                """, in: database)
        defer { statement.finish() }
        try statement.bind(source)
        var rows: [Row] = []
        while try statement.step() {
            rows.append(
                Row(
                    id: statement.integer(0), prototype: Self.prototype(from: statement),
                    vehicles: Int(statement.integer(1)),
                    withoutBattery: Int(statement.integer(2))))
        }
        self.rows = rows
    }

    private static func prototype(from row: SQLStatement) -> Vehicle {
        var vehicle = Vehicle(id: "")
        vehicle.typeID = row.text(3)
        vehicle.formFactor = row.text(4)
        vehicle.color = row.text(5).flatMap { VehicleColor($0) }
        switch row.text(6).flatMap(VehicleState.init(rawValue:)) {
        case .available: (vehicle.isReserved, vehicle.isDisabled) = (false, false)
        case .reserved: vehicle.isReserved = true
        case .disabled: vehicle.isDisabled = true
        case .unknown, nil: break
        }
        return vehicle
    }

    /// All vehicles.
    var total: Int { rows.reduce(0) { $0 + $1.vehicles } }

    /// Those of the kinds that pass the filter, as far as it looks at kinds only.
    func matching(_ filter: Filter) -> (vehicles: Int, withoutBattery: Int) {
        let kinds = filter.kinds
        return rows.reduce((0, 0)) { sum, row in
            guard kinds.matches(row.prototype) else { return sum }
            return (sum.0 + row.vehicles, sum.1 + row.withoutBattery)
        }
    }

    /// How many vehicles each color has, the most frequent first; equal ones by their bytes.
    var colors: [ColorCount] {
        var counts: [ExactText?: ColorCount] = [:]
        for row in rows {
            let color = row.prototype.color
            counts[
                color.map { ExactText(text: $0.name) }, default: ColorCount(color: color, count: 0)
            ]
            .count += row.vehicles
        }
        return counts.values.sorted {
            guard $0.count == $1.count else { return $0.count > $1.count }
            return ByteOrder.precedes($0.color?.name ?? "", $1.color?.name ?? "")
        }
    }

    /// The stored colors that a filter wants: one row of the tally for each.
    func rows(wantedBy filter: ColorFilter) -> [Row] {
        var seen: Set<ExactText?> = []
        return rows.filter { row in
            filter.matches(row.prototype.color)
                && seen.insert(row.prototype.color.map { ExactText(text: $0.name) }).inserted
        }
    }
}
