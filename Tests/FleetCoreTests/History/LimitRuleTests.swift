import Foundation
import Testing

@testable import FleetCore

@Suite("Limits of the log equal verdicts from the documents")
struct LimitRuleTests {
    static let limits: [(LimitRule.Indicator, days: Int)] = [
        (.vehicleCap, 0), (.vehiclesInNoParking, 0), (.parkingDuration(days: 1), 1),
        (.unrentedVehicles(days: 1), 1),
    ]

    @Test(
        "counts, times, coverage and outcome of days of 23, 24 and 25 hours",
        arguments: [
            ("2026-10-23T22:00:00Z", "2026-10-25", UInt64(11)),
            ("2027-03-26T23:00:00Z", "2027-03-28", 12), ("2026-05-01T22:00:00Z", "2026-05-03", 13),
            ("2026-06-01T22:00:00Z", "2026-06-03", 14), ("2026-07-01T22:00:00Z", "2026-07-03", 15),
        ])
    func verdicts(start: String, date: String, seed: UInt64) throws {
        let series = RecordedSeries(.state, from: start, days: 2.2, seed: seed)
        let zone = try #require(SystemTimeZone(named: "Europe/Oslo"))
        let period = try #require(LocalDay(date)).period(in: zone)
        let first = series.documents[0].time
        var outcomes: [(LimitRule, LimitVerdict)] = []
        var task: [[Any]] = []
        for (indicator, days) in Self.limits {
            for maximum in [0, 1, 3, 6, 12, 20] {
                let rule = LimitRule(indicator, atMost: maximum)
                let day = self.day(series, indicator, period, first, nil).day
                outcomes.append((rule, LimitVerdict(rule, of: [day])))
                let name =
                    if case .parkingDuration = indicator { "parking_duration" } else {
                        indicator.name
                    }
                task.append([name, days, maximum])
            }
        }
        let lines = try Oracle.python(
            "history.py", [],
            input: try series.input([
                "evidence": "state", "zone": "Europe/Oslo", "bucket": "day", "group": "zone",
                "from": period.lowerBound.milliseconds, "to": period.upperBound.milliseconds,
                "limits": task,
            ]))
        try #require(lines.count == outcomes.count)
        for (line, (rule, verdict)) in zip(lines, outcomes) {
            let parts = try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any])
            let text = Comment(rawValue: "\(rule.indicator.name) \(rule.maximum): \(line)")
            #expect(verdict.outcome.rawValue == parts[0] as? String, text)
            #expect(verdict.worst == parts[1] as? Int, text)
            #expect(verdict.at?.milliseconds == parts[2] as? Int64, text)
            #expect(abs(verdict.coverage - (parts[3] as? Double ?? -1)) < 1e-12, text)
            guard let at = verdict.at else { continue }
            let listed = day(series, rule.indicator, period, first, at).vehicles
            #expect(listed.count == verdict.worst, text)
        }
    }

    private func day(
        _ series: RecordedSeries, _ indicator: LimitRule.Indicator, _ period: Range<Timestamp>,
        _ first: Timestamp, _ listedAt: Timestamp?
    ) -> (day: LimitDay, vehicles: [LimitReplay.Vehicle]) {
        let areas = indicator == .vehicleCap ? nil : RecordedSeries.west
        var replay = LimitReplay(
            indicator, period, groups: ReplayGroups(area: areas), evidence: .state,
            replayStart: first, listedAt: listedAt)
        for step in series.steps { replay.add(step) }
        let day = replay.finish()
        return (day, replay.vehicles)
    }

    /// Returns the day of a source with as many vehicles as each number, from an hour on.
    private func day(
        _ numbers: [(hour: Int64, vehicles: Int)], gap: Range<Int64>? = nil,
        evidence: TripEvidence = .state
    ) -> LimitDay {
        let start = Timestamp(seconds: 1_800_000_000)
        var replay = LimitReplay(
            .vehicleCap, start..<start + .seconds(86_400), groups: ReplayGroups(),
            evidence: evidence, replayStart: start)
        var present = 0
        for (hour, vehicles) in numbers {
            replay.add(.commit(start + .seconds(hour * 3600)))
            for number in min(present, vehicles)..<max(present, vehicles) {
                let state: VehicleState? = vehicles > present ? .available : nil
                replay.add(.change(PastVehicle(number: VehicleNumber(number), state: state)))
            }
            present = vehicles
            if let gap, gap.lowerBound >= hour, gap.upperBound > hour {
                replay.add(
                    .gap(
                        HistoryGap(
                            start: start + .seconds(gap.lowerBound * 3600),
                            end: start + .seconds(gap.upperBound * 3600), reason: .pause)))
            }
        }
        return replay.finish()
    }

    @Test("one violation is enough, and without enough coverage nobody knows")
    func outcomes() {
        let rule = LimitRule(.vehicleCap, atMost: 10)
        let quiet = LimitVerdict(rule, of: [day([(0, 10)])])
        #expect(quiet.outcome == .met && quiet.worst == 10 && quiet.coverage == 1)
        #expect(LimitVerdict(rule, of: [day([(0, 10)], gap: 20..<22)]).outcome == .met)
        #expect(LimitVerdict(rule, of: [day([(0, 10)], gap: 20..<23)]).outcome == .unknown)
        let broken = LimitVerdict(rule, of: [day([(0, 11)], gap: 1..<24)])
        #expect(broken.outcome == .notMet && broken.worst == 11)
        #expect(LimitVerdict(rule, of: []).outcome == .unknown)
    }

    @Test("numbers of several sources are added, at times that all of them cover")
    func severalSources() {
        let rule = LimitRule(.vehicleCap, atMost: 10)
        let first = day([(0, 4), (6, 8), (12, 4)])
        #expect(LimitVerdict(rule, of: [first, day([(0, 2)])]).outcome == .met)
        let verdict = LimitVerdict(rule, of: [first, day([(0, 2), (8, 3), (10, 1)])])
        #expect(verdict.outcome == .notMet && verdict.worst == 11)
        #expect(verdict.at == Timestamp(seconds: 1_800_000_000 + 8 * 3600))
        // The second source was not read while there were too many.
        let hidden = LimitVerdict(rule, of: [first, day([(0, 2), (5, 3)], gap: 5..<13)])
        #expect(hidden.outcome == .unknown && hidden.worst == 7)
        #expect(abs(hidden.coverage - 16.0 / 24) < 1e-12)
    }

    @Test("the numbers over a day leave out what was not read, and add those of several sources")
    func steps() {
        let one = LimitDay.steps([day([(0, 4), (6, 8)], gap: 6..<12)])
        #expect(one.map(\.count) == [4, 8])
        let hours = one.map { ($0.time.upperBound - $0.time.lowerBound).seconds / 3600 }
        #expect(hours == [6, 12])
        let both = LimitDay.steps([day([(0, 4), (6, 8)]), day([(0, 2), (8, 3)])])
        #expect(both.map(\.count) == [6, 10, 11])
        #expect(LimitDay.steps([]).isEmpty)
    }
}
