import FleetCore

/// The rows of `zone`, one for each zone of a source, by its place in the document.
enum StoredZone {
    private static let columns = [
        "name", "starts_at", "ends_at", "rules", "south", "north", "west", "east", "area",
    ]

    static let insert = """
        INSERT INTO zone (source, number, \(columns.joined(separator: ", ")))
        VALUES (\((1...columns.count + 2).map { "?\($0)" }.joined(separator: ", ")))
        """

    /// Returns the values of ``insert``.
    static func values(_ zone: Zone, number: Int, of source: Int64) throws -> [SQLValue] {
        let box = zone.area.box
        return try [
            .integer(source), .integer(Int64(number)), .text(zone.name),
            .optional(zone.start?.milliseconds), .optional(zone.end?.milliseconds),
            StoredJSON.text(zone.rules), .real(box.latitudes.lowerBound),
            .real(box.latitudes.upperBound), .real(box.longitudes.lowerBound),
            .real(box.longitudes.upperBound), .bytes(zone.area.bytes),
        ]
    }

    /// Returns the zones of a source that fulfil a condition, in their order.
    static func zones(
        of source: Int64, where condition: SQLFragment, in transaction: any SQLTransaction
    ) throws -> [Zone] {
        try transaction.rows(
            SQLFragment(
                sql: """
                    SELECT \(columns.joined(separator: ", ")) FROM zone
                    WHERE source = ? AND \(condition.sql) ORDER BY number
                    """, values: [.integer(source)] + condition.values), Zone.init(row:))
    }
}

extension Zone {
    /// Reads a row of the columns of ``StoredZone``.
    fileprivate init?(row: any SQLRow) {
        guard let name = row.text(0), let south = row.real(4), let north = row.real(5),
            let west = row.real(6), let east = row.real(7), south <= north, west <= east,
            let bytes = row.blob(8)
        else { return nil }
        let box = ZoneArea.Box(latitudes: south...north, longitudes: west...east)
        self.init(name: name, area: ZoneArea(bytes: bytes, box: box))
        start = row.integer(1).map(Timestamp.init(milliseconds:))
        end = row.integer(2).map(Timestamp.init(milliseconds:))
        rules = StoredJSON.value(of: row.text(3)) ?? []
    }
}
