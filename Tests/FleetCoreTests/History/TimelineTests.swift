import Foundation
import Testing

@testable import FleetCore

@Suite("Timeline of a vehicle")
struct TimelineTests {
    private let start = Timestamp(rfc3339: "2026-10-24T22:00:00Z")!
    private let versions: [Int32: PastVersion] = [
        0: PastVersion(), 1: PastVersion(stationID: "s1"), 2: PastVersion(regionID: "r"),
    ]

    private func at(_ minutes: Int64) -> Timestamp { start + .seconds(minutes * 60) }

    /// A vehicle some metres north.
    private func vehicle(
        _ state: VehicleState?, north: Double = 0, battery: UInt8? = 50, version: Int32 = 0
    ) -> PastVehicle {
        let position = Position(latitude: 59.91 + north / 111_195.08, longitude: 10.75)!
        return PastVehicle(
            number: 1, state: state, position: PastPosition(position), battery: battery,
            version: version)
    }

    private func timeline(
        _ changes: [(Int64, PastVehicle)], gaps: [(Int64, Int64)] = [], until: Int64
    ) -> Timeline {
        Timeline(
            changes.map { (at($0.0), $0.1) },
            gaps: gaps.map { HistoryGap(start: at($0.0), end: at($0.1), reason: .failure) },
            versions: versions, until: at(until))
    }

    /// The rows as texts: minutes, state, whole metres and minutes of dwell time.
    private func subject(_ zone: SystemTimeZone = .utc) -> Timeline.Subject {
        Timeline.Subject(
            source: "town", vehicleID: "A", period: start..<start + .seconds(3600), since: start,
            zone: zone)
    }

    private func texts(_ timeline: Timeline) -> [String] {
        timeline.rows.map { row in
            let times = [row.start, row.end].map { ($0 - start).milliseconds / 60_000 }
            let text: String =
                switch row.content {
                case .gap(let reason): reason.rawValue
                case .absent: "absent"
                case .vehicle(let seen):
                    [
                        seen.state.rawValue, seen.distance.map { "\(Int($0.rounded()))m" } ?? "-",
                        (seen.isEstimated ? "~" : "")
                            + (seen.dwell.map { "\($0.milliseconds / 60_000)" } ?? "-"),
                    ].joined(separator: " ")
                }
            return "\(times[0])-\(times[1]) \(text)"
        }
    }

    @Test("equal neighbors are one row, and a dwell time goes on over other changes")
    func merged() {
        let timeline = timeline(
            [
                (0, vehicle(.available)), (5, vehicle(.available, version: 2)),
                (10, vehicle(.reserved)), (20, vehicle(.reserved, north: 30)),
                (30, vehicle(.reserved, north: 100)),
                (40, vehicle(.reserved, north: 100, version: 1)),
            ], until: 60)
        #expect(
            texts(timeline) == [
                "0-10 available - ~10", "10-20 reserved 0m ~20", "20-30 reserved 30m ~30",
                "30-40 reserved 70m 10", "40-60 reserved 0m 30",
            ])
        #expect(timeline.stays.map(\.dwell) == [.seconds(1800), .seconds(1800)])
    }

    @Test("a gap is a row, ends the distance, and is no part of a dwell time")
    func gaps() {
        #expect(
            texts(timeline([(0, vehicle(.available))], gaps: [(10, 40)], until: 60)) == [
                "0-10 available - ~10", "10-40 failure", "40-60 available - ~30",
            ])
        #expect(
            texts(
                timeline(
                    [(0, vehicle(.available)), (40, vehicle(.available, north: 900))],
                    gaps: [(10, 40)], until: 60)) == [
                    "0-10 available - ~10", "10-40 failure", "40-60 available - 20",
                ])
        #expect(
            texts(timeline([(0, vehicle(.available))], gaps: [(10, 40)], until: 40)) == [
                "0-10 available - ~10", "10-40 failure",
            ])
    }

    @Test("an absence is a row, ends a dwell time, and keeps the distance")
    func absence() {
        let timeline = timeline(
            [
                (0, vehicle(.available)), (10, vehicle(nil)), (30, vehicle(.available, north: 800)),
                (40, vehicle(nil)),
            ], until: 50)
        #expect(
            texts(timeline) == [
                "0-10 available - ~10", "10-30 absent", "30-40 available 800m 10", "40-50 absent",
            ])
    }

    @Test("the standstill before the first row counts")
    func earlier() {
        var first = vehicle(.available)
        first.standstill = Standstill(since: at(-120), at: Position(first.position!))
        #expect(texts(timeline([(0, first)], until: 30)) == ["0-30 available - 150"])
        #expect(
            texts(timeline([(0, vehicle(.available))], until: 30)) == ["0-30 available - ~30"])
        #expect(timeline([], until: 30).rows.isEmpty)
    }

    @Test("GeoJSON has a path for each stretch without a gap, and the stays of five minutes")
    func geoJSON() throws {
        let timeline = timeline(
            [
                (0, vehicle(.available)), (10, vehicle(nil)), (12, vehicle(.available, north: 500)),
                (14, vehicle(.available, north: 1000)), (60, vehicle(.available, north: 2000)),
            ], gaps: [(30, 60)], until: 70)
        let document = try #require(
            try JSONSerialization.jsonObject(with: Data(timeline.geoJSON(of: subject()).bytes))
                as? [String: Any])
        let features = try #require(document["features"] as? [[String: Any]])
        #expect(document["vehicle_id"] as? String == "A")
        let kinds = features.compactMap { ($0["properties"] as? [String: Any])?["kind"] as? String }
        #expect(kinds == ["path", "stay", "stay", "stay"])
        let path = try #require(features.first)
        let times = (path["properties"] as? [String: Any])?["coordTimes"] as? [String]
        #expect(
            times == [
                "2026-10-24T22:00:00Z", "2026-10-24T22:10:00Z", "2026-10-24T22:12:00Z",
                "2026-10-24T22:14:00Z", "2026-10-24T22:30:00Z",
            ])
        let points = (path["geometry"] as? [String: Any])?["coordinates"] as? [[Double]]
        #expect(points?.count == 5 && points?.first == [10.75, 59.91])
    }

    @Test("tables have the newest row first in local time, and files the oldest in UTC")
    func lists() throws {
        let zone = try #require(SystemTimeZone(named: "Europe/Oslo"))
        let list = timeline(
            [(0, vehicle(.available, version: 1)), (10, vehicle(nil)), (180, vehicle(.disabled))],
            gaps: [(200, 210)], until: 240
        ).list(of: subject(zone))
        let csv = try written(list, .csv).split(separator: "\n")
        #expect(
            csv.map(String.init) == [
                "from,until,state,battery_percent,lat,lon,distance_meters,dwell_seconds,is_estimated,station_id,gap",
                "2026-10-24T22:00:00Z,2026-10-24T22:10:00Z,available,50,59.91,10.75,,600,true,s1,",
                "2026-10-24T22:10:00Z,2026-10-25T01:00:00Z,not_in_feed,,,,,,,,",
                "2026-10-25T01:00:00Z,2026-10-25T01:20:00Z,disabled,50,59.91,10.75,0,1200,false,,",
                "2026-10-25T01:20:00Z,2026-10-25T01:30:00Z,,,,,,,,,failure",
                "2026-10-25T01:30:00Z,2026-10-25T02:00:00Z,disabled,50,59.91,10.75,,3000,true,,",
            ])
        let table = try written(list, .table).split(separator: "\n")
        #expect(table.count == 6)
        #expect(table[1].hasPrefix("2026-10-25 02:30  2026-10-25 03:00  disabled"))
        #expect(table[1].contains("~50 min"))
        #expect(table[2].contains("(the feed failed)"))
        #expect(table[5].hasPrefix("2026-10-25 00:00  2026-10-25 00:10  available"))
    }

    private func written(_ list: RecordList, _ format: RecordFormat) throws -> String {
        var bytes: [UInt8] = []
        let style = TableStyle(width: nil, isColored: false, now: start) { "\($0.seconds)" }
        try withoutActuallyEscaping({ bytes.append(contentsOf: $0) }) { flush in
            var sink = ByteSink(flush: flush)
            try list.write(as: format, ListSelection(), style: style, to: &sink)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
