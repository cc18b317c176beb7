import FleetCore
import FleetSQL
import FleetTeam
import HTTPTypes
import Hummingbird
import Synchronization

/// Counters of the server, for Prometheus.
///
/// A scrape reads what was counted where it happened; only numbers of vehicles are read from the
/// database, once for each snapshot.
final class Metrics: Sendable {
    private struct Counters {
        /// Requests by the status of their responses.
        var requests: [Int: Int] = [:]
        var durations = Histogram()
        var streams = 0
        /// Responses with the status 503.
        var unavailable: [UnavailableCause: Int] = [:]
    }

    private let counters = Mutex(Counters())
    private let sources = SourceMetrics()

    /// Counts a response.
    func count(_ status: HTTPResponse.Status, after duration: Duration) {
        counters.withLock { counters in
            counters.requests[status.code, default: 0] += 1
            counters.durations.add(duration.seconds)
        }
    }

    /// Counts a response with the status 503.
    func count(_ cause: UnavailableCause) {
        counters.withLock { $0.unavailable[cause, default: 0] += 1 }
    }

    /// Counts a stream that begins, or with -1 one that ends.
    func countStream(_ change: Int) {
        counters.withLock { $0.streams += change }
    }

    /// Adds the route of the counters.
    ///
    /// They are for administrators, and for programs on this machine unless people reach the server
    /// by another address: a proxy here passes on the requests of others, and need not say so.
    func add(to routes: Routes) {
        routes.open(.get, "/metrics") { [self] request in
            let isOwnMachine = request.environment.publicOrigin.isLoopback
            var isAllowed =
                try await isOwnMachine ? isAllowed(request) : hasToken(request)
            if !isAllowed, case .session = request.credential {
                isAllowed = try await Routes.access(of: request)?.role == .administrator
            }
            guard isAllowed else { throw Problem.notFound }
            return await response(in: request.environment)
        }
    }

    /// Returns whether a request is from a program of this machine, or has an administrator's
    /// token.
    func isAllowed(_ request: ServerRequest) async throws -> Bool {
        // A proxy on this machine passes on the requests of others, with its own host name.
        let authority = request.request.head.authority.flatMap { HostAndPort(field: $0) }
        let isLocalName = authority.map { WebOrigin(scheme: .http, host: $0.host).isLoopback }
        if isLocalName == true, request.headers[.xForwardedFor] == nil,
            request.client.address?.isLoopback == true
        {
            return true
        }
        return try await hasToken(request)
    }

    private func hasToken(_ request: ServerRequest) async throws -> Bool {
        guard case .token = request.credential else { return false }
        return try await Routes.access(of: request)?.role == .administrator
    }

    /// Returns all metrics.
    func response(in environment: ServerEnvironment) async -> Response {
        var text = MetricsText()
        addRequests(to: &text)
        let cause = await environment.readiness.cause()
        text.add("fleet_ready", .gauge, "Whether the server can work.", cause == nil ? 1 : 0)
        text.add(
            "fleet_not_ready", .gauge, "Whether the server cannot work by cause.",
            UnavailableCause.ofServers.map {
                .init(labels: [("cause", $0.rawValue)], value: cause == $0 ? 1 : 0)
            })
        await text.add(
            "fleet_follower_lag_seconds", .gauge,
            "Time since the changes, leases and sources of the other servers were last read.",
            environment.followers.map {
                .init(labels: [("follower", $0.name)], value: $0.lag.seconds)
            })
        await text.add(
            "fleet_stream_lag_seconds", .gauge,
            "Time from the receipt of the newest change to its arrival at the streams.",
            environment.changes.lag.seconds)
        await sources.add(to: &text, in: environment)
        environment.options.databaseStatistics?()?.add(to: &text)
        return Response(text.text.utf8, "text/plain; version=0.0.4; charset=utf-8")
    }

    private func addRequests(to text: inout MetricsText) {
        let counters = counters.withLock(\.self)
        text.add(
            "fleet_http_requests_total", .counter, "Responses by status.",
            counters.requests.sorted { $0.key < $1.key }.map { status, count in
                .init(labels: [("status", "\(status)")], value: Double(count))
            })
        text.add(
            "fleet_http_request_seconds_total", .counter, "Time spent on requests.",
            counters.durations.sum)
        text.add(
            "fleet_http_request_duration_seconds", .histogram,
            "Time from a request to the beginning of its response.",
            counters.durations.samples)
        text.add(
            "fleet_http_unavailable_total", .counter, "Responses with the status 503 by cause.",
            UnavailableCause.allCases.map { cause in
                .init(
                    labels: [("cause", cause.rawValue)],
                    value: Double(counters.unavailable[cause] ?? 0))
            })
        text.add(
            "fleet_streams", .gauge, "Open streams of changes.", Double(counters.streams))
    }
}

/// Counts of values up to each of some bounds (Prometheus, histogram).
struct Histogram: Sendable {
    /// In seconds.
    private static let bounds = [
        0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ]

    private var counts = [Int](repeating: 0, count: bounds.count)
    private var count = 0
    private(set) var sum = 0.0

    mutating func add(_ value: Double) {
        if let index = Self.bounds.firstIndex(where: { value <= $0 }) { counts[index] += 1 }
        count += 1
        sum += value
    }

    var samples: [MetricsText.Sample] {
        var total = 0
        let buckets = zip(Self.bounds, counts).map { bound, count in
            total += count
            return MetricsText.Sample(
                suffix: "_bucket", labels: [("le", "\(bound)")], value: Double(total))
        }
        return buckets + [
            .init(suffix: "_bucket", labels: [("le", "+Inf")], value: Double(count)),
            .init(suffix: "_sum", value: sum), .init(suffix: "_count", value: Double(count)),
        ]
    }
}

extension DatabaseStatistics {
    /// Adds the metrics of the database.
    fileprivate func add(to text: inout MetricsText) {
        text.add(
            "fleet_database_connections", .gauge, "Connections to the database by use and state.",
            connections.flatMap { use in
                [("in_use", use.inUse), ("idle", use.idle)].map { state, count in
                    .init(labels: [("class", use.name), ("state", state)], value: Double(count))
                }
            })
        text.add(
            "fleet_database_waits_total", .counter,
            "Transactions that waited for a connection.", Double(waits))
        text.add(
            "fleet_database_errors_total", .counter, "Failed transactions by cause.",
            StoreError.Kind.allCases.map { kind in
                .init(
                    labels: [("cause", kind.rawValue)], value: Double(errors[kind.rawValue] ?? 0))
            })
    }
}
