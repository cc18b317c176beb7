import FleetTeam
import HTTPTypes
import Hummingbird

extension Routes {
    typealias AdministratorHandler =
        @Sendable (UserRequest, Administration) async throws -> Response

    /// Adds a page for administrators; others get 403 before anything of the request is read.
    func administrationPage(
        _ method: HTTPRequest.Method, _ path: String, _ handler: @escaping AdministratorHandler
    ) {
        page(method, "/admin" + path, Self.right(to: method)) {
            try await handler($0, $0.access.administration())
        }
    }

    /// Adds a part of the API for administrators.
    func administrationAPI(
        _ method: HTTPRequest.Method, _ path: String, query: [QueryParameter] = [],
        _ handler: @escaping AdministratorHandler
    ) {
        api(method, path, Self.right(to: method), query: query) {
            try await handler($0, $0.access.administration())
        }
    }

    private static func right(to method: HTTPRequest.Method) -> Right {
        method == .get ? .settings : .changeSettings
    }
}
