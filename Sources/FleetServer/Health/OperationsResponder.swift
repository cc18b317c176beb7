import FleetCore
import Hummingbird

/// Responder of the listener for supervisors and Prometheus (`--ops-listen`): `/health`, `/ready`
/// and `/metrics`, and nothing else.
///
/// It does not check the host, because probes use addresses of their own.
struct OperationsResponder: HTTPResponder {
    typealias Context = ServerContext

    /// Most open connections.
    static let maxConnections = 32
    /// A request has no content worth waiting for.
    static let limits = RequestDeadlineHandler.Limits(
        interval: .seconds(10), minBytes: .max, total: .seconds(10))

    let environment: ServerEnvironment
    let security: SecurityFields
    let errors: ErrorRenderer

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        var response: Response
        do {
            response = try await answer(to: request, context)
        } catch {
            response = errors.response(to: error, request, context, nil, asPage: false)
        }
        security.add(to: &response.headers)
        response.headers[.requestID] = context.requestID
        return request.method == .head ? response.createHeadResponse() : response
    }

    private func answer(to request: Request, _ context: ServerContext) async throws -> Response {
        guard request.method == .get || request.method == .head else { throw Problem.notFound }
        switch request.uri.path {
        case "/health": return try HealthHandlers.health()
        case "/ready": return try await HealthHandlers.readiness(of: environment)
        case "/metrics":
            let request = ServerRequest(request, context, in: environment)
            guard try await environment.metrics.isAllowed(request) else {
                throw Problem(
                    .unauthorized, "The metrics need the token of an administrator.",
                    hint: "Send it as `Authorization: Bearer TOKEN`.",
                    fields: [.wwwAuthenticate: "Bearer"])
            }
            return await environment.metrics.response(in: environment)
        default: throw Problem.notFound
        }
    }
}
