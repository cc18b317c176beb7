#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Statements that a server sends to the database for one request.
enum RequestStatements {
    /// Number of requests; what else the server does meanwhile is in few of them.
    private static let requests = 21
    private static let pause: UInt32 = 50_000

    /// Returns the statements that most of several equal requests cause.
    static func captured(
        by postgres: PostgresServer, _ request: () throws -> Void
    ) throws -> [LoggedStatement] {
        let start = try Files.size(of: postgres.log)
        try set("log_statement = 'all'", of: postgres)
        var periods: [ClosedRange<Double>] = []
        for _ in 0..<requests {
            usleep(pause)
            let start = now
            try request()
            periods.append(start...now)
        }
        usleep(pause)
        try set("log_statement = 'none'", of: postgres)
        let log = Files.text(of: postgres.log).utf8.dropFirst(start)
        let statements = LoggedStatement.all(in: String(decoding: log, as: UTF8.self))
        return mostFrequent(periods.map { period in statements.filter { period ~= $0.time } })
    }

    /// Returns the list whose texts are those of the most lists; their parameters may differ.
    private static func mostFrequent(_ lists: [[LoggedStatement]]) -> [LoggedStatement] {
        let counts = Dictionary(lists.map { ($0.map(\.sql), 1) }, uniquingKeysWith: +)
        let texts = counts.max { $0.value < $1.value }?.key
        return lists.last { $0.map(\.sql) == texts } ?? []
    }

    private static func set(_ setting: String, of postgres: PostgresServer) throws {
        try postgres.sql("ALTER SYSTEM SET " + setting)
        try postgres.sql("SELECT pg_reload_conf()")
        // The processes of the connections read it before their next statement.
        usleep(4 * pause)
    }

    /// Time as in the log, which has whole milliseconds.
    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) + (Double(time.tv_nsec) / 1_000_000).rounded(.down) / 1_000
    }
}
