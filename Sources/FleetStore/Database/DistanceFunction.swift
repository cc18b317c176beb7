import FleetCore
import GRDB

/// FleetCore's distance as a function of SQL, for the mathematics of SQLite may round differently.
enum DistanceFunction {
    /// The distance in metres of a row of `vehicle` from a place given by two parameters.
    static let call = "distance(latitude, longitude, ?, ?)"

    /// Makes the function known to a connection.
    static func add(to database: Database) {
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
