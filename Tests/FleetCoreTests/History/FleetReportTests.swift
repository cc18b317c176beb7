import Foundation
import Testing

@testable import FleetCore

@Suite("Reports of the log equal figures from the documents")
struct FleetReportTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let evidence: TripEvidence
        let start: String
        let days: Double
        let bucket: ReportBucket
        let group: String
        /// Hours of the series before the report.
        let before: Int64
        let seed: UInt64

        var testDescription: String { "\(evidence), \(bucket), \(group), seed \(seed)" }

        // The clocks of Oslo are set back on October 25, 2026, and forward on March 28, 2027.
        static let all = [
            Case(
                evidence: .state, start: "2026-10-23T09:13:00Z", days: 4.5, bucket: .day, group: "",
                before: 0, seed: 1),
            Case(
                evidence: .state, start: "2026-10-24T06:00:00Z", days: 2, bucket: .hour, group: "",
                before: 0, seed: 2),
            Case(
                evidence: .state, start: "2027-03-26T06:00:00Z", days: 4, bucket: .whole,
                group: "zone", before: 7, seed: 3),
            Case(
                evidence: .state, start: "2027-03-26T06:00:00Z", days: 4, bucket: .day,
                group: "type", before: 30, seed: 4),
            Case(
                evidence: .absence, start: "2026-10-23T09:00:00Z", days: 4, bucket: .day,
                group: "type", before: 0, seed: 5),
            Case(
                evidence: .absence, start: "2027-03-26T06:00:00Z", days: 4, bucket: .whole,
                group: "zone", before: 5, seed: 6),
            Case(
                evidence: .rotation, start: "2026-10-23T09:00:00Z", days: 4, bucket: .day,
                group: "", before: 0, seed: 7),
            Case(
                evidence: .rotation, start: "2026-10-23T09:00:00Z", days: 3, bucket: .whole,
                group: "type", before: 3, seed: 8),
        ]
    }

    private struct Line: Hashable {
        let bucket: Int
        let group: String?
        let name: String
    }

    @Test("all indicators of all buckets and groups", arguments: Case.all)
    func indicators(test: Case) throws {
        let series = RecordedSeries(
            test.evidence, from: test.start, days: test.days, seed: test.seed)
        let first = series.documents[0].time
        // The report ends before the series, so that trips that began in it may end after it.
        let range =
            first
            + .seconds(test.before * 3600)..<series.documents[series.documents.count - 40].time
        let zone = try #require(SystemTimeZone(named: "Europe/Oslo"))
        let groups: ReplayGroups =
            switch test.group {
            case "type": ReplayGroups(by: .type)
            case "zone":
                ReplayGroups(by: .zone(names: RecordedSeries.areas.map(\.0), RecordedSeries.zones))
            default: ReplayGroups()
            }
        var replay = ReportReplay(
            range, by: test.bucket, in: zone, groups: groups, evidence: test.evidence,
            replayStart: first)
        for step in series.steps { replay.add(step) }
        let report = FleetReport(replay)
        let lines = try Oracle.python(
            "history.py", [],
            input: try series.input([
                "evidence": test.evidence.rawValue, "zone": "Europe/Oslo",
                "bucket": test.bucket.rawValue, "group": test.group,
                "from": range.lowerBound.milliseconds, "to": range.upperBound.milliseconds,
            ]))
        try compare(report, lines)
    }

    private func compare(_ report: FleetReport, _ lines: [String]) throws {
        var expected: [Line: (Double?, String?)] = [:]
        for line in lines {
            let parts = try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any])
            if parts[0] as? String == "cut" {
                #expect(report.tripsCutByGaps == parts[1] as? Int)
                #expect(abs(report.coverage - (parts[2] as? Double ?? -1)) < 1e-12)
                continue
            }
            let key = Line(
                bucket: try #require(parts[0] as? Int), group: parts[1] as? String,
                name: try #require(parts[2] as? String))
            expected[key] = (parts[3] as? Double, parts[4] as? String)
        }
        try #require(expected.count >= 16)
        let buckets = Set(report.values.map(\.bucket.lowerBound)).sorted()
        var covered = 0
        for value in report.values {
            let key = Line(
                bucket: try #require(buckets.firstIndex(of: value.bucket.lowerBound)),
                group: value.group, name: value.indicator.rawValue)
            guard value.coverage > 0 else {
                #expect(value.value == nil && value.reason == .gap)
                continue
            }
            covered += 1
            let (figure, reason) = try #require(expected[key], "\(key)")
            #expect(value.reason?.rawValue == reason, "\(key)")
            #expect(isEqual(value.value, figure), "\(key): \(value.value ?? -1) ≠ \(figure ?? -1)")
        }
        #expect(covered == expected.count)
    }

    private func isEqual(_ left: Double?, _ right: Double?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return abs(left - right) <= 1e-9 * max(1, abs(right))
    }

    @Test("a gap of two days shifts no trip and no stay")
    func outage() throws {
        func report(with gap: Bool) throws -> FleetReport {
            let day: Int64 = 86_400
            let start = Timestamp(seconds: 1_800_000_000)
            let zone = SystemTimeZone.utc
            var replay = ReportReplay(
                start..<start + .seconds(5 * day), by: .whole, in: zone, groups: ReplayGroups(),
                evidence: .state, replayStart: start)
            let here = PastPosition(latitude: 59_910_000, longitude: 10_750_000)
            func vehicle(_ number: VehicleNumber, _ state: VehicleState?) -> PastVehicle {
                PastVehicle(number: number, state: state, position: here)
            }
            replay.add(.state(vehicle(1, .available)))
            replay.add(.state(vehicle(2, .available)))
            replay.add(.commit(start + .seconds(day - 600)))
            replay.add(.change(vehicle(1, .onTrip)))
            let end = start + .seconds(gap ? 3 * day : day)
            if gap {
                replay.add(.gap(HistoryGap(start: start + .seconds(day), end: end, reason: .pause)))
            }
            replay.add(.commit(end))
            replay.add(.change(vehicle(1, .available)))
            return FleetReport(replay)
        }
        func value(_ report: FleetReport, _ indicator: ReportIndicator) throws -> FleetReport.Value
        {
            try #require(report.values.first { $0.indicator == indicator })
        }
        let (whole, cut) = (try report(with: false), try report(with: true))
        #expect(try value(whole, .trips).value == 1 && whole.tripsCutByGaps == 0)
        #expect(try value(cut, .trips).value == 0 && cut.tripsCutByGaps == 1)
        #expect(try value(cut, .trips).isEstimated)
        #expect(try value(whole, .parked3Days).value == 2)
        // Three of the five days are known.
        #expect(abs(cut.coverage - 0.6) < 1e-12)
        #expect(try value(cut, .parked3Days).value == 0)
        #expect(try value(cut, .parked3Days).reason == .notObserved)
        #expect(try value(cut, .inPublicSpace).value == 2)
    }

    @Test("a report of a table counts its rows, and says why it has no trips and no standstill")
    func table() throws {
        let start = Timestamp(seconds: 1_800_000_000)
        var replay = ReportReplay(
            start..<start + .seconds(10 * 86_400), by: .whole, in: .utc, groups: ReplayGroups(),
            evidence: .table, replayStart: start)
        let here = PastPosition(latitude: 59_910_000, longitude: 10_750_000)
        func vehicle(_ number: VehicleNumber, _ state: VehicleState?) -> PastVehicle {
            PastVehicle(number: number, state: state, position: here)
        }
        replay.add(.state(vehicle(1, .available)))
        replay.add(.state(vehicle(2, .onTrip)))
        replay.add(.commit(start + .seconds(5 * 86_400)))
        // Rows that are removed, added again and edited are no trips.
        replay.add(.change(vehicle(1, nil)))
        replay.add(.change(vehicle(2, .available)))
        replay.add(.commit(start + .seconds(6 * 86_400)))
        replay.add(.change(vehicle(1, .available)))
        let report = FleetReport(replay)
        let values = report.values.filter { $0.reason == .noMovement }
        #expect(values.map(\.indicator) == ReportIndicator.allCases.filter(\.needsMovement))
        #expect(values.allSatisfy { $0.value == nil } && values.count == 9)
        let deployed = try #require(report.values.first { $0.indicator == .inPublicSpace })
        #expect(abs(try #require(deployed.value) - 1.9) < 1e-9 && deployed.reason == nil)
    }
}
