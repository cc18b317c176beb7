import FleetCore
import GRDB

/// Number of a source's vehicles per combination of facets, read from the table `facet_count`.
///
/// Answers all counts that do not depend on individual vehicles and finds the stored colors that
/// match a filter. Both use FleetCore's `Filter`.
struct FacetCounts {
    /// Row of the table.
    struct Row {
        var id: Int64
        /// Vehicle with only the properties of this combination.
        var prototype: Vehicle
        /// Number of vehicles with these facets.
        var vehicles: Int
        /// Number of them whose battery level is unknown.
        var withoutBattery: Int
    }

    let rows: [Row]

    /// Reads the rows of a source.
    init(of source: Int64, in database: Database) throws {
        var statement = try SQLStatement(
            cached: """
                SELECT id, vehicles, without_battery, type_id, form_factor, color, state
                FROM facet_count WHERE source = ?
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

    /// Number of all vehicles.
    var total: Int { rows.reduce(0) { $0 + $1.vehicles } }

    /// Returns the counts of the rows that match the filter; only its facets are considered.
    func matching(_ filter: Filter) -> (vehicles: Int, withoutBattery: Int) {
        let facets = filter.facets
        return rows.reduce((0, 0)) { sum, row in
            guard facets.matches(row.prototype) else { return sum }
            return (sum.0 + row.vehicles, sum.1 + row.withoutBattery)
        }
    }

    /// Number of vehicles per color, most frequent first; ties are ordered by bytes.
    var colors: [ColorCount] {
        var counts: [ByteString?: ColorCount] = [:]
        for row in rows {
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

/// Changes of a commit to the counts in the table `facet_count`.
struct FacetCountChanges {
    /// Columns that the table groups vehicles by.
    struct Facets: Hashable {
        var color: ByteString?
        var typeID: ByteString?
        var formFactor: ByteString?
        var state: VehicleState

        init(_ vehicle: Vehicle) {
            color = vehicle.color.map { ByteString($0.name) }
            typeID = vehicle.typeID.map(ByteString.init)
            formFactor = vehicle.formFactor.map(ByteString.init)
            state = vehicle.state
        }

        /// Reads the facets from a row of color, type_id, form_factor and state.
        init(from row: SQLStatement) {
            color = row.text(0).map(ByteString.init)
            typeID = row.text(1).map(ByteString.init)
            formFactor = row.text(2).map(ByteString.init)
            state = row.text(3).flatMap(VehicleState.init(rawValue:)) ?? .unknown
        }
    }

    private var changes: [Facets: (vehicles: Int64, withoutBattery: Int64)] = [:]

    /// Adds one vehicle with these facets (`1`) or subtracts one (`-1`).
    mutating func add(_ difference: Int64, to facets: Facets, hasBattery: Bool) {
        changes[facets, default: (0, 0)].vehicles += difference
        if !hasBattery { changes[facets, default: (0, 0)].withoutBattery += difference }
    }

    /// Writes the changes and deletes rows whose count reaches zero.
    func apply(to source: Int64, in database: Database) throws {
        var update = try SQLStatement(cached: Self.update, in: database)
        var insert = try SQLStatement(cached: Self.insert, in: database)
        for (facets, change) in changes where change != (0, 0) {
            try update.bind(change.vehicles)
            try update.bind(change.withoutBattery)
            try Self.bind(facets, of: source, to: &update)
            try update.run()
            guard database.changesCount == 0 else { continue }
            try Self.bind(facets, of: source, to: &insert)
            try insert.bind(change.vehicles)
            try insert.bind(change.withoutBattery)
            try insert.run()
        }
        var delete = try SQLStatement(
            cached: "DELETE FROM facet_count WHERE source = ? AND vehicles = 0", in: database)
        try delete.bind(source)
        try delete.run()
    }

    private static func bind(
        _ facets: Facets, of source: Int64, to statement: inout SQLStatement
    ) throws {
        try statement.bind(source)
        try statement.bind(facets.color?.text)
        try statement.bind(facets.typeID?.text)
        try statement.bind(facets.formFactor?.text)
        try statement.bind(facets.state.rawValue)
    }

    private static let update = """
        UPDATE facet_count
        SET vehicles = vehicles + ?, without_battery = without_battery + ?
        WHERE source = ? AND ifnull(color, x'') = ifnull(?, x'')
        AND ifnull(type_id, x'') = ifnull(?, x'')
        AND ifnull(form_factor, x'') = ifnull(?, x'') AND state = ?
        """

    private static let insert = """
        INSERT INTO facet_count
        (source, color, type_id, form_factor, state, vehicles, without_battery)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """
}
