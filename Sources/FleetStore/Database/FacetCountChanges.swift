import FleetCore
import GRDB

/// What a commit changes in the counts of the table `tally`.
struct TallyChanges {
    /// What the table counts by.
    struct Kind: Hashable {
        var color: ExactText?
        var typeID: ExactText?
        var formFactor: ExactText?
        var state: VehicleState

        init(_ vehicle: Vehicle) {
            color = vehicle.color.map { ExactText(text: $0.name) }
            typeID = vehicle.typeID.map(ExactText.init(text:))
            formFactor = vehicle.formFactor.map(ExactText.init(text:))
            state = vehicle.state
        }

        /// Reads the kind from a row of color, type_id, form_factor and state.
        init(from row: SQLStatement) {
            color = row.text(0).map(ExactText.init(text:))
            typeID = row.text(1).map(ExactText.init(text:))
            formFactor = row.text(2).map(ExactText.init(text:))
            state = row.text(3).flatMap(VehicleState.init(rawValue:)) ?? .unknown
        }
    }

    private var changes: [Kind: (vehicles: Int64, withoutBattery: Int64)] = [:]

    /// Counts one vehicle more (`1`) or less (`-1`) of a kind.
    mutating func count(_ kind: Kind, hasBattery: Bool, _ difference: Int64) {
        changes[kind, default: (0, 0)].vehicles += difference
        if !hasBattery { changes[kind, default: (0, 0)].withoutBattery += difference }
    }

    /// Writes the changes, and drops the kinds of which no vehicle is left.
    func apply(to source: Int64, in database: Database) throws {
        var update = try SQLStatement(cached: Self.update, in: database)
        var insert = try SQLStatement(cached: Self.insert, in: database)
        for (kind, change) in changes where change != (0, 0) {
            try update.bind(change.vehicles)
            try update.bind(change.withoutBattery)
            try Self.bind(kind, of: source, to: &update)
            try update.run()
            guard database.changesCount == 0 else { continue }
            try Self.bind(kind, of: source, to: &insert)
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
        _ kind: Kind, of source: Int64, to statement: inout SQLStatement
    ) throws {
        try statement.bind(source)
        try statement.bind(kind.color?.text)
        try statement.bind(kind.typeID?.text)
        try statement.bind(kind.formFactor?.text)
        try statement.bind(kind.state.rawValue)
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
