import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import Testing

@testable import FleetServer

extension ServedTeam {
    /// Returns a request of a visitor, for functions that handlers call.
    func request(of visitor: Visitor, _ target: String = "/") async throws -> UserRequest {
        let head = HTTPRequest(
            method: .get, scheme: "http", authority: "localhost:8080", path: target,
            headerFields: [.cookie: visitor.cookie ?? ""])
        let context = ServerContext(
            source: ApplicationRequestContextSource(
                channel: EmbeddedChannel(), logger: Logger(label: "test")))
        let request = ServerRequest(
            Request(head: head, body: RequestBody(buffer: ByteBuffer())), context,
            in: server.environment)
        let access = try #require(try await Routes.access(of: request))
        return UserRequest(request, of: access)
    }
}
