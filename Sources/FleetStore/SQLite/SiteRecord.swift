import FleetCore
import GRDB

/// Columns of `site`, in the order in which they are bound, read and digested.
enum SiteRecord {
    /// Columns of a site, without the row's `id`, `source` and `digest`.
    static let columns = """
        site_id, name, latitude, longitude, address, capacity, vehicles_available, \
        vehicles_disabled, docks_available, is_installed, is_renting, is_returning, \
        last_reported, measurements
        """

    /// Statement that inserts a row.
    static let insert = """
        INSERT INTO site (source, digest, \(columns))
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """

    /// Statement that updates a row.
    static let update = """
        UPDATE site SET digest = ?, (\(columns)) = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        WHERE id = ?
        """

    /// Binds the columns of a site.
    static func bind(_ site: Site, to statement: inout SQLStatement) throws {
        try statement.bind(site.id)
        try statement.bind(site.name)
        try statement.bind(site.position?.latitude)
        try statement.bind(site.position?.longitude)
        try statement.bind(site.address)
        for count in site.counts { try statement.bind(count) }
        for flag in site.flags { try statement.bind(flag) }
        try statement.bind(site.lastReported?.milliseconds)
        try statement.bind(MeasurementLines.text(of: site.measurements))
    }

    /// Returns a digest of all stored columns: equal digests mean equal rows.
    static func digest(_ site: Site) -> Int64 {
        var hash = StableHash(seed: 2)
        hash.combine(site.id)
        hash.combine(site.name)
        hash.combine(site.position?.latitude)
        hash.combine(site.position?.longitude)
        hash.combine(site.address)
        for count in site.counts { hash.combine(count) }
        for flag in site.flags { hash.combine(UInt64(flag.map { $0 ? 2 : 1 } ?? 0)) }
        hash.combine(site.lastReported?.milliseconds)
        hash.combine(site.measurements)
        return Int64(bitPattern: hash.value)
    }

    /// Reads a site from the current row.
    static func site(from row: SQLStatement) -> Site {
        var site = Site(id: row.text(0) ?? "")
        site.name = row.text(1)
        if let latitude = row.real(2), let longitude = row.real(3) {
            site.position = Position(latitude: latitude, longitude: longitude)
        }
        site.address = row.text(4)
        site.capacity = row.optionalInteger(5).map(Int.init)
        site.vehiclesAvailable = row.optionalInteger(6).map(Int.init)
        site.vehiclesDisabled = row.optionalInteger(7).map(Int.init)
        site.docksAvailable = row.optionalInteger(8).map(Int.init)
        site.isInstalled = row.optionalInteger(9).map { $0 != 0 }
        site.isRenting = row.optionalInteger(10).map { $0 != 0 }
        site.isReturning = row.optionalInteger(11).map { $0 != 0 }
        site.lastReported = row.optionalInteger(12).map(Timestamp.init(milliseconds:))
        site.measurements = MeasurementLines.measurements(in: row.text(13))
        return site
    }
}

extension Site {
    fileprivate var counts: [Int64?] {
        [capacity, vehiclesAvailable, vehiclesDisabled, docksAvailable].map { $0.map(Int64.init) }
    }

    fileprivate var flags: [Bool?] { [isInstalled, isRenting, isReturning] }
}
