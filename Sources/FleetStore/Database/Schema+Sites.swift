import GRDB

extension Schema {
    /// Version 5.
    ///
    /// - `site` holds the sites of a source's second feed, which has its own row in `source`.
    ///   `digest` detects changed rows.
    /// - `sample` holds the sensor history of the sites, limited to the last values of each series.
    /// - `vehicle.measurements` and `site.measurements` hold the latest measurements in the format
    ///   of `MeasurementLines`.
    @Sendable static func createSites(_ database: Database) throws {
        try database.execute(
            sql: """
                ALTER TABLE vehicle ADD COLUMN measurements TEXT;
                CREATE TABLE site (
                    id INTEGER PRIMARY KEY,
                    source INTEGER NOT NULL REFERENCES source(id) ON DELETE CASCADE,
                    digest INTEGER NOT NULL,
                    site_id TEXT NOT NULL,
                    name TEXT,
                    latitude REAL CHECK (latitude BETWEEN -90 AND 90),
                    longitude REAL CHECK (longitude BETWEEN -180 AND 180),
                    address TEXT,
                    capacity INTEGER,
                    vehicles_available INTEGER,
                    vehicles_disabled INTEGER,
                    docks_available INTEGER,
                    is_installed INTEGER CHECK (is_installed IN (0, 1)),
                    is_renting INTEGER CHECK (is_renting IN (0, 1)),
                    is_returning INTEGER CHECK (is_returning IN (0, 1)),
                    last_reported INTEGER,
                    measurements TEXT,
                    CHECK ((latitude IS NULL) = (longitude IS NULL)),
                    UNIQUE (source, site_id)
                ) STRICT;
                CREATE TABLE sample (
                    site INTEGER NOT NULL REFERENCES site(id) ON DELETE CASCADE,
                    quantity TEXT NOT NULL,
                    at INTEGER NOT NULL,
                    value REAL NOT NULL,
                    PRIMARY KEY (site, quantity, at)
                ) STRICT, WITHOUT ROWID;
                """)
    }
}
