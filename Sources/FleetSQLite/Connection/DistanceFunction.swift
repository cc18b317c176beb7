import FleetCore
import GRDB

/// SQL function of `SQLDialect.distance` with FleetCore's distance; SQLite's own mathematics may round
/// differently.
enum DistanceFunction {
    /// Registers the function with a connection.
    static func register(in database: Database) {
        database.add(
            function: DatabaseFunction("distance", argumentCount: 4, pure: true) { values in
                guard let from = position(values[0], values[1]),
                    let to = position(values[2], values[3])
                else { return nil }
                return to.distance(to: from)
            })
    }

    private static func position(_ latitude: DatabaseValue, _ longitude: DatabaseValue) -> Position?
    {
        guard let latitude = Double.fromDatabaseValue(latitude),
            let longitude = Double.fromDatabaseValue(longitude)
        else { return nil }
        return Position(latitude: latitude, longitude: longitude)
    }
}
