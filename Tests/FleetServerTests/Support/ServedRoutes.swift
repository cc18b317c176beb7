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

extension ServedTeam {
    /// All routes under `/api`.
    var apiRoutes: [ServedRoute] {
        let environment = server.environment
        let routes = server.routes(
            ErrorRenderer(
                pages: environment.pages, now: environment.now, metrics: environment.metrics))
        return routes.methods.filter { $0.key.hasPrefix("/api/") }.flatMap { path, methods in
            methods.map { method in
                ServedRoute(
                    method: method, path: path.replacing(/:([a-z]+)/) { "{\($0.output.1)}" },
                    parameters: routes.parameters["\(method.rawValue) \(path)"] ?? [])
            }
        }
    }
}
