/// CPU time of the pages of `fleet serve`, as a browser of a person who is signed in requests them.
struct ServePages {
    /// The pages, with the most milliseconds of CPU time that one may take.
    private static let pages = [
        ("list of 50 vehicles", "/", 10.0), ("100 notes", "/notes", 10),
        ("a vehicle", "/v/bench/\(FeedVehicle(number: 0).id)", 8), ("map", "/map", 8),
        ("what needs attention", "/attention", 8), ("account", "/account", 8),
    ]
    private static let notes = 100
    /// Requests of a page in one run.
    private static let requests = 20
    let context: BenchmarkContext

    func rows() throws -> [Row] {
        let feed = try Feed(
            count: context.sizes.browsedFleets.idle,
            folder: context.workspace.path(of: "serve-pages"), ttl: 3_600)
        let fleet = try ServedFleet(feed, home: "serve-pages", in: context)
        let cookie = try fleet.cookie()
        try addNotes(fleet, cookie)
        var times = Self.pages.map { _ in [Double]() }
        for round in 0...context.sizes.loadRounds {
            for (index, page) in Self.pages.enumerated() {
                let time = try time(of: page.1, fleet, cookie)
                // The first round warms up.
                if round > 0, let time { times[index].append(time) }
            }
        }
        return zip(Self.pages, times).map { page, times in
            let name = "serve: page, \(page.0), CPU time"
            guard !times.isEmpty else { return .unavailable(name) }
            return Row(
                name: name, figure: times.median.text(decimals: 1) + " ms",
                limit: "≤ " + page.2.text(decimals: 0) + " ms",
                verdict: Row.verdict(times.median, page.2))
        }
    }

    /// Returns the CPU time of one request in milliseconds; `nil` where it cannot be measured.
    private func time(of path: String, _ fleet: ServedFleet, _ cookie: String) throws -> Double? {
        let start = ProcessorTime.used(by: fleet.server.id)
        for _ in 0..<Self.requests {
            _ = try WebResponse(to: path, at: fleet.port, fields: [cookie, "Accept: text/html"])
        }
        guard let start, let end = ProcessorTime.used(by: fleet.server.id) else { return nil }
        return (end - start) * 1000 / Double(Self.requests)
    }

    private func addNotes(_ fleet: ServedFleet, _ cookie: String) throws {
        let fields = [
            cookie, "Origin: http://127.0.0.1:\(fleet.port)", "Content-Type: application/json",
        ]
        for number in 1...Self.notes {
            _ = try WebResponse(
                to: "/api/v1/notes", by: "POST", at: fleet.port, fields: fields,
                body: """
                    {"text":"Note \(number): the brake is loose","source":"bench",\
                    "vehicle_id":"\(FeedVehicle(number: 1).id)","visibility":"team"}
                    """)
        }
    }
}
