import FleetStore
import FleetTeam
import Hummingbird

/// `/health` and `/ready`, for supervisors and proxies.
struct HealthHandlers {
    func add(to routes: Routes) {
        routes.open(.get, "/health") { _ in
            try .json(["status": "ok"])
        }
        // Ready means that the databases answer.
        routes.open(.get, "/ready") { request in
            let environment = request.environment
            _ = try await environment.team.accessRevision()
            _ = try await environment.snapshots.read { _ in true }
            return try .json(["status": "ready"])
        }
    }
}
