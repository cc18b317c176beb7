import FleetTeam
import HTTPTypes

@testable import FleetServer

/// A route of the API, as a program requests it.
struct ServedRoute: Sendable {
    let method: HTTPRequest.Method
    /// Path with the names of its segments, such as `/api/v1/notes/{uuid}`.
    let path: String
    let parameters: [QueryParameter]

    /// A path of the route; what its segments name need not exist, except for the source.
    var target: String {
        path.replacing("{source}", with: "demo")
            .replacing(/{[a-z]+}/, with: "0192a5c4-7c0e-7000-9d3c-5f0e6d3c2b1a")
    }
}

/// A route for those who are signed in.
struct OwnedRoute: Sendable {
    let method: HTTPRequest.Method
    let path: String
    /// The right that it needs; `nil` for being signed in.
    let right: Right?

    /// Whether its answer does not end.
    var isStream: Bool { ["/api/v1/events", "/api/v1/sources/:source/events"].contains(path) }

    /// Returns the path with values for its segments, of which only the source need exist.
    func target(of source: String = "demo") -> String {
        path.replacing(":source", with: source)
            .replacing(/:[a-z]+/, with: "01890a5d-ac96-774b-bcce-b302099a8057")
    }
}

extension ServedTeam {
    /// The routes of the server.
    var routes: Routes {
        let environment = server.environment
        return server.routes(
            ErrorRenderer(
                pages: environment.pages, now: environment.now, metrics: environment.metrics))
    }

    /// The routes for those who are signed in.
    var ownedRoutes: [OwnedRoute] {
        routes.rights.sorted { $0.key < $1.key }.compactMap { name, right in
            let parts = name.split(separator: " ").map(String.init)
            return HTTPRequest.Method(parts[0]).map {
                OwnedRoute(method: $0, path: parts[1], right: right)
            }
        }
    }

    /// The paths to which everybody may send something.
    var openPosts: [String] {
        let routes = routes
        return routes.methods.filter { $0.value.contains(.post) }.map(\.key)
            .filter { routes.rights["POST \($0)"] == nil }.sorted()
    }

    /// All routes under `/api`.
    var apiRoutes: [ServedRoute] {
        let routes = routes
        return routes.methods.filter { $0.key.hasPrefix("/api/") }.flatMap { path, methods in
            methods.map { method in
                ServedRoute(
                    method: method, path: path.replacing(/:([a-z]+)/) { "{\($0.output.1)}" },
                    parameters: routes.parameters["\(method.rawValue) \(path)"] ?? [])
            }
        }
    }
}
