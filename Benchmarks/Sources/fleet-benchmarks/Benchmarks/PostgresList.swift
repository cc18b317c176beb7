#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Benchmark of `fleet serve --database`: a page of a large list, compared with pgbench running the
/// statements that the server sends for it.
///
/// Both have one connection with one request at a time, and prepared statements. Each address is
/// new, so no answer that was kept for it can serve; in one more row it is always the same.
struct PostgresList {
    private static let database = "list"
    private static let loadLimit = Duration.seconds(600)
    private let context: BenchmarkContext
    private let postgres: PostgresServer
    private let feed: Feed
    private let fleet: ServedFleet
    private let connection: KeptConnection

    init(_ context: BenchmarkContext, _ postgres: PostgresServer) throws {
        (self.context, self.postgres) = (context, postgres)
        let count = context.sizes.storedFleets.large
        let folder = context.workspace.path(of: "postgres-list")
        feed = try Feed(count: count, folder: folder, ttl: 3_600)
        fleet = try ServedFleet(
            feed, home: "postgres-list", database: postgres.makeDatabase(Self.database),
            in: context)
        let authorization = try fleet.authorization()
        connection = try KeptConnection(port: fleet.port, fields: [authorization])
        try load(authorization)
    }

    /// Waits until the server has read the feed.
    private func load(_ authorization: String) throws {
        let start = ContinuousClock.now
        let path = "/api/v1/sources/bench/vehicles?limit=1"
        while (try? WebResponse(to: path, at: fleet.port, fields: [authorization])) == nil {
            try Interrupts.check()
            guard start.duration(to: .now) < Self.loadLimit else {
                throw BenchmarkError.unexpectedResult("the feed is not read")
            }
            usleep(500_000)
        }
        // What autovacuum does later.
        try postgres.sql("VACUUM ANALYZE", in: Self.database)
    }

    func rows() throws -> [Row] {
        let page = Page(connection)
        try check(page.load())
        let statements = try RequestStatements.captured(by: postgres) { try page.load() }
        let list = statements.transactions.filter { $0.contains { $0.sql.contains("vehicle_id") } }
        guard !list.isEmpty else {
            throw BenchmarkError.unexpectedResult("the list does not come from the database")
        }
        let scripts = [PgbenchScript(statements), PgbenchScript(Array(list.joined()))]
        var times: [[Double]] = [[], [], [], []]
        // The first round warms up.
        for round in 0...context.sizes.loadRounds {
            let means =
                try [true, false].map {
                    try page.meanTime(for: context.sizes.loadTime, isNew: $0)
                }
                + scripts.map {
                    try $0.latency(
                        on: postgres, database: Self.database, for: context.sizes.loadTime,
                        in: context)
                }
            if round > 0 { for (index, mean) in means.enumerated() { times[index].append(mean) } }
        }
        let again = try RequestStatements.captured(by: postgres) { try page.load() }
        guard again.map(\.sql) == statements.map(\.sql) else {
            throw BenchmarkError.unexpectedResult("the requests differ in their statements")
        }
        let name = "postgres: 20 red ones of \(feed.vehicles.count) vehicles as JSON, mean time"
        let medians = times.map(\.median)
        let listed = list.reduce(0) { $0 + $1.count }
        return [
            .latency(
                name, medians[0], of: ("pgbench, \(statements.count) statements", medians[2]),
                limit: 2),
            .latency(name, medians[0], of: ("pgbench, the list's \(listed)", medians[3])),
            .latency(
                name + ", the same again", medians[1],
                of: ("pgbench, \(statements.count) statements", medians[2])),
        ]
    }

    /// Checks the vehicles of the list, their order and the total.
    private func check(_ page: String) throws {
        let ids = feed.vehicles.lowestIDs(20, redOnly: true)
        let listed = page.split(separator: #""vehicle_id":""#).dropFirst()
            .map { String($0.prefix(36)) }
        guard listed == ids, page.jsonNumber(of: "total") == feed.vehicles.count else {
            throw BenchmarkError.unexpectedResult("the list is \(page)")
        }
    }
}

/// Requests for the first page of the list.
private final class Page {
    private let connection: KeptConnection
    private var requests = 0

    init(_ connection: KeptConnection) { self.connection = connection }

    /// - Parameter isNew: Whether the address was not requested before.
    @discardableResult
    func load(isNew: Bool = true) throws -> String {
        if isNew { requests += 1 }
        // The location changes nothing but the address: the order is that of the IDs.
        let location = "near=0,0.\(1_000_000 + requests)&sort=id"
        return try connection.get(
            "/api/v1/sources/bench/vehicles?color=red&limit=20&" + location)
    }

    /// Makes requests for a time; returns the mean time of one in seconds.
    func meanTime(for time: Duration, isNew: Bool) throws -> Double {
        let start = ContinuousClock.now
        var count = 0.0
        while true {
            try load(isNew: isNew)
            count += 1
            let elapsed = start.duration(to: .now)
            if elapsed >= time { return elapsed / .seconds(1) / count }
        }
    }
}

extension [LoggedStatement] {
    /// The statements of each transaction.
    fileprivate var transactions: [[LoggedStatement]] {
        reduce(into: []) { transactions, statement in
            if statement.sql.hasPrefix("BEGIN") || transactions.isEmpty {
                transactions.append([])
            }
            transactions[transactions.count - 1].append(statement)
        }
    }
}
