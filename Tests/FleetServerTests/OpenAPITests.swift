import Foundation
import HTTPTypes
import Testing

@testable import FleetServer

@Suite("OpenAPI document")
struct OpenAPITests {
    @Test("The document describes every route of the API, and no other")
    func routes() async throws {
        let server = try await ServedTeam()
        let document = try await server.stranger.get("/api/openapi.json").json()
        let paths = try #require(document["paths"] as? [String: [String: Any]])
        let documented = paths.flatMap { path, operations in
            operations.keys.map { "\($0.uppercased()) \(path)" }
        }
        let environment = server.server.environment
        let routes = server.server.routes(
            ErrorRenderer(pages: environment.pages, now: environment.now))
        let served = routes.methods.filter { $0.key.hasPrefix("/api/v1") }
            .flatMap { path, methods in
                let path = path.replacing(/:([a-z]+)/) { "{\($0.output.1)}" }
                return methods.map { "\($0.rawValue) \(path)" }
            }
        #expect(Set(documented).symmetricDifference(served).sorted() == [])
    }
}
