import FleetTestSupport
import Foundation
import Testing

@Suite("The history of a source is shown, exported, removed and reported", .slots)
struct HistoryCommandTests {
    private struct Entry {
        var id: String
        var latitude = 59.91
        var longitude = 10.75
        var isReserved = false
        var battery: Double?
    }

    /// A home with a source of GBFS vehicles whose IDs are stable, with a snapshot at each time of
    /// 2026-01-31.
    private func home(_ snapshots: [(time: String, vehicles: [Entry])]) async throws -> FleetHome {
        let home = try FleetHome()
        for (index, snapshot) in snapshots.enumerated() {
            let path = try home.write(document(snapshot.vehicles), to: "feed.json")
            let arguments =
                index == 0
                ? ["source", "add", "x", path, "--ids", "stable", "--history", "30d"]
                : ["refresh"]
            try await run(home, arguments, at: snapshot.time).succeeded()
        }
        return home
    }

    private func document(_ vehicles: [Entry]) throws -> String {
        let list = vehicles.map { vehicle in
            var object: [String: Any] = [
                "bike_id": vehicle.id, "lat": vehicle.latitude, "lon": vehicle.longitude,
                "is_reserved": vehicle.isReserved, "is_disabled": false,
            ]
            object["current_fuel_percent"] = vehicle.battery
            return object
        }
        let json = try JSONSerialization.data(withJSONObject: [
            "last_updated": 1_700_000_000, "ttl": 60, "version": "2.3", "data": ["bikes": list],
        ])
        return String(decoding: json, as: UTF8.self)
    }

    @discardableResult
    private func run(
        _ home: FleetHome, _ arguments: [String], at time: String = "14:00"
    ) async throws -> Outcome {
        try await home.run(arguments, environment: ["FLEET_NOW": "2026-01-31T\(time):00Z"])
    }

    /// Vehicle a moves at 12:05, b leaves at 12:10 and returns at 12:20; nothing is read up to 13:00.
    private var way: [(time: String, vehicles: [Entry])] {
        [
            ("12:00", [Entry(id: "a", battery: 0.8), Entry(id: "b")]),
            ("12:05", [Entry(id: "a", latitude: 59.92, battery: 0.7), Entry(id: "b")]),
            ("12:10", [Entry(id: "a", latitude: 59.92, battery: 0.7)]),
            (
                "12:20",
                [Entry(id: "a", latitude: 59.92, battery: 0.7), Entry(id: "b", longitude: 10.8)]
            ),
            (
                "13:00",
                [Entry(id: "a", latitude: 59.92, battery: 0.7), Entry(id: "b", longitude: 10.8)]
            ),
        ]
    }

    @Test("as a timeline with distances, dwell times and gaps")
    func timeline() async throws {
        let home = try await home(way)
        let json = try await run(home, ["history", "show", "A", "--json"]).succeeded().json()
        let rows = try #require(json["timeline"] as? [[String: Any]])
        #expect(
            rows.map { $0["from"] as? String }
                == [
                    "2026-01-31T12:00:00Z", "2026-01-31T12:05:00Z", "2026-01-31T12:20:00Z",
                    "2026-01-31T13:00:00Z", "2026-01-31T13:00:00Z",
                ].prefix(rows.count).map { $0 })
        #expect(json["vehicle_id"] as? String == "a" && json["until"] != nil)
        #expect(rows.map { $0["gap"] as? String }.contains("pause"))
        #expect(rows[1]["distance_meters"] as? Double == 1112)
        #expect(rows[0]["battery_percent"] as? Double == 80)
        let table = try await run(home, ["history", "show", "b", "--ansi", "never"]).succeeded()
        #expect(table.text.contains("not in the feed"))
        #expect(table.errorText.contains("b of x"))
        let line = try await run(home, ["history", "show", "a", "--format", "geojson"]).succeeded()
        let features = try #require(try line.json()["features"] as? [[String: Any]])
        let geometries = features.compactMap {
            ($0["geometry"] as? [String: Any])?["type"] as? String
        }
        #expect(geometries.contains("LineString"))
        let csv = try await run(
            home, ["history", "show", "a", "--format", "csv", "--from", "12:05", "--to", "12:06"])
        #expect(csv.succeeded().text.contains("2026-01-31T12:05:00Z"))
    }

    @Test("and says why there is none")
    func errors() async throws {
        let home = try await home(way)
        try await run(home, ["history", "show", "c"]).failed(
            66, "no vehicle c in the history of x",
            "`fleet list --search TEXT --color all` finds the vehicles of today")
        for (option, text) in [
            ("--from", "noon"), ("--to", "2026-02-31"), ("--from", "2026-02-01"),
        ] {
            #expect(
                try await run(home, ["history", "show", "a", option, text]).status == 64, "\(text)")
        }
        let reversed = try await run(
            home, ["history", "export", "--from", "2026-01-31 12:10", "--to", "2026-01-31 12:00"])
        #expect(reversed.status == 64 && reversed.errorLines.count == 2)
        try await run(home, ["source", "edit", "x", "--history", "off", "--yes"]).succeeded()
        #expect(try await run(home, ["history", "export"]).status == 66)
        #expect(try await run(home, ["report"]).status == 66)
        #expect(try await run(home, ["report", "--by", "color"]).status == 64)
        #expect(try await run(home, ["report", "--month", "2026-13"]).status == 66)
    }

    @Test("as rows from which the state at each time follows")
    func export() async throws {
        let home = try await home(way)
        let lines = try await run(home, ["history", "export", "--format", "ndjson"]).succeeded()
            .text.split(separator: "\n")
        let rows = try lines.map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(
            rows.map { "\($0["event"] ?? "") \($0["vehicle_id"] ?? "")" } == [
                "state a", "state b", "change a", "removed b", "change b", "gap ", "gap ",
            ])
        let csv = try await run(
            home, ["history", "export", "--from", "2026-01-31 12:07", "--to", "2026-01-31 12:15"])
        let text = csv.succeeded().text
        #expect(text.hasPrefix("at,day,event,vehicle_id,"))
        #expect(text.contains("2026-01-31T12:07:00Z,2026-01-31,state,a,available,59.92"))
        #expect(text.contains("removed,b"))
        #expect(!text.contains("10.8"))
    }

    @Test("with the vehicles that stood still then")
    func idle() async throws {
        let home = try await home(way)
        for (time, ids) in [
            ("12:04", []), ("12:09", ["b"]), ("12:27", ["a"]), ("13:00", ["a", "b"]),
        ] {
            let list = try await run(home, ["list", "--at", time, "--idle", "8m", "--json"])
            #expect(list.ids == ids, "\(time)")
        }
    }

    @Test("of one vehicle is removed, also only what is before a time, and goes on afterwards")
    func removal() async throws {
        let home = try await home(way)
        #expect(try await run(home, ["history", "remove", "a"]).status == 64)
        try await run(
            home, ["history", "remove", "a", "--before", "2026-01-31 12:15", "--yes"]
        ).succeeded()
        #expect(try await run(home, ["list", "--at", "12:06", "--json"]).ids == ["b"])
        #expect(try await run(home, ["list", "--at", "12:20", "--json"]).ids == ["a", "b"])
        let rest = try await run(home, ["history", "show", "a", "--json"]).json()
        let first = (rest["timeline"] as? [[String: Any]])?.first
        #expect(first?["from"] as? String == "2026-01-31T12:10:00Z")
        try await run(home, ["history", "remove", "b", "--yes"]).succeeded()
        #expect(try await run(home, ["list", "--at", "12:21", "--json"]).ids == ["a"])
        #expect(try await run(home, ["list", "--offline", "--json"]).ids == ["a", "b"])
        try await run(home, ["refresh"], at: "14:01").succeeded()
        #expect(
            try await run(home, ["list", "--at", "14:01", "--json"], at: "14:02").ids == ["a", "b"])
        #expect(try await run(home, ["history", "remove", "z", "--yes"]).status == 66)
    }

    @Test("as indicators, with what is estimated and what is left out")
    func report() async throws {
        let home = try await home(way)
        let json = try await run(
            home, ["report", "--from", "2026-01-31 12:00", "--to", "2026-01-31 13:00", "--json"]
        ).succeeded().json()
        #expect(json["coverage"] as? Double == 20.0 / 60)
        let values = try #require(json["indicators"] as? [[String: Any]])
        func value(_ name: String) -> [String: Any] {
            values.first { $0["name"] as? String == name } ?? [:]
        }
        // Two vehicles for ten minutes, one for ten.
        #expect(value("dockless.deployed.avg")["value"] as? Double == 1.5)
        #expect(value("dockless.deployed.avg")["reason"] as? String == "trips_not_in_feed")
        #expect(value("trips.start_loc.count")["value"] as? Double == 1)
        #expect(value("trips.start_loc.count")["is_estimated"] as? Bool == true)
        let table = try await run(home, ["report", "--ansi", "never"]).succeeded()
        #expect(table.text.contains("dockless.deployed.avg"))
        let hours = try await run(
            home, ["report", "--from", "2026-01-31", "--by", "hour,type", "--format", "csv"])
        // A header, and 14 hours with 16 indicators.
        #expect(hours.succeeded().lines.count == 225)
    }
}
