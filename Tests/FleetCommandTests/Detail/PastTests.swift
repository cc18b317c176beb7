import FleetTestSupport
import Foundation
import Testing

@Suite("`fleet detail --events` shows the recorded past of a vehicle", .slots)
struct PastTests {
    private func feed(_ percent: Int) -> String {
        #"{"vehicles":[{"id":"A1","is_disabled":false,"battery":\#(percent)},{"id":"B2"}]}"#
    }

    @Test("a home without a server says that it records nothing")
    func unserved() async throws {
        let home = try FleetHome()
        let detail = ["detail", "abp-phy", "--source", "sim://demo", "--art", "none"]
        let text = try await home.run(detail + ["--events"]).succeeded()
        #expect(
            text.lines.last
                == "no events are recorded here: `fleet serve` records those of the sources it serves"
        )
        let json = try await home.run(detail + ["--events", "--json"]).succeeded().json()
        let past = try #require(json["past"] as? [String: Any])
        #expect((past["events"] as? [Any])?.isEmpty == true && past["recorded_since"] == nil)
        let plain = try await home.run(detail + ["--json"]).succeeded().json()
        #expect(plain["past"] == nil)
    }

    @Test("the home of a server, and the source of a team, have the same events")
    func served() async throws {
        let percent = Observed(84)
        let web = try TestServer { _, _ in .text(feed(percent.value)) }
        let server = try await ServedHome()
        let now = ["FLEET_NOW": server.now]
        func run(_ arguments: String...) async throws -> Outcome {
            try await server.home.run(arguments, environment: now).succeeded()
        }
        _ = try await run("source", "add", "town", web.address())
        _ = try await run("refresh", "--source", "town")
        percent.change { $0 = 62 }
        _ = try await run("refresh", "--source", "town")
        let detail = try await run("detail", "A1", "--source", "town", "--events", "--art", "none")
        let lines = try #require(detail.text.split(separator: "\n\n").last)
            .split(separator: "\n").map(String.init)
        #expect(lines[0].hasPrefix("1 event since "))
        #expect(lines[1].hasPrefix("TIME ") && lines[1].contains(" EVENT "))
        #expect(lines[2].contains("battery changed") && lines[2].contains("84% → 62% · available"))
        let quiet = try await run("detail", "B2", "--source", "town", "--events", "--art", "none")
        #expect(quiet.lines.last?.hasPrefix("no events since ") == true)

        let client = try await server.client("anna")
        let own = try await run("detail", "A1", "--source", "town", "--events", "--json").json()
        let team = try await client.run(
            "detail", "A1", "--source", "team:town", "--events", "--json"
        ).succeeded().json()
        let pasts = try [own, team].map { try #require($0["past"] as? NSDictionary) }
        #expect(pasts[0] == pasts[1])
        #expect((pasts[0]["events"] as? [Any])?.count == 1)
    }
}
