import Foundation
import Testing

@testable import FleetCore

@Suite("Policies compared with the log equal those compared with the documents")
struct PolicyReplayTests {
    private static let zone = SystemTimeZone(named: "Europe/Oslo")!

    @Test(
        "times in effect, observed and kept, and violations, on days of 23, 24 and 25 hours",
        arguments: [
            ("2026-10-23T22:00:00Z", UInt64(21)), ("2027-03-26T23:00:00Z", 22),
            ("2026-05-01T22:00:00Z", 23), ("2026-06-01T22:00:00Z", 24),
        ])
    func equalsDocuments(start: String, seed: UInt64) throws {
        let series = RecordedSeries(.state, from: start, days: 3.2, seed: seed)
        let first = series.documents[0].time
        let period = first + .seconds(20 * 3600)..<first + .seconds(70 * 3600)
        let policies = Self.policies(from: first)
        var replay = PolicyReplay(
            Self.set, policies, period, in: Self.zone, evidence: .state, replayStart: first)
        for step in series.steps { replay.add(step) }
        let findings = replay.finish()
        let lines = try Oracle.python(
            "policies.py", [],
            input: try series.input([
                "zone": Self.zone.name, "from": period.lowerBound.milliseconds,
                "to": period.upperBound.milliseconds, "policies": policies.map(\.document),
            ]))
        try #require(lines.count == findings.count)
        for (line, finding) in zip(lines, findings) {
            let parts = try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any])
            let name = Comment(rawValue: finding.rule.name)
            #expect(finding.reason == nil, name)
            #expect(
                [finding.inEffect, finding.observed, finding.compliant]
                    == parts.prefix(3).compactMap { $0 as? Int64 }, name)
            let expected = try #require(parts[3] as? [[Int64]])
            let violations = finding.violations.map {
                [
                    $0.start.milliseconds, $0.end.milliseconds, Int64($0.peak),
                    $0.peakAt.milliseconds,
                ]
            }
            #expect(violations == expected, name)
            #expect(finding.violationCount == expected.count, name)
        }
        // The series must not be too quiet to tell anything.
        #expect(findings.count { $0.compliant < $0.observed } > 2)
        #expect(findings.count { $0.compliant > 0 } > 4)
        #expect(findings.contains { $0.observed < $0.inEffect })
    }

    @Test("the vehicles of a violation are those at its peak")
    func vehicles() throws {
        let rule = Self.rule("cap", .count, ["west"]) { $0.maximum = 1 }
        let time = Timestamp(seconds: 1_800_000_000)
        let place = PastPosition(Position(latitude: 59.95, longitude: 10.72)!)
        func change(_ number: VehicleNumber, _ state: VehicleState?) -> HistoryStep {
            .change(PastVehicle(number: number, state: state, position: place))
        }
        let finding = try #require(
            Self.findings(
                [rule], time,
                [
                    change(1, .available), change(2, .available), .commit(time + .seconds(60)),
                    change(3, .reserved), .commit(time + .seconds(120)), change(2, nil),
                    change(3, nil),
                ]
            ).first)
        let violation = try #require(finding.violations.first)
        #expect(finding.violations.count == 1 && violation.peak == 3)
        #expect(violation.vehicles == [1, 2, 3] && violation.peakAt == time + .seconds(60))
        #expect(violation.end == time + .seconds(120))
        #expect(finding.worst == violation)
    }

    @Test("a rule without its area says nothing, nor do the rules after it")
    func unknownGeography() {
        let rules = [
            Self.rule("known", .count, ["west"]) { $0.maximum = 5 },
            Self.rule("unknown", .count, ["nowhere"]) { $0.maximum = 5 },
            Self.rule("next", .count, ["south"]) { $0.maximum = 5 },
        ]
        let findings = Self.findings(rules, Timestamp(seconds: 1_800_000_000), [])
        #expect(findings.map(\.reason) == [nil, .geography, .geography])
        #expect(findings.map { $0.compliance == nil } == [false, true, true])
    }

    @Test("what a feed does not show is a reason, and what is certain is still said")
    func reasons() {
        let all = Self.rule("all", .count, ["west"]) { $0.maximum = 0 }
        let parked = Self.rule("parked", .time(unit: 1000), ["west"]) {
            ($0.maximum, $0.states) = (5, [.available])
        }
        let speed = Self.rule("speed", .other("speed"), ["west"]) { $0.maximum = 5 }
        let open = Self.rule("open", .count, ["west"]) { _ in }
        func reasons(_ evidence: TripEvidence) -> [PolicyFinding.Reason?] {
            [all, parked, speed, open].map { $0.reason(Self.set.geographies, evidence) }
        }
        #expect(reasons(.state) == [nil, nil, .type, .noBound])
        #expect(reasons(.absence) == [.tripsNotInFeed, nil, .type, .noBound])
        #expect(reasons(.rotation) == [.tripsNotInFeed, .rotatingIDs, .type, .noBound])
        #expect(reasons(.table) == [nil, .noMovement, .type, .noBound])
    }

    @Test("a policy ends when one that replaces it begins, and others' policies are left out")
    func applied() {
        let time = Timestamp(seconds: 1_800_000_000)
        var old = MobilityPolicy(id: "old", name: "old", start: time, rules: [])
        old.end = time + .seconds(1000)
        var new = MobilityPolicy(id: "new", name: "new", start: time + .seconds(10), rules: [])
        (new.previous, new.providers) = (["old"], ["P1"])
        let set = PolicySet(policies: [old, new])
        #expect(set.applied(to: nil).map(\.end) == [time + .seconds(10), nil])
        #expect(set.applied(to: "p1").map(\.id) == ["old", "new"])
        #expect(set.applied(to: "p2").map(\.id) == ["old"])
    }

    @Test("hours that the clocks skip or show twice are in effect once")
    func hours() throws {
        var hours = PolicyHours()
        (hours.start, hours.end) = (2 * 3600 + 1800, 3 * 3600 + 1800)
        for (day, minutes) in [("2027-03-28", 30), ("2026-10-25", 120), ("2026-05-01", 60)] {
            let day = try #require(LocalDay(day))
            let times = hours.times(in: day.period(in: Self.zone), of: Self.zone)
            let length = times.reduce(Duration.zero) { $0 + ($1.upperBound - $1.lowerBound) }
            #expect(length == .seconds(minutes * 60), "\(day.text)")
        }
        (hours.start, hours.end) = (22 * 3600, 6 * 3600)
        hours.days = [5]
        let friday = try #require(LocalDay("2026-05-01"))
        let weekend = friday.start(in: Self.zone)..<friday.advanced(by: 3).start(in: Self.zone)
        let start = friday.start(in: Self.zone)
        #expect(
            hours.times(in: weekend, of: Self.zone) == [
                start + .seconds(22 * 3600)..<start + .seconds(30 * 3600)
            ])
    }

    // MARK: -

    private static let set = PolicySet(
        geographies: ["west": RecordedSeries.areaList[0], "south": RecordedSeries.areaList[1]]
            .mapValues { [$0] })

    private static func rule(
        _ name: String, _ measure: PolicyRule.Measure, _ geographies: [String],
        _ change: (inout PolicyRule) -> Void
    ) -> PolicyRule {
        var rule = PolicyRule(id: name, name: name, measure: measure, geographies: geographies)
        change(&rule)
        return rule
    }

    private static func findings(
        _ rules: [PolicyRule], _ time: Timestamp, _ steps: [HistoryStep]
    ) -> [PolicyFinding] {
        var replay = PolicyReplay(
            set, [MobilityPolicy(id: "policy", name: "policy", start: time, rules: rules)],
            time..<time + .seconds(600), in: .utc, evidence: .state, replayStart: time)
        for step in steps { replay.add(step) }
        return replay.finish()
    }

    private static func policies(from first: Timestamp) -> [MobilityPolicy] {
        var caps = MobilityPolicy(
            id: "caps", name: "caps", start: first,
            rules: [
                rule("corner", .count, ["west"]) {
                    ($0.maximum, $0.states, $0.vehicleTypes) = (2, [.available], ["bike"])
                },
                rule("west by day", .count, ["west"]) {
                    ($0.minimum, $0.maximum) = (1, 4)
                    ($0.hours.start, $0.hours.end) = (7 * 3600, 19 * 3600 + 1800)
                },
                rule("nights", .count, ["west", "south"]) {
                    ($0.maximum, $0.hours.days) = (3, [0, 5, 6])
                    ($0.hours.start, $0.hours.end) = (22 * 3600, 5 * 3600)
                },
            ])
        caps.end = first + .seconds(60 * 3600)
        let idle = MobilityPolicy(
            id: "idle", name: "idle", start: first,
            rules: [
                rule("available", .time(unit: 60_000), ["west", "south"]) {
                    ($0.maximum, $0.states) = (90, [.available, .reserved])
                },
                rule("disabled", .time(unit: 3_600_000), ["south", "west"]) {
                    ($0.maximum, $0.states) = (1, [.nonOperational])
                },
            ])
        let day = MobilityPolicy(
            id: "day", name: "day", start: first + .seconds(30 * 3600),
            rules: [
                rule("parked by day", .time(unit: 1000), ["south"]) {
                    ($0.maximum, $0.states) = (1800, [.available, .nonOperational])
                    ($0.hours.start, $0.hours.end) = (9 * 3600, 21 * 3600)
                }
            ])
        return [caps, idle, day]
    }
}

extension MobilityPolicy {
    /// The policy as a document of MDS.
    fileprivate var document: [String: Any] {
        var document: [String: Any] = [
            "start_date": start.milliseconds, "rules": rules.map(\.document),
        ]
        document["end_date"] = end?.milliseconds
        return document
    }
}

extension PolicyRule {
    fileprivate var document: [String: Any] {
        var document: [String: Any] = ["rule_type": measure.name, "geographies": geographies]
        if case .time(let unit) = measure {
            document["rule_units"] = [1000: "seconds", 60_000: "minutes"][unit] ?? "hours"
        }
        (document["minimum"], document["maximum"]) = (minimum, maximum)
        document["states"] = states.map { states in
            Dictionary(uniqueKeysWithValues: states.map { ($0.rawValue, [String]()) })
        }
        document["vehicle_types"] = vehicleTypes
        if hours.days.count < 7 {
            document["days"] = hours.days.sorted().map { PolicyHours.dayNames[$0] }
        }
        if hours.start > 0 { document["start_time"] = Self.clock(hours.start) }
        if hours.end < 86_400 { document["end_time"] = Self.clock(hours.end) }
        return document
    }

    private static func clock(_ second: Int) -> String {
        [second / 3600, second / 60 % 60, second % 60].map(SystemTimeZone.padded)
            .joined(separator: ":")
    }
}
