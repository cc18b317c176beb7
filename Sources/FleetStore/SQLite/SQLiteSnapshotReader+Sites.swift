import FleetCore
import GRDB

extension SQLiteSnapshotReader {
    func changeCursor(of key: SourceKey) throws -> ChangeCursor? {
        guard try StoredSource.id(of: key, in: database) != nil else { return nil }
        return try SQLiteChangeStore.cursor(of: key.uuid, in: database)
    }

    func sites(of key: SourceKey) throws -> [Site] {
        var statement = try SQLStatement(
            new: """
                SELECT \(SiteRecord.columns) FROM site
                WHERE source = \(StoredSource.idOfKey) ORDER BY site_id
                """, in: database)
        defer { statement.finish() }
        try statement.bind(key)
        var sites: [Site] = []
        while try statement.step() { sites.append(SiteRecord.site(from: statement)) }
        return sites
    }

    func site(_ id: String, of key: SourceKey) throws -> Site? {
        var statement = try SQLStatement(
            new: """
                SELECT \(SiteRecord.columns) FROM site
                WHERE source = \(StoredSource.idOfKey) AND site_id = ?
                """, in: database)
        defer { statement.finish() }
        try statement.bind(key)
        try statement.bind(id)
        return try statement.step() ? SiteRecord.site(from: statement) : nil
    }

    func samples(ofSite id: String, of key: SourceKey) throws -> [Quantity: [Sample]] {
        var statement = try SQLStatement(
            new: """
                SELECT quantity, at, value FROM sample WHERE site = (
                    SELECT id FROM site WHERE source = \(StoredSource.idOfKey) AND site_id = ?)
                ORDER BY quantity, at
                """, in: database)
        defer { statement.finish() }
        try statement.bind(key)
        try statement.bind(id)
        var samples: [Quantity: [Sample]] = [:]
        while try statement.step() {
            guard let quantity = statement.text(0).flatMap(Quantity.init(rawValue:)) else {
                continue
            }
            let at = Timestamp(milliseconds: statement.integer(1))
            samples[quantity, default: []].append(Sample(at: at, value: statement.real(2) ?? 0))
        }
        return samples
    }

    func parkedVehicles(of vehicles: SourceKey) throws -> ParkedVehicles {
        guard let source = try StoredSource.id(of: vehicles, in: database) else {
            return ParkedVehicles()
        }
        var statement = try SQLStatement(
            new: """
                SELECT station_id, count(*) FROM vehicle
                WHERE id BETWEEN ? AND ? AND station_id IS NOT NULL GROUP BY station_id
                """, in: database)
        defer { statement.finish() }
        try statement.bind(source << 32)
        try statement.bind(source << 32 | 0xFFFF_FFFF)
        var counts: [String: Int] = [:]
        while try statement.step() {
            guard let station = statement.text(0) else { continue }
            counts[station, default: 0] += Int(statement.integer(1))
        }
        return ParkedVehicles(counts)
    }
}
