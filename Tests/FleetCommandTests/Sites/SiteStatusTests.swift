import Foundation
import Testing

@Suite("A status of stations that cannot be read is no secret", .slots)
struct SiteStatusTests {
    private let list = ["site", "list", "--format", "json"]

    @Test("what is known of it is stale, with a warning; it is the failure if --strict")
    func stale() async throws {
        let town = try await StationTown()
        let isDown = Observed(false)
        let server = try FeedServer { _, request in
            isDown.value && request.target == "/station_status.json"
                ? .status("500 Oops")
                : .text(town.home.text(of: String(request.target.dropFirst())))
        }
        let list = list + ["--source", server.address("/gbfs.json")]
        let first = try await town.home.run(list).succeeded()
        isDown.change { $0 = true }
        try await town.home.age(seconds: 600)
        let second = try await town.home.run(list).succeeded()
        let failure =
            "the service at \(server.address("/station_status.json")) failed: HTTP status 500"
        #expect(second.talkLines.count == 1)
        #expect(second.talk.hasPrefix("warning: \(failure); showing what was fetched "))
        #expect(try await Tool.jq(".stale", first.data + second.data) == ["false", "true"])
        let kept = ".fetched_at, .last_updated, .sites[0].measurements[0].value"
        #expect(try await Tool.jq(kept, second.data) == Tool.jq(kept, first.data))
        try await town.home.age(seconds: 600)
        let strict = try await town.home.run(list + ["--strict"])
        #expect(strict.status == 69 && strict.data.isEmpty)
        #expect(strict.talkLines.first == "error: \(failure)")
        isDown.change { $0 = false }
        try await town.home.age(seconds: 600)
        let last = try await town.home.run(list + ["--strict"]).succeeded()
        #expect(try await Tool.jq(".stale", last.data) == ["false"])
    }

    @Test("where it was never read, the information is shown alone, with a warning")
    func never() async throws {
        let town = try await StationTown()
        try town.damage("station_status")
        let first = try await town.home.run(list).succeeded()
        #expect(first.talk.hasPrefix("warning: station_status: "))
        #expect(
            try await Tool.jq(".sites[] | .name, (.measurements | length)", first.data)
                == ["Quay", "0"])
    }
}
