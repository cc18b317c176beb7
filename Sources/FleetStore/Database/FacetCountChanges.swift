import FleetCore
import GRDB

/// Changes of a commit to the counts in the table `tally`.
struct FacetCountChanges {
    /// Columns that the table groups vehicles by.
    struct Facets: Hashable {
        var color: ByteString?
        var typeID: ByteString?
        var formFactor: ByteString?
        var state: VehicleState

        init(_ vehicle: Vehicle) {
            color = vehicle.color.map { ByteString(text: $0.name) }
            typeID = vehicle.typeID.map(ByteString.init(text:))
            formFactor = vehicle.formFactor.map(ByteString.init(text:))
            state = vehicle.state
        }

        /// Reads the facets from a row of color, type_id, form_factor and state.
        init(from row: SQLStatement) {
            color = row.text(0).map(ByteString.init(text:))
            typeID = row.text(1).map(ByteString.init(text:))
            formFactor = row.text(2).map(ByteString.init(text:))
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
            cached: "DELETE FROM tally WHERE source = ? AND vehicles = 0", in: database)
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
        UPDATE tally
        SET vehicles = vehicles + ?, without_battery = without_battery + ?
        WHERE source = ? AND ifnull(color, x'') = ifnull(?, x'')
        AND ifnull(type_id, x'') = ifnull(?, x'')
        AND ifnull(form_factor, x'') = ifnull(?, x'') AND state = ?
        """

    private static let insert = """
        INSERT INTO tally
        (source, color, type_id, form_factor, state, vehicles, without_battery)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """
}
