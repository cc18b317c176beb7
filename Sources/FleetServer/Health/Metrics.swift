import FleetCore
import FleetService
import FleetTeam
import HTTPTypes
import Hummingbird
import Synchronization

/// Counters of the server, for Prometheus (text-based exposition format, version 0.0.4).
final class Metrics: Sendable {
    private struct Counters {
        /// Requests by the status of their responses.
        var requests: [Int: Int] = [:]
        var seconds = 0.0
        var streams = 0
    }

    private let counters = Mutex(Counters())

    /// Counts a response.
    func count(_ status: HTTPResponse.Status, after duration: Duration) {
        counters.withLock { counters in
            counters.requests[status.code, default: 0] += 1
            counters.seconds += duration.seconds
        }
    }

    /// Counts a stream that begins, or with -1 one that ends.
    func countStream(_ change: Int) {
        counters.withLock { $0.streams += change }
    }

    /// Adds the route of the counters.
    ///
    /// They are for programs on this machine, and for administrators.
    func add(to routes: Routes) {
        routes.open(.get, "/metrics") { [self] request in
            guard try await Self.isAllowed(request) else { throw Problem.notFound }
            return Response(
                text(of: request.environment).utf8, "text/plain; version=0.0.4; charset=utf-8")
        }
    }

    private static func isAllowed(_ request: ServerRequest) async throws -> Bool {
        // A proxy on this machine passes on the requests of others, with its own host name.
        let authority = request.request.head.authority.flatMap { Authority($0) }
        let isLocalName = authority.map { WebOrigin(scheme: .http, host: $0.host).isLoopback }
        if isLocalName == true, request.request.headers[.xForwardedFor] == nil,
            request.client.address?.isLoopback == true
        {
            return true
        }
        return try await Routes.access(of: request)?.role == .administrator
    }

    private func text(of environment: ServerEnvironment) -> String {
        let counters = counters.withLock(\.self)
        var lines = [
            "# HELP fleet_http_requests_total Responses by status.",
            "# TYPE fleet_http_requests_total counter",
        ]
        for (status, count) in counters.requests.sorted(by: { $0.key < $1.key }) {
            lines.append("fleet_http_requests_total{status=\"\(status)\"} \(count)")
        }
        lines += [
            "# HELP fleet_http_request_seconds_total Time spent on requests.",
            "# TYPE fleet_http_request_seconds_total counter",
            "fleet_http_request_seconds_total \(counters.seconds)",
            "# HELP fleet_streams Open streams of changes.", "# TYPE fleet_streams gauge",
            "fleet_streams \(counters.streams)",
            "# HELP fleet_vehicles Vehicles of the last snapshot.",
            "# TYPE fleet_vehicles gauge",
        ]
        let now = environment.now()
        let states = environment.sources.all.map { source in
            (source.name, environment.sources.state(of: source.uuid, .vehicles)?.state)
        }
        for (name, state) in states {
            guard let info = state?.info else { continue }
            lines.append("fleet_vehicles{source=\"\(name)\"} \(info.total)")
        }
        lines += [
            "# HELP fleet_snapshot_age_seconds Age of the last snapshot.",
            "# TYPE fleet_snapshot_age_seconds gauge",
        ]
        for (name, state) in states {
            guard let info = state?.info else { continue }
            let age = max(0, (now - info.fetchedAt).seconds)
            lines.append("fleet_snapshot_age_seconds{source=\"\(name)\"} \(age)")
        }
        lines += [
            "# HELP fleet_source_up Whether the last request to the source succeeded.",
            "# TYPE fleet_source_up gauge",
        ]
        for (name, state) in states {
            let isUp = if case .live = state { 1 } else { 0 }
            lines.append("fleet_source_up{source=\"\(name)\"} \(isUp)")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension ClientAddress {
    /// Whether it is an address of this machine's loopback (RFC 1122, RFC 4291).
    var isLoopback: Bool {
        bytes.count == 4
            ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
    }
}
