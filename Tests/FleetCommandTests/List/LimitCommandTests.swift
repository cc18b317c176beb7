import FleetTestSupport
import Foundation
import Testing

@Suite("Limits of permits on the command line", .slots)
struct LimitCommandTests {
    /// A home with a source of two vehicles, read from 12:00 to 12:05 of 2026-01-30 and at 12:00 of
    /// 2026-01-31.
    private func home() async throws -> FleetHome {
        let home = try FleetHome()
        let vehicles = ["a", "b"].map {
            #"{"bike_id":"\#($0)","lat":59.9,"lon":10.7,"is_reserved":false,"is_disabled":false}"#
        }
        let path = try home.write(
            """
            {"last_updated":1700000000,"ttl":60,"version":"2.3",
            "data":{"bikes":[\(vehicles.joined(separator: ","))]}}
            """, to: "feed.json")
        try await run(
            home, ["source", "add", "x", path, "--ids", "stable", "--history", "30d"],
            at: "30T12:00"
        ).succeeded()
        try await run(home, ["refresh"], at: "30T12:05").succeeded()
        try await run(home, ["refresh"], at: "31T12:00").succeeded()
        return home
    }

    @discardableResult
    private func run(
        _ home: FleetHome, _ arguments: [String], at time: String = "31T12:05"
    ) async throws -> Outcome {
        try await home.run(arguments, environment: ["FLEET_NOW": "2026-01-\(time):00Z"])
    }

    private func days(_ home: FleetHome, _ name: String) async throws -> [[String: Any]] {
        let json = try await run(home, ["limit", "show", name, "--json"]).succeeded().json()
        return try #require(json["days"] as? [[String: Any]])
    }

    private let cap = ["limit", "add", "cap", "--indicator", "vehicle_cap", "--from", "2026-01-30"]

    @Test("each day is met, not met or unknown, and stays so without the history")
    func verdicts() async throws {
        let home = try await home()
        let none = try await run(home, ["limit"]).succeeded()
        #expect(none.errorText.contains("no limits yet"))
        try await run(home, cap + ["--at-most", "1"]).succeeded()
        try await run(
            home,
            [
                "limit", "add", "Two", "--indicator", "vehicle_cap", "--at-most", "2",
                "--coverage", "0.003", "--from", "2026-01-29", "--source", "x",
            ]
        ).succeeded()
        let cap = try await days(home, "CAP")
        #expect(cap.map { $0["outcome"] as? String } == ["not_met", "not_met"])
        #expect(cap.map { $0["worst"] as? Double } == [2, 2])
        #expect(cap[0]["worst_at"] as? String == "2026-01-30T12:00:00Z")
        #expect(cap.map { $0["is_final"] as? Bool } == [true, false])
        #expect(abs((cap[0]["coverage"] as? Double ?? 0) - 5.0 / 1440) < 1e-9)
        let two = try await days(home, "two")
        #expect(two.map { $0["outcome"] as? String } == ["unknown", "met", "met"])
        #expect(two[0]["reason"] as? String == "no_history")
        let behind = try await run(
            home, ["limit", "show", "cap", "--day", "2026-01-30", "--json"]
        ).succeeded().json()
        let vehicles = try #require(behind["vehicles"] as? [[String: Any]])
        #expect(vehicles.map { $0["vehicle_id"] as? String } == ["a", "b"])
        try await run(home, ["source", "edit", "x", "--history", "off", "--yes"]).succeeded()
        let kept = try await days(home, "cap")
        #expect(kept[0]["outcome"] as? String == "not_met" && kept[0]["worst"] as? Double == 2)
        let table = try await run(home, ["limit", "show", "cap", "--ansi", "never"]).succeeded()
        #expect(table.text.contains("the day is not over"))
        let list = try await run(home, ["limit", "list", "--format", "csv"]).succeeded()
        #expect(list.text.contains("cap,vehicle_cap,,1,x,"))
    }

    @Test("only a correction changes a decided day, and a later version the following ones")
    func changes() async throws {
        let home = try await home()
        try await run(home, cap + ["--at-most", "1"]).succeeded()
        try await run(
            home, ["limit", "correct", "cap", "2026-01-31", "met", "--reason", "r"]
        ).failed(
            64, "2026-01-31 is not decided yet",
            "correct it once it is over, if the limit holds then")
        try await run(
            home, ["limit", "correct", "cap", "2026-01-30", "met", "--reason", "test vehicles"]
        ).succeeded()
        let day = try await days(home, "cap")[0]
        #expect(day["outcome"] as? String == "met")
        #expect(day["earlier_outcome"] as? String == "not_met")
        #expect(day["correction"] as? String == "test vehicles")
        let later = ["limit", "add", "CAP", "--indicator", "vehicle_cap", "--at-most", "5"]
        #expect(try await run(home, later + ["--from", "2026-01-30"]).status == 64)
        try await run(home, later + ["--from", "2026-01-31"]).succeeded()
        #expect(
            try await days(home, "cap").map { $0["at_most"] as? Double } == [1, 5])
        try await run(home, ["limit", "end", "cap", "2026-02-10"]).succeeded()
        try await run(home, ["limit", "remove", "cap", "--from", "2026-01-31", "--yes"])
            .succeeded()
        #expect(try await days(home, "cap").count == 2)
        #expect(try await run(home, ["limit", "remove", "cap"]).status == 64)
        try await run(home, ["limit", "remove", "cap", "--yes"]).succeeded()
        try await run(home, ["limit", "show", "cap"]).failed(
            66, "there is no limit named cap", "run `fleet limit list` to see the limits")
    }

    @Test("and what is no limit is refused with its reason")
    func refused() async throws {
        let home = try await home()
        let add = ["limit", "add", "n", "--at-most", "1", "--indicator"]
        for (arguments, status) in [
            (["vehicles"], 64), (["unrented_vehicles"], 64), (["vehicle_cap", "--days", "3"], 64),
            (["vehicle_cap", "--coverage", "2"], 64), (["vehicle_cap", "--from", "soon"], 64),
            (["vehicle_cap", "--zone", "Depot"], 66), (["vehicles_in_no_parking"], 66),
            (["vehicle_cap", "--source", "y"], 66),
            (["vehicle_cap", "--source", "sim://demo"], 64),
            (["vehicle_cap", "--from", "1999-01-01"], 64),
        ] as [([String], Int32)] {
            let outcome = try await run(home, add + arguments)
            #expect(outcome.status == status, "\(arguments)")
        }
        #expect(try await run(home, ["limit", "list", "--json"]).json()["limits"] is [Any])
        let area = try home.write(
            #"{"type":"Polygon","coordinates":[[[10,59],[11,59],[11,60],[10,60],[10,59]]]}"#,
            to: "centre.geojson")
        try await run(home, add + ["parking_duration_1_day", "--zone", area]).succeeded()
        try await run(
            home,
            ["watch", "--count", "1", "--notify", "true", "--on", "limit", "--format", "ndjson"]
        ).succeeded()
    }
}
