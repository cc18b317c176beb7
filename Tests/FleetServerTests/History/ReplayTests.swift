import FleetCore
import FleetService
import FleetTeam
import FleetTestSupport
import Foundation
import HTTPTypes
import Testing

@testable import FleetServer

@Suite("The replay of a history")
struct ReplayTests {
    private static let path = "/api/v1/sources/demo/replay?from="
    private static let morning = "2027-01-15T07:30%2B01:00"

    @Test("The document has the vehicles at the start, and each change after it with its time")
    func document() async throws {
        let server = try await ServedTeam.withHistory()
        let program = try await server.program("p", .viewer, .read)
        let answer = try await program.get(Self.path + Self.morning)
        #expect(answer.status == 200 && answer.fields[.cacheControl] == "no-store")
        let replay = try #require(Replay(answer.bytes))
        #expect(replay.ids == ["A", "B", "C"])
        #expect(
            replay.start.map(\.text) == [
                "A available 58.98,10.0 80% red", "B available 58.98,10.0 20% blue",
            ])
        #expect(replay.commits.map(\.time) == ["06:59:50", "07:59:50"])
        #expect(
            replay.commits.map { Set($0.rows.map(\.text)) } == [
                ["A available 58.99,10.0 80% red", "B gone", "C available 58.99,10.0 20% blue"],
                ["A gone", "C available 59.0,10.0 20% blue"],
            ])
        #expect(
            replay.gaps == ["06:30:00 06:59:50 pause", "06:59:50 07:59:50 pause"])
        let rest = try await program.get(Self.path + Self.morning + "&start=0")
        let later = try #require(Replay(rest.bytes))
        #expect(later.start.isEmpty && later.commits.count == 2)
    }

    @Test("Before the history there is a gap, and its first vehicles appear when it begins")
    func beginning() async throws {
        let server = try await ServedTeam.withHistory()
        let program = try await server.program("p", .viewer, .read)
        let answer = try await program.get(
            Self.path + "2027-01-15T05:00:00Z&until=2027-01-15T06:30:00Z")
        let replay = try #require(Replay(answer.bytes))
        #expect(replay.start.isEmpty && replay.ids == ["A", "B"])
        #expect(replay.commits.map(\.time) == ["05:59:50"] && replay.commits[0].rows.count == 2)
        #expect(replay.gaps.first == "05:00:00 05:59:50 start")
    }

    @Test("A part ends between two commits once it is full, and the next one goes on there")
    func parts() throws {
        let start = Timestamp(seconds: 0)
        var document = ReplayDocument(start..<Timestamp(seconds: 1000), hasStart: true)
        let vehicle = PastVehicle(number: 7, state: .available)
        var seconds = 0.0
        var isWanted = true
        while isWanted {
            seconds += 1
            isWanted = document.add(.commit(Timestamp(seconds: seconds)))
            for _ in 0..<ReplayDocument.maxChanges / 4 where isWanted {
                isWanted = document.add(.change(vehicle))
            }
        }
        #expect(seconds == 5)
        _ = document.add(.change(vehicle))
        let replay = try #require(Replay(document.bytes { _ in [7: "seven"] }))
        #expect(replay.until == Timestamp(seconds: 4) && replay.commits.count == 4)
        #expect(replay.commits.map(\.rows.count).reduce(0, +) == ReplayDocument.maxChanges)
    }

    @Test("A document is compressed for those who read that")
    func compression() async throws {
        let server = try await ServedTeam.withHistory()
        let program = try await server.program("p", .viewer, .read)
        let plain = try await program.get(Self.path + Self.morning)
        let answer = try await program.get(
            Self.path + Self.morning, fields: [.acceptEncoding: "br, gzip;q=0.8"])
        #expect(answer.fields[.contentEncoding] == "gzip")
        let code =
            "import gzip, sys; sys.stdout.buffer.write(gzip.decompress(sys.stdin.buffer.read()))"
        let bytes = try await Tool.run(Tool.python, "-c", code, input: answer.bytes)
        #expect(Array(bytes) == plain.bytes)
        let refused = try await program.get(
            Self.path + Self.morning, fields: [.acceptEncoding: "gzip;q=0"])
        #expect(refused.fields[.contentEncoding] == nil)
    }

    @Test("The timeline of a vehicle has its rows, its path and its stays")
    func timeline() async throws {
        let server = try await ServedTeam.withHistory()
        let program = try await server.program("p", .viewer, .read)
        let path = "/api/v1/sources/demo/vehicles/A/timeline?from=" + Self.morning
        let document = try await program.get(path).json()
        let rows = try #require(document["timeline"] as? [[String: Any]])
        #expect(
            rows.contains { $0["state"] as? String == "available" && $0["lat"] as? Double == 58.99 }
        )
        #expect(rows.contains { $0["gap"] as? String == "pause" })
        #expect(rows.last?["state"] as? String == "not_in_feed")
        #expect(document["vehicle_id"] as? String == "A")
        #expect(document["history_since"] as? String == "2027-01-15T05:59:50Z")
        #expect(document["time_zone"] as? String == "Europe/Oslo")
        let map = try await program.get(path + "&format=geojson")
        #expect(map.fields[.contentType] == "application/geo+json")
        #expect(try map.json()["type"] as? String == "FeatureCollection")
        #expect(
            try await program.get("/api/v1/sources/demo/vehicles/none/timeline").status == 404)
        let long = try await program.get(path + "&until=2027-03-15T00:00:00Z")
        #expect(long.status == 200)
        #expect(
            try await program.get(path.replacing(Self.morning, with: "2026-01-01T00:00:00Z"))
                .status == 400)
    }

    @Test("The sites of a day have their counts at its start, and each change after it")
    func sites() async throws {
        let server = try await ServedTeam.withHistory()
        let source = server.sources.all[0]
        let ada = try await server.visitor("ada")
        #expect(try await ada.get("/replay").values("data-sites").isEmpty)
        let path = "/api/v1/sources/demo/replay/sites?from="
        #expect(try await ada.get(path + Self.morning).status == 404)
        func site(_ id: String, _ vehicles: Int) -> Site {
            var site = Site(id: id)
            (site.name, site.vehiclesAvailable, site.docksAvailable) = (
                "Quay \(id)", vehicles, 9 - vehicles
            )
            return site
        }
        for (sites, hours) in [
            ([site("1", 3)], -2.0), ([site("1", 2), site("2", 0)], -1), ([site("2", 0)], 0),
        ] {
            try await server.load(
                sites: sites, source, at: ServedTeam.loadedAt + hours * 3600,
                history: source.source.history)
        }
        let document = try await ada.get(path + Self.morning).json()
        func texts(_ name: String) -> [String] {
            (document[name] as? [[String: Any]] ?? []).map { site in
                let counts = [site["num_vehicles_available"], site["num_docks_available"]]
                return "\(site["station_id"] ?? "") "
                    + counts.map { ($0 as? Int).map(String.init) ?? "-" }.joined(separator: " ")
                    + ((site["at"] as? String).map { " " + $0.dropFirst(11).prefix(8) } ?? "")
                    + (site["is_listed"] as? Bool == false ? " gone" : "")
            }
        }
        #expect(texts("sites") == ["1 3 6"])
        #expect(texts("changes") == ["1 2 7 06:59:50", "2 0 9 06:59:50", "1 - - 07:59:50 gone"])
        let earlier = try await ada.get(path + "2027-01-15T05:00:00Z&until=2027-01-15T06:30:00Z")
        #expect((try earlier.json()["sites"] as? [Any])?.isEmpty == true)
        #expect((try earlier.json()["changes"] as? [Any])?.count == 1)
        let page = try await ada.get("/replay?from=" + Self.morning)
        #expect(page.values("data-sites") == ["/api/v1/sources/demo/replay/sites"])
        #expect(try await ada.get("/api/v1/sources/demo/replay/sites").status == 400)
    }

    @Test("The page has the day of a time in the zone of the system, and all that scripts need")
    func page() async throws {
        let server = try await ServedTeam.withHistory()
        let ada = try await server.visitor("ada")
        let page = try await ada.get(
            "/replay?from=" + Self.morning + "&vehicle=A&state=available&search=B")
        #expect(page.status == 200)
        #expect(page.values("data-url").contains("/api/v1/sources/demo/replay"))
        #expect(page.values("data-start") == ["2027-01-14T23:00:00Z"])
        #expect(page.values("data-end") == ["2027-01-15T08:00:00Z"])
        #expect(page.values("data-from") == ["2027-01-15T06:30:00Z"])
        #expect(page.values("data-zone") == ["Europe/Oslo"])
        #expect(page.values("data-vehicle") == ["A"])
        #expect(page.values("value").contains("2027-01-15 07:30"))
        #expect(page.text.contains("value=\"available\" checked"))
        #expect(page.text.contains("href=\"/?source=demo&amp;at=2027-01-15T07%3A30%2B01%3A00\""))
        #expect(!page.text.contains("style=") && !page.text.contains("<script>"))
        #expect(!page.text.contains(">Day before<") && !page.text.contains(">Day after<"))
        for path in ["/", "/map", "/v/demo/C"] {
            #expect(try await ada.get(path).text.contains("href=\"/replay?source=demo"), "\(path)")
        }
        #expect(try await ada.get("/replay").status == 200)
        #expect(try await ada.get("/replay?from=soon").status == 400)
    }

    @Test("Without a history, and without signing in, there is no replay")
    func access() async throws {
        let off = try await ServedTeam()
        let ada = try await off.visitor("ada")
        #expect(try await ada.get("/replay").status == 404)
        #expect(try await ada.get(Self.path + Self.morning).status == 404)
        #expect(try await !ada.get("/").text.contains("/replay"))
        let server = try await ServedTeam.withHistory()
        #expect(try await server.stranger.get(Self.path + Self.morning).status == 401)
        #expect(
            try await server.stranger.get("/api/v1/sources/demo/vehicles/A/timeline").status == 401)
        #expect(try await server.stranger.get("/replay").status == 303)
    }
}

/// A decoded replay document.
private struct Replay {
    struct Row {
        /// Such as `A available 59.0,10.0 80% red`.
        let text: String
    }

    var ids: [String]
    var start: [Row]
    var commits: [(time: String, rows: [Row])]
    /// Start, end and reason.
    var gaps: [String]
    var until: Timestamp

    init?(_ bytes: [UInt8]) {
        var reader = Columns(bytes)
        guard bytes.prefix(4) == Array("FLRP".utf8)[...], reader.next(UInt16.self, 4) != nil else {
            return nil
        }
        reader.offset = 8
        let counts = reader.column(UInt32.self, 6).map(Int.init)
        let times = reader.column(Int64.self, 3)
        _ = reader.column(UInt32.self, counts[0])
        let ends = reader.column(UInt32.self, counts[0] + 1).map(Int.init)
        let text = reader.column(UInt8.self, counts[4])
        let ids = zip(ends, ends.dropFirst()).map { String(decoding: text[$0..<$1], as: UTF8.self) }
        let start = reader.rows(counts[1])
        let commitTimes = reader.column(UInt32.self, counts[2])
        let firsts = reader.column(UInt32.self, counts[2]).map(Int.init)
        let changes = reader.rows(counts[3])
        let tables = try? JSONSerialization.jsonObject(
            with: Data(reader.column(UInt8.self, counts[5])))
        guard let tables = tables as? [String: Any], reader.offset == bytes.count,
            let states = tables["states"] as? [String], let colors = tables["colors"] as? [String],
            let versions = tables["versions"] as? [[Int]],
            let gaps = tables["gaps"] as? [[String: Any]]
        else { return nil }
        func row(_ row: Columns.Row) -> Row {
            let id = ids[row.vehicle]
            guard row.state != 255 else { return Row(text: id + " gone") }
            let (latitude, longitude) = (Double(row.latitude) / 1e6, Double(row.longitude) / 1e6)
            let color = versions.isEmpty ? "" : " " + colors[versions[row.version][1]]
            return Row(
                text: "\(id) \(states[row.state]) \(latitude),\(longitude) \(row.battery)%\(color)")
        }
        func clock(_ milliseconds: Int64) -> String {
            String(Timestamp(milliseconds: milliseconds).apiText.dropFirst(11).prefix(8))
        }
        self.ids = ids
        self.start = start.map(row)
        commits = commitTimes.indices.map { index in
            let end = index + 1 < firsts.count ? firsts[index + 1] : changes.count
            return (
                clock(times[0] + Int64(commitTimes[index])),
                changes[firsts[index]..<end].map(row)
            )
        }
        self.gaps = gaps.map { gap in
            let time = { (name: String) in clock(gap[name] as? Int64 ?? 0) }
            return "\(time("start")) \(time("end")) \(gap["reason"] ?? "")"
        }
        until = Timestamp(milliseconds: times[1])
    }
}

private struct Columns {
    struct Row {
        let vehicle: Int
        let latitude: Int32
        let longitude: Int32
        let state: Int
        let battery: Int
        let version: Int
    }

    private let bytes: [UInt8]
    var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func next<Number: FixedWidthInteger>(_: Number.Type, _ offset: Int) -> Number? {
        guard offset + MemoryLayout<Number>.size <= bytes.count else { return nil }
        return bytes.withUnsafeBytes {
            Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self))
        }
    }

    mutating func column<Number: FixedWidthInteger>(_ type: Number.Type, _ count: Int) -> [Number] {
        let size = MemoryLayout<Number>.size
        let numbers = (0..<count).compactMap { next(type, offset + $0 * size) }
        offset += (count * size + 3) & ~3
        return numbers
    }

    mutating func rows(_ count: Int) -> [Row] {
        let vehicles = column(UInt32.self, count)
        let (latitudes, longitudes) = (column(Int32.self, count), column(Int32.self, count))
        let (states, batteries) = (column(UInt8.self, count), column(UInt8.self, count))
        let versions = column(UInt16.self, count)
        return vehicles.indices.map {
            Row(
                vehicle: Int(vehicles[$0]), latitude: latitudes[$0], longitude: longitudes[$0],
                state: Int(states[$0]), battery: Int(batteries[$0]), version: Int(versions[$0]))
        }
    }
}
