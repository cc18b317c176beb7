import FleetTestSupport
import Foundation
import Testing

@Suite("A history is compared with policies", .slots)
struct PolicyReportTests {
    static let policies = """
        {"version": "2.0.0", "policies": [{"policy_id": "p1", "name": "Centre", \
        "start_date": 1700000000000, "provider_ids": ["city"], "rules": [\
        {"rule_id": "r1", "name": "Cap", "rule_type": "count", "rule_units": "devices", \
        "geographies": ["g1"], "states": {"available": []}, "maximum": 1}, \
        {"rule_id": "r2", "name": "Idle", "rule_type": "time", "rule_units": "minutes", \
        "geographies": ["g1"], "states": {"reserved": []}, "maximum": 5}, \
        {"rule_id": "r3", "name": "Walk", "rule_type": "speed", "rule_units": "kph", \
        "geographies": ["g1"], "maximum": 6}]}]}
        """
    static let geographies = """
        {"geographies": [{"geography_id": "g1", "name": "Centre", "geography_json": {"type": \
        "Polygon", "coordinates": [[[10, 59], [11, 59], [11, 60], [10, 60], [10, 59]]]}}]}
        """

    /// A home with two available vehicles from 12:00, one of them reserved from 12:10 on, outside the
    /// area from 12:20 on.
    private func home() async throws -> FleetHome {
        let home = try FleetHome()
        for (index, (time, longitude, isReserved)) in [
            ("12:00", 10.75, false), ("12:10", 10.75, true), ("12:20", 11.5, true),
            ("12:30", 11.5, true),
        ].enumerated() {
            let path = try home.write(
                """
                {"last_updated": 1700000000, "ttl": 60, "version": "2.3", "data": {"bikes": [\
                {"bike_id": "a", "lat": 59.9, "lon": 10.7, "is_reserved": false, "is_disabled": \
                false}, {"bike_id": "b", "lat": 59.9, "lon": \(longitude), "is_reserved": \
                \(isReserved), "is_disabled": false}]}}
                """, to: "feed.json")
            let add = ["source", "add", "x", path, "--ids", "stable", "--history", "30d"]
            try await run(home, index == 0 ? add : ["refresh"], at: time).succeeded()
        }
        try home.write(Self.geographies, to: "geographies.json")
        return home
    }

    @discardableResult
    private func run(
        _ home: FleetHome, _ arguments: [String], at time: String = "12:30"
    ) async throws -> Outcome {
        try await home.run(arguments, environment: ["FLEET_NOW": "2026-01-31T\(time):00Z"])
    }

    @Test("with the time that each rule was kept, and each violation with its vehicles")
    func report() async throws {
        let home = try await home()
        let path = try home.write(Self.policies, to: "policies.json")
        let arguments = ["report", "--from", "2026-01-31", "--policy", path]
        let document = try await run(home, arguments + ["--json"]).succeeded().json()
        let rules = try #require(document["rules"] as? [[String: Any]])
        #expect(rules.map { $0["rule_id"] as? String } == ["r1", "r2", "r3"])
        #expect(rules[0]["seconds_in_effect"] as? Double == 12.5 * 3600)
        let shares = rules.map { (($0["compliance_percent"] as? Double) ?? -1).rounded() }
        #expect(shares == [67, 83, -1])
        #expect(rules[2]["reason"] as? String == "type")
        let cap = try #require((rules[0]["violations"] as? [[String: Any]])?.first)
        #expect(cap["vehicle_ids"] as? [String] == ["a", "b"] && cap["peak"] as? Int == 2)
        #expect(cap["start"] as? String == "2026-01-31T12:00:00Z")
        #expect(cap["end"] as? String == "2026-01-31T12:10:00Z")
        let csv = try await run(home, arguments + ["--violations", "--format", "csv"]).succeeded()
        let rows = csv.text.split(whereSeparator: \.isNewline).dropFirst().map { String($0) }
        #expect(
            rows == [
                "p1,Centre,r1,Cap,2026-01-31T12:00:00Z,2026-01-31T12:10:00Z,2,2026-01-31T12:00:00Z,a b",
                "p1,Centre,r2,Idle,2026-01-31T12:15:00Z,2026-01-31T12:20:00Z,1,2026-01-31T12:15:00Z,b",
            ])
        let table = try await run(home, arguments + ["--ansi", "never"]).succeeded()
        #expect(table.text.contains("at most 1 vehicle ") && table.text.contains("66.6%"))
        let others = try await run(home, arguments + ["--provider", "other", "--json"])
        #expect((try others.succeeded().json()["rules"] as? [Any])?.isEmpty == true)
    }

    @Test("and what cannot be read is an error or a warning")
    func errors() async throws {
        let home = try await home()
        let path = try home.write(Self.policies, to: "rules.json")
        let alone = try await run(home, ["report", "--policy", path, "--json"]).succeeded()
        let rules = try #require(try alone.json()["rules"] as? [[String: Any]])
        #expect(rules.allSatisfy { $0["compliance_percent"] == nil })
        #expect(alone.errorText.contains("--geographies names the document with them"))
        #expect(rules[0]["reason"] as? String == "geography")
        #expect(try await run(home, ["report", "--policy", "sim://demo"]).status == 64)
        #expect(try await run(home, ["report", "--violations"]).status == 64)
        #expect(try await run(home, ["report", "--policy", path, "--by", "day"]).status == 64)
        #expect(try await run(home, ["report", "--policy", "/no/such.json"]).status == 74)
        let feed = try home.write("{}", to: "empty.json")
        #expect(try await run(home, ["report", "--policy", feed]).status == 65)
        #expect(
            try await run(home, ["report", "--policy", path, "--geographies", feed]).status == 65)
    }
}
