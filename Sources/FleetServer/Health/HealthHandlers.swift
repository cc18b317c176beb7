import FleetTeam
import Hummingbird
import Logging

/// `/health` and `/ready`, for supervisors and proxies.
struct HealthHandlers {
    /// The paths, which are answered under any host name: probes use the address of a server.
    static let paths: Set<String> = ["/health", "/ready"]

    func add(to routes: Routes) {
        routes.open(.get, "/health") { _ in try Self.health() }
        routes.open(.get, "/ready") { try await Self.readiness(of: $0.environment) }
    }

    /// Returns the answer of a process that runs.
    static func health() throws -> Response { try .json(["status": "ok"]) }

    /// Returns the answer of a server that can work.
    /// - Throws: `Problem` (503) with the cause.
    static func readiness(of environment: ServerEnvironment) async throws -> Response {
        if let cause = await environment.readiness.cause() { throw Problem(unavailable: cause) }
        return try .json(["status": "ready"])
    }
}

extension Readiness {
    /// Creates the readiness of a server with these databases.
    /// - Parameter followers: Returns how far behind the other servers this one is.
    init(
        _ team: Team, _ snapshots: SnapshotReaders, _ options: ServerOptions, logger: Logger,
        followers: @escaping @Sendable () async -> [FollowerLag]
    ) {
        self.init(limit: options.readinessLimit, logger: logger) {
            try await options.checkDatabase?()
            try await team.checkWritable()
            _ = try await snapshots.read { _ in true }
            if await followers().contains(where: { $0.lag >= options.followerLimit }) {
                throw UnavailableCause.notFollowing
            }
        }
    }
}
