import FleetTestSupport
import Foundation
import Testing

@Suite("An unreadable station_status is reported", .slots)
struct SiteStatusTests {
    private let list = ["site", "list", "--format", "json"]

    @Test("The stored status is shown as stale with a warning; with --strict it is an error")
    func stale() async throws {
        let system = try await StationSystem()
        let isDown = Observed(false)
        let server = try TestServer { _, request in
            isDown.value && request.target == "/station_status.json"
                ? .status("500 Oops")
                : .text(system.home.text(of: String(request.target.dropFirst())))
        }
        let list = list + ["--source", server.address("/gbfs.json")]
        let first = try await system.home.run(list).succeeded()
        isDown.change { $0 = true }
        try await system.home.ageRequests(seconds: 600)
        let second = try await system.home.run(list).succeeded()
        let failure =
            "the service at \(server.address("/station_status.json")) failed: HTTP status 500"
        #expect(second.errorLines.count == 1)
        #expect(second.errorText.hasPrefix("warning: \(failure); showing data fetched at "))
        #expect(try await Tool.jq(".stale", first.data + second.data) == ["false", "true"])
        let stored = ".fetched_at, .last_updated, .sites[0].measurements[0].value"
        #expect(try await Tool.jq(stored, second.data) == Tool.jq(stored, first.data))
        try await system.home.ageRequests(seconds: 600)
        let strict = try await system.home.run(list + ["--strict"])
        #expect(strict.status == 69 && strict.data.isEmpty)
        #expect(strict.errorLines.first == "error: \(failure)")
        isDown.change { $0 = false }
        try await system.home.ageRequests(seconds: 600)
        let last = try await system.home.run(list + ["--strict"]).succeeded()
        #expect(try await Tool.jq(".stale", last.data) == ["false"])
    }

    @Test("Without any stored status, only the station information is shown, with a warning")
    func never() async throws {
        let system = try await StationSystem()
        try system.damage("station_status")
        let first = try await system.home.run(list).succeeded()
        #expect(first.errorText.hasPrefix("warning: station_status: "))
        #expect(
            try await Tool.jq(".sites[] | .name, (.measurements | length)", first.data)
                == ["Quay", "0"])
    }
}
