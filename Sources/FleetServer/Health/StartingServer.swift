package import FleetCore
import Foundation
import Hummingbird
package import Logging

/// The listener for supervisors while the server waits for its database: alive, and not ready.
package struct StartingServer: Sendable {
    private let address: ListenAddress
    private let logger: Logger

    package init(at address: ListenAddress, logger: Logger) {
        (self.address, self.logger) = (address, logger)
    }

    /// Answers until the task is cancelled.
    /// - Throws: `ListenError`.
    package func run() async throws {
        let listener = ListeningService(address) { onListening in
            Application(
                responder: Responder(),
                server: .http1(configuration: FleetServer.channel(OperationsResponder.limits)),
                configuration: ApplicationConfiguration(
                    address: .hostname(address.host, port: address.port),
                    availableConnectionsDelegate: .maximum(
                        OperationsResponder.maxConnections, logger: logger)),
                onServerRunning: { _ in onListening() }, logger: logger)
        }
        do {
            try await listener.run()
        } catch {
            if !Task.isCancelled { throw error }
        }
    }

    private struct Responder: HTTPResponder {
        typealias Context = ServerContext

        func respond(to request: Request, context: ServerContext) async throws -> Response {
            var response = try answer(to: request, context)
            response.headers[.cacheControl] = "no-store"
            return request.method == .head ? response.createHeadResponse() : response
        }

        private func answer(to request: Request, _ context: ServerContext) throws -> Response {
            let isRead = request.method == .get || request.method == .head
            if isRead, request.uri.path == "/health" { return try HealthHandlers.health() }
            let problem =
                isRead && request.uri.path == "/ready"
                ? Problem(unavailable: .noConnection) : Problem.notFound
            return Response(
                try JSONEncoder().encode(problem.document(requestID: context.requestID)),
                "application/problem+json", status: problem.status, fields: problem.fields)
        }
    }
}
