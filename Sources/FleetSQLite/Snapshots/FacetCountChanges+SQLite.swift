import FleetCore
import FleetSQL
import GRDB

extension FacetCountChanges {
    /// Writes the changes and deletes rows whose count reaches zero.
    func apply(to source: Int64, in database: Database) throws {
        let update = try SQLStatement(cached: Self.update, in: database)
        let insert = try SQLStatement(cached: Self.insert, in: database)
        for (facets, change) in changes where change != (0, 0) {
            try update.bind(change.vehicles)
            try update.bind(change.withoutBattery)
            try Self.bind(facets, of: source, to: update)
            try update.run()
            guard database.changesCount == 0 else { continue }
            try Self.bind(facets, of: source, to: insert)
            try insert.bind(change.vehicles)
            try insert.bind(change.withoutBattery)
            try insert.run()
        }
        let delete = try SQLStatement(
            cached: "DELETE FROM facet_count WHERE source = ? AND vehicles = 0", in: database)
        try delete.bind(source)
        try delete.run()
    }

    private static func bind(
        _ facets: Facets, of source: Int64, to statement: SQLStatement
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
