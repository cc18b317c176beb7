import FleetCore

/// Columns of `site`, in the order in which they are bound, read and digested.
enum SiteRecord {
    /// Columns of a site, without the row's `id`, `source` and `digest`.
    static let columns = """
        site_id, name, latitude, longitude, address, capacity, vehicles_available, \
        vehicles_disabled, docks_available, is_installed, is_renting, is_returning, \
        last_reported, measurements
        """

    /// Statement that inserts a row with the values of a site, and returns its id.
    static let insert = """
        INSERT INTO site (source, digest, \(columns))
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
        """

    /// Statement that updates a row with the values of a site.
    static let update = """
        UPDATE site SET digest = ?, (\(columns)) = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        WHERE source = ? AND id = ?
        """

    /// Returns the values of the columns.
    static func values(of site: Site) -> [SQLValue] {
        [
            .text(site.id), .optional(site.name), .optional(site.position?.latitude),
            .optional(site.position?.longitude), .optional(site.address),
        ] + site.counts.map(SQLValue.optional)
            + site.flags.map { .optional($0.map { $0 ? Int64(1) : 0 }) }
            + [
                .optional(site.lastReported?.milliseconds),
                .optional(MeasurementLines.text(of: site.measurements)),
            ]
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
    static func site(from row: any SQLRow) -> Site {
        var site = Site(id: row.text(0) ?? "")
        site.name = row.text(1)
        if let latitude = row.real(2), let longitude = row.real(3) {
            site.position = Position(latitude: latitude, longitude: longitude)
        }
        site.address = row.text(4)
        site.capacity = row.integer(5).map(Int.init)
        site.vehiclesAvailable = row.integer(6).map(Int.init)
        site.vehiclesDisabled = row.integer(7).map(Int.init)
        site.docksAvailable = row.integer(8).map(Int.init)
        site.isInstalled = row.integer(9).map { $0 != 0 }
        site.isRenting = row.integer(10).map { $0 != 0 }
        site.isReturning = row.integer(11).map { $0 != 0 }
        site.lastReported = row.integer(12).map(Timestamp.init(milliseconds:))
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
