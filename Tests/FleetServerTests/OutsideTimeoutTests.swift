import FleetTeam
import FleetTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer

@Suite("A request that waits for another system", .timeLimit(.minutes(15)))
struct OutsideTimeoutTests {
    @Test("gets its answer after a while, and the refresh goes on")
    func refresh() async throws {
        let server = try await ServedTeam(options: { $0.outsideLimit = .milliseconds(1) })
        let ana = try await server.visitor("ana")
        server.sources.endsRefreshes = false
        let page = try await ana.post("/refresh", [("source", "demo")])
        #expect(page.status == 303)
        let answer = try await ana.post("/api/v1/sources/demo/refresh", [])
        #expect(answer.status == 504)
        let problem = try answer.json()
        #expect(problem["detail"] as? String == "The service of demo has not answered for 0 s.")
        #expect(
            problem["hint"] as? String
                == "The refresh continues, and the list will show its result.")
        try await waitUntil("two refreshes") { server.sources.refreshed.count == 2 }
        server.sources.endsRefreshes = true
    }

    @Test("gets its answer also from a webhook that is silent")
    func webhook() async throws {
        let mayEnd = Observed(false)
        let server = try await ServedTeam(
            sendTestAlert: { _ in _ = await mayEnd.waitUntil(\.self) },
            options: {
                $0.outsideLimit = .milliseconds(1)
                // Its address needs no name server.
                $0.allowsPrivateSources = true
            })
        let root = try await server.visitor("root")
        _ = try await root.post(
            "/admin/alerts",
            [
                ("name", "Low"), ("kind", "battery_low"), ("webhook", "https://9.9.9.9/hush"),
            ])
        let alert = try #require(try await server.team.alerts().first)
        let page = try await root.post("/admin/alerts/\(alert.id.text)", [("do", "test")])
        #expect(page.status == 422)
        #expect(page.text.contains("The webhook has not answered for 0 s."))
        mayEnd.change { $0 = true }
    }
}
