import FleetCore
import FleetTeam
import HTTPTypes
import Testing

@testable import FleetServer

@Suite("The rate of pages")
struct PageRateTests {
    private static let html: HTTPFields = [.accept: "text/html"]

    @Test("has ten seconds' pages at once, then its number a second, for each network apart")
    func bucket() throws {
        let rates = PageRates(rate: 20)
        let start = Timestamp(seconds: 1_800_000_000)
        for _ in 0..<200 { try rates.take(.network("a"), at: start) }
        let refused = #expect(throws: Problem.self) { try rates.take(.network("a"), at: start) }
        #expect(refused?.status == .tooManyRequests)
        #expect(refused?.fields[.retryAfter] == "1")
        try rates.take(.network("b"), at: start)
        for _ in 0..<20 { try rates.take(.network("a"), at: start + .seconds(1)) }
        #expect(throws: Problem.self) { try rates.take(.network("a"), at: start + .seconds(1)) }
        for _ in 0..<200 { try rates.take(.network("a"), at: start + .seconds(60)) }
    }

    @Test("of one person is no other's, and the API has none")
    func people() async throws {
        let server = try await ServedTeam(
            options: { $0.pageRate = 1 }, [("demo", [Vehicle(id: "a")])])
        let (ana, ben) = (try await server.visitor("ana"), try await server.visitor("ben"))
        for _ in 0..<10 { #expect(try await ana.get("/").status == 200) }
        let refused = try await ana.get("/")
        #expect(refused.status == 429 && refused.fields[.retryAfter] != nil)
        #expect(try await ana.get("/api/v1/sources/demo/vehicles").status == 200)
        #expect(try await ben.get("/").status == 200)
        for _ in 0..<10 {
            #expect(try await server.stranger.get("/signin", fields: Self.html).status == 200)
        }
        #expect(try await server.stranger.get("/signin", fields: Self.html).status == 429)
        #expect(try await server.stranger.get("/health").status == 200)
        server.clock.advance(by: .seconds(1))
        #expect(try await ana.get("/").status == 200)
    }
}
