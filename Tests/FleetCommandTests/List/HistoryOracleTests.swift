import FleetTestSupport
import Foundation
import Testing

/// Documents of a small fleet, with a gap of more than two days.
@Suite("The commands of a history agree with the documents that were read", .slots)
struct HistoryOracleTests {
    private struct Entry: Equatable {
        var state = "available"
        var latitude = 59.9
        var longitude = 10.7

        /// The entry with its position in millionths of a degree, as a history has it.
        var rounded: Entry {
            Entry(
                state: state, latitude: (latitude * 1e6).rounded(),
                longitude: (longitude * 1e6).rounded())
        }
    }

    private typealias Fleet = [String: Entry]

    /// The first time, in seconds since 1970: 2026-01-27T20:20:00Z.
    private static let start = 1_769_545_200.0

    /// Returns the documents with their times in seconds.
    private func series() -> [(time: Double, fleet: Fleet)] {
        var random = Steps(state: 11)
        var fleet: Fleet = [:]
        for number in 0..<9 {
            fleet["v\(number)"] = Entry(latitude: 59.9 + Double(number) / 1000)
        }
        var away: Fleet = [:]
        var (time, documents) = (Self.start, [(Self.start, fleet)])
        while documents.count < 120 {
            // Longer than ten minutes is a gap.
            time += documents.count == 60 ? 54 * 3600 : [240, 300, 420, 600][random.next(4)]
            for id in Set(fleet.keys).union(away.keys).sorted() where random.next(5) == 0 {
                guard var entry = fleet[id] else {
                    if var back = away.removeValue(forKey: id) {
                        back.longitude = 10.7 + Double(random.next(900)) / 10_000
                        fleet[id] = back
                    }
                    continue
                }
                switch random.next(4) {
                case 0: (away[id], fleet[id]) = (entry, nil)
                case 1:
                    entry.latitude = 59.9 + Double(random.next(900)) / 10_000
                    fleet[id] = entry
                default:
                    entry.state = ["available", "reserved", "disabled"][random.next(3)]
                    fleet[id] = entry
                }
            }
            documents.append((time, fleet))
        }
        return documents
    }

    private func document(_ fleet: Fleet) throws -> String {
        let list = fleet.map { id, entry in
            [
                "bike_id": id, "lat": entry.latitude, "lon": entry.longitude,
                "is_reserved": entry.state == "reserved", "is_disabled": entry.state == "disabled",
            ] as [String: Any]
        }
        let json = try JSONSerialization.data(withJSONObject: [
            "last_updated": 1_700_000_000, "ttl": 3600, "version": "2.3", "data": ["bikes": list],
        ])
        return String(decoding: json, as: UTF8.self)
    }

    private static func text(_ seconds: Double) -> String {
        Date(timeIntervalSince1970: seconds).formatted(.iso8601)
    }

    private func home(of documents: [(time: Double, fleet: Fleet)]) async throws -> FleetHome {
        let home = try FleetHome()
        for (index, read) in documents.enumerated() {
            let path = try home.write(document(read.fleet), to: "feed.json")
            let arguments =
                index == 0
                ? ["source", "add", "x", path, "--ids", "stable", "--history", "30d"]
                : ["refresh"]
            _ = try await run(home, arguments, at: read.time).succeeded()
        }
        return home
    }

    private func run(
        _ home: FleetHome, _ arguments: [String], at seconds: Double
    ) async throws -> Outcome {
        try await home.run(arguments, environment: ["FLEET_NOW": Self.text(seconds)])
    }

    @Test("--at has each document as it was, and the report by day is that of the exported rows")
    func figures() async throws {
        let documents = series()
        let home = try await home(of: documents)
        let now = try #require(documents.last).time + 60
        for (index, read) in documents.enumerated() {
            let next = index + 1 < documents.count ? documents[index + 1].time : now
            for time in [read.time, next - 1] {
                let list = try await run(
                    home, ["list", "--at", Self.text(time), "--color", "all", "--json"], at: now)
                #expect(
                    try fleet(list.succeeded()).mapValues(\.rounded)
                        == read.fleet.mapValues(\.rounded), "\(Self.text(time))")
            }
        }
        let path = home.path(of: "export.csv")
        let csv = try await run(home, ["history", "export", "--format", "csv"], at: now)
        try Data(csv.succeeded().data).write(to: URL(filePath: path))
        let json = try await run(
            home, ["report", "--from", "2026-01-27", "--by", "day", "--json"], at: now)
        let report = try json.succeeded().json()
        let task: [String: Any] = [
            "evidence": "absence", "zone": "UTC", "bucket": "day", "group": "", "areas": [],
            "from": Int64(1_769_472_000_000), "to": Int64(now * 1000), "export": path,
        ]
        let script = Project.folder + "/Tests/FleetCoreTests/Oracle/history.py"
        let lines = try await Tool.run(
            Tool.python, "-X", "utf8", script,
            input: Array(try JSONSerialization.data(withJSONObject: task)))
        try compare(report, String(decoding: lines, as: UTF8.self).split(separator: "\n"))
    }

    /// Returns the vehicles of a document of the list.
    private func fleet(_ list: Outcome) throws -> Fleet {
        let vehicles = try #require(try list.json()["vehicles"] as? [[String: Any]])
        return Dictionary(
            try vehicles.map { vehicle in
                let id = try #require(vehicle["vehicle_id"] as? String)
                let state = try #require(vehicle["state"] as? String)
                return (
                    id,
                    Entry(
                        state: state, latitude: vehicle["lat"] as? Double ?? 0,
                        longitude: vehicle["lon"] as? Double ?? 0)
                )
            }
        ) { first, _ in first }
    }

    private func compare(_ report: [String: Any], _ lines: [Substring]) throws {
        let values = try #require(report["indicators"] as? [[String: Any]])
        let days = Set(values.compactMap { $0["from"] as? String }).sorted()
        var known: [String: [String: Any]] = [:]
        for value in values {
            let day = try #require(days.firstIndex(of: value["from"] as? String ?? ""))
            known["\(day) \(value["name"] ?? "")"] = value
        }
        var count = 0
        for line in lines {
            let parts = try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any])
            if parts[0] as? String == "cut" {
                let excluded = report["excluded"] as? [String: Any]
                #expect(excluded?["trips_in_gaps"] as? Int == parts[1] as? Int)
                let coverage = report["coverage"] as? Double ?? -1
                #expect(abs(coverage - (parts[2] as? Double ?? -2)) < 1e-9)
                continue
            }
            count += 1
            let key = "\(parts[0]) \(parts[2])"
            let value = try #require(known[key], "\(key)")
            #expect(value["reason"] as? String == parts[4] as? String, "\(key)")
            let (figure, expected) = (value["value"] as? Double, parts[3] as? Double)
            let isEqual =
                expected.map { abs((figure ?? .nan) - $0) <= 1e-9 * max(1, abs($0)) }
                ?? (figure == nil)
            #expect(isEqual, "\(key): \(figure ?? -1), not \(expected ?? -1)")
        }
        // The gap covers one whole day.
        let unknown = Set(
            values.filter { $0["coverage"] as? Double == 0 }.compactMap { $0["from"] as? String })
        #expect(count == 16 * (days.count - unknown.count) && days.count >= 4)
        #expect((report["excluded"] as? [String: Any])?["trips_in_gaps"] as? Int ?? 0 > 0)
        #expect(report["coverage"] as? Double ?? 1 < 0.9)
    }
}

/// A generator whose numbers depend only on its state (splitmix64).
private struct Steps {
    var state: UInt64

    mutating func next(_ limit: UInt64) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((bits ^ (bits >> 31)) % limit)
    }
}
