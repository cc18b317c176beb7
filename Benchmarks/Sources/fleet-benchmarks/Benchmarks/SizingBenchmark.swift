/// Figures with which an operator sizes a server, as in Documentation/server.md: memory and disk by
/// vehicles, points of zones and people, the bytes that a browser loads, and the pages of a core.
///
/// The bytes of a thousand vehicles or points are the difference of two servers that differ in
/// nothing else, so what every server needs is not in them.
struct SizingBenchmark {
    /// The most bytes, and the fewest pages a second of CPU time.
    private enum Limit {
        static let vehicles = (
            memory: 300_000.0, peak: 1_400_000.0, disk: 450_000.0, sent: 35_000.0
        )
        static let points = (memory: 75_000.0, disk: 10_000.0)
        static let (changes, person) = (650_000.0, 12_000.0)
        static let (page, phone, map) = (15_000.0, 126_000.0, 440_000.0)
        static let (pages, answers) = (75.0, 1_500.0)
    }

    private static let zones = 200
    private static let changes = 10
    /// Number of people, and of the favorites and notes of each.
    private static let (people, entries) = (50, 10)
    /// Time after which everything is loaded.
    private static let settlingTime = Duration.seconds(5)
    private static let requests = 200
    let context: BenchmarkContext

    func rows() throws -> [Row] {
        let few = context.sizes.vehicles / 10
        let small = try usedServer("sizing-small", vehicles: few)
        let zoned = try usedServer("sizing-zones", vehicles: few, zones: Self.zones)
        let large = try usedServer("sizing-large", vehicles: context.sizes.vehicles)
        return vehicleRows(small, large) + pointRows(small, zoned)
            + (try changeRows(large)) + (try personRows()) + (try loadRows(small))
            + (try speedRows(small))
    }

    /// A server that people have used.
    private struct UsedServer {
        let fleet: ServedFleet
        let feed: Feed
        let home: String
        let zones: ZoneFile
        let cookie: String
        /// Bytes of memory, and the most that it had before and after it read the feed again.
        let memory: (now: Double?, peak: Double?)
        let disk: Double
        /// Bytes of the document of points for maps, as it is sent.
        let points: Double
    }

    /// Starts a server, and requests the list, the map with its documents, and the list as JSON.
    private func usedServer(
        _ home: String, vehicles: Int, zones: Int = 0
    ) throws -> UsedServer {
        let folder = context.workspace.path(of: home)
        let feed = try Feed(count: vehicles, zones: zones, folder: folder, ttl: 3_600)
        let fleet = try ServedFleet(feed, home: home, in: context)
        let cookie = try fleet.cookie()
        try Subscribers([], port: fleet.port).read(for: Self.settlingTime)
        let source = "/api/v1/sources/bench/"
        let fields = [cookie, Self.compressed]
        for path in ["/", "/map", source + "zones", source + "vehicles?limit=20"] {
            _ = try WebResponse(to: path, at: fleet.port, fields: fields)
        }
        let points = try WebResponse(to: source + "points", at: fleet.port, fields: fields)
        try Subscribers([], port: fleet.port).read(for: Self.settlingTime)
        let memory = ResidentMemory.size(of: fleet.server.id)
        let disk = try disk(of: "fleet.sqlite", home)
        _ = try WebResponse(
            to: source + "refresh", by: "POST", at: fleet.port,
            fields: [cookie, "Origin: http://127.0.0.1:\(fleet.port)"])
        return UsedServer(
            fleet: fleet, feed: feed, home: home, zones: ZoneFile(count: zones), cookie: cookie,
            memory: (memory, ResidentMemory.peak(of: fleet.server.id)), disk: disk,
            points: Double(points.body.count))
    }

    /// Returns the size of a database of a home without its log.
    private func disk(of file: String, _ home: String) throws -> Double {
        let path = context.workspace.path(of: "home-\(home)/\(file)")
        try context.run(
            context.command("sqlite3", ["-batch", path, "PRAGMA wal_checkpoint(TRUNCATE)"]))
        return Double(try Files.size(of: path))
    }

    private static let compressed = "Accept-Encoding: gzip"
}

// The rows.
extension SizingBenchmark {
    private func vehicleRows(_ small: UsedServer, _ large: UsedServer) -> [Row] {
        let thousands = Double(large.feed.vehicles.count - small.feed.vehicles.count) / 1_000
        let name = "sizing: 1,000 vehicles, "
        return [
            .bytes(
                name + "memory", difference(large.memory.now, small.memory.now, thousands),
                of: total(large.memory.now, large), atMost: Limit.vehicles.memory),
            .bytes(
                name + "peak memory", difference(large.memory.peak, small.memory.peak, thousands),
                of: total(large.memory.peak, large), atMost: Limit.vehicles.peak),
            .bytes(
                name + "disk", difference(large.disk, small.disk, thousands),
                of: total(large.disk, large), atMost: Limit.vehicles.disk),
            .bytes(
                name + "sent to a map", difference(large.points, small.points, thousands),
                of: total(large.points, large), atMost: Limit.vehicles.sent),
        ]
    }

    private func pointRows(_ small: UsedServer, _ zoned: UsedServer) -> [Row] {
        let thousands = Double(zoned.zones.points) / 1_000
        let name = "sizing: 1,000 points of zones, "
        return [
            .bytes(
                name + "memory", difference(zoned.memory.now, small.memory.now, thousands),
                atMost: Limit.points.memory),
            .bytes(
                name + "disk", difference(zoned.disk, small.disk, thousands),
                atMost: Limit.points.disk),
        ]
    }

    /// Changes 2 % of the vehicles several times, which the log of changes keeps.
    private func changeRows(_ large: UsedServer) throws -> [Row] {
        let states = try AlternatingFeed(large.feed.vehicles)
        for _ in 0..<Self.changes {
            try states.alternate()
            _ = try WebResponse(
                to: "/api/v1/sources/bench/refresh", by: "POST", at: large.fleet.port,
                fields: [large.cookie, "Origin: http://127.0.0.1:\(large.fleet.port)"])
        }
        let changed = large.feed.vehicles.count / FeedFile.changeInterval * Self.changes
        return [
            .bytes(
                "sizing: 1,000 changes of vehicles, disk",
                difference(
                    try disk(of: "fleet.sqlite", large.home), large.disk, Double(changed) / 1_000),
                atMost: Limit.changes)
        ]
    }

    /// Measures the disk of people who have signed in, with favorites, notes and a token.
    private func personRows() throws -> [Row] {
        let home = "sizing-people"
        let feed = try Feed(count: 1_000, folder: context.workspace.path(of: home), ttl: 3_600)
        let fleet = try ServedFleet(feed, home: home, viewers: Self.people, in: context)
        let before = try disk(of: "team.sqlite", home)
        for number in 0..<Self.people {
            let token = try fleet.authorization(of: "viewer\(number)")
            let fields = [token, "Content-Type: application/json"]
            for entry in 0..<Self.entries {
                let id = FeedVehicle(number: entry).id
                _ = try WebResponse(
                    to: "/api/v1/sources/bench/favorites/\(id)", by: "PUT", at: fleet.port,
                    fields: fields)
                _ = try WebResponse(
                    to: "/api/v1/notes", by: "POST", at: fleet.port, fields: fields,
                    body: """
                        {"text":"Note \(entry): the brake on the left is loose, and so is the bell",\
                        "source":"bench","vehicle_id":"\(id)","visibility":"private"}
                        """)
            }
        }
        let after = try disk(of: "team.sqlite", home)
        return [
            .bytes(
                "sizing: a person with \(Self.entries) favorites and notes, disk",
                (after - before) / Double(Self.people), atMost: Limit.person)
        ]
    }

    /// Returns the rows for the compressed bytes that a browser without copies loads.
    private func loadRows(_ small: UsedServer) throws -> [Row] {
        let browser = FirstVisit(port: small.fleet.port, cookie: small.cookie)
        let list = try browser.load("/", showsMap: false)
        let map = try browser.load("/map", showsMap: true)
        return [
            .bytes(
                "sizing: page, list of 50 vehicles, sent", Double(list.page),
                of: Row.kilobytes(Double(list.uncompressedPage)) + " uncompressed",
                atMost: Limit.page),
            .bytes(
                "sizing: first page of a phone, sent", Double(list.all),
                of: "\(list.files) files", atMost: Limit.phone),
            .bytes(
                "sizing: first map, sent", Double(map.all), of: "\(map.files) files",
                atMost: Limit.map),
        ]
    }

    /// Measures how many compressed answers a second one core makes, over a connection that stays.
    private func speedRows(_ small: UsedServer) throws -> [Row] {
        try [
            ("list of 50 vehicles", "/", Limit.pages),
            (
                "20 vehicles as JSON", "/api/v1/sources/bench/vehicles?color=red&limit=20",
                Limit.answers
            ),
        ].map { name, path, limit in
            let connection = try KeptConnection(
                port: small.fleet.port, fields: [small.cookie, Self.compressed])
            for _ in 0..<Self.requests / 10 { try connection.get(path) }
            let start = ProcessorTime.used(by: small.fleet.server.id)
            for _ in 0..<Self.requests { try connection.get(path) }
            let end = ProcessorTime.used(by: small.fleet.server.id)
            let row = "sizing: \(name), per second of a core"
            guard let start, let end else { return .unavailable(row) }
            let rate = Double(Self.requests) / max(end - start, .leastNormalMagnitude)
            return Row(
                name: row, figure: rate.text(decimals: 0), limit: "≥ " + limit.text(decimals: 0),
                verdict: rate >= limit ? .passed : .failed)
        }
    }

    private func difference(_ large: Double?, _ small: Double?, _ thousands: Double) -> Double? {
        guard let large, let small else { return nil }
        return (large - small) / thousands
    }

    private func total(_ bytes: Double?, _ server: UsedServer) -> String {
        guard let bytes else { return "-" }
        return "\(Quantity.peak.text(bytes)) with \(server.feed.vehicles.count)"
    }
}
