import FleetCore
import FleetSQL
import FleetTeam
import Foundation
import HTTPTypes
import Hummingbird
import Logging

/// Outermost responder: checks the host, and turns every error into a response with our fields.
///
/// Errors of Hummingbird's router and decoders leave its middleware chain, so this wraps the
/// router from outside.
struct OuterResponder<Inner: HTTPResponder>: HTTPResponder where Inner.Context == ServerContext {
    typealias Context = ServerContext

    let inner: Inner
    let environment: ServerEnvironment
    let security: SecurityFields
    let errors: ErrorRenderer

    func respond(to request: Request, context: ServerContext) async throws -> Response {
        let language = Language.preferred(by: request)
        // A language that is bound already, as tests do, stays.
        guard language != .current, Language.current == .english else {
            return await answered(to: request, context)
        }
        return await Language.$current.withValue(language) { await answered(to: request, context) }
    }

    private func answered(to request: Request, _ context: ServerContext) async -> Response {
        var response: Response
        do {
            // RFC 9112, section 3.2: the decoder takes the first one out.
            guard request.headers[.host] == nil else {
                throw Problem(
                    .badRequest, "The request names more than one host.",
                    hint: "Send one field Host.")
            }
            guard isProbe(request) || environment.policy.acceptsHost(request.head.authority) else {
                throw Problem(
                    .misdirectedRequest, "This server is not reached by this name.",
                    hint: "Open it by its --public-url.")
            }
            try await environment.setup.require(for: request.uri.path)
            response = try await answer(to: request, context)
            // Hummingbird renders its own errors without our body.
            if response.status.code >= 400, response.headers[.contentType] == nil {
                throw response.status == .notFound
                    ? Problem.notFound
                    : Problem(response.status, .verbatim(response.status.reasonPhrase))
            }
        } catch {
            // Without the database, asking for the user would only take its time again.
            let user: UserRequest? =
                if case StoreError.unavailable = error { nil } else {
                    await user(of: request, context)
                }
            response =
                if let user {
                    await user.access.answering {
                        errors.response(to: error, request, context, user)
                    }
                } else { errors.response(to: error, request, context, nil) }
        }
        security.add(to: &response.headers)
        response.headers[.requestID] = context.requestID
        let duration = context.startedAt.duration(to: .now)
        environment.metrics.count(response.status, after: duration)
        log(request, response, duration, context)
        return response
    }

    private func log(
        _ request: Request, _ response: Response, _ duration: Duration, _ context: ServerContext
    ) {
        guard context.logger.logLevel <= .info else { return }
        let client = Client(of: request, context, in: environment)
        var facts: Logger.Metadata = [
            "method": "\(request.method.rawValue)", "path": "\(request.uri.path)",
            "status": .stringConvertible(response.status.code),
            "ms": .stringConvertible(duration / .milliseconds(1)),
        ]
        facts["client"] = client.address.map { "\($0.text)" }
        facts["user"] = context.user.name.map { "\($0)" }
        facts["bytes"] = response.body.contentLength.map { .stringConvertible($0) }
        context.logger.info("request", metadata: facts)
    }

    /// Returns the response within the limits of the client.
    private func answer(to request: Request, _ context: ServerContext) async throws -> Response {
        let client = Client(of: request, context, in: environment)
        let key = client.address.map { AnswerLimits.Key.requests($0.network) }
        let slot = environment.limits.slot(key.map { [$0] } ?? [])
        guard slot != nil else { throw Problem.tooManyRequests }
        defer { withExtendedLifetime(slot) {} }
        let response = try await inner.respond(to: request, context: context)
        return request.method == .head
            ? response
            : try context.largeAnswer.limited(
                response, in: environment.limits, for: client, context.channel)
    }

    /// Whether a supervisor asks for the health of the server; its answer depends on no host.
    private func isProbe(_ request: Request) -> Bool {
        RequestPolicy.isSafe(request.method) && HealthHandlers.paths.contains(request.uri.path)
    }

    /// Returns the user of a page that no route has answered, such as that of an unknown address.
    private func user(of request: Request, _ context: ServerContext) async -> UserRequest? {
        guard ErrorRenderer.isForPeople(request), RequestPolicy.isSafe(request.method),
            environment.policy.acceptsHost(request.head.authority)
        else { return nil }
        let request = ServerRequest(request, context, in: environment)
        guard let access = try? await Routes.access(of: request) else { return nil }
        return UserRequest(request, of: access)
    }
}

extension HTTPField.Name {
    fileprivate static let host = HTTPField.Name("Host") ?? .via
}
