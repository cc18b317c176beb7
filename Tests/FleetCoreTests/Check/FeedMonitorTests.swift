import Foundation
import Testing

@testable import FleetCore

@Suite("The check of a feed over time") struct FeedMonitorTests {
    @Test("a feed that fails for 30 minutes is found, and closes after a stable hour")
    func failing() throws {
        var readings = FeedReadings()
        try readings.readHealthily(for: 1)
        for _ in 0..<6 { try readings.fail() }
        #expect(readings.events.isEmpty)
        try readings.fail()
        #expect(readings.events == ["feed-failing +5700"])
        #expect(readings.opened[0].since == FeedReadings.start + .seconds(3900))
        try readings.read()
        try readings.readHealthily(for: 11.0 / 12)
        #expect(readings.events.count == 1)
        try readings.read()
        #expect(readings.events == ["feed-failing +5700", "feed-failing -9600"])
    }

    @Test("each rule over time has a text of its own")
    func texts() {
        let texts = Set(CheckRule.overTime.map(\.problem))
        // Vehicles parked for 1, 3 and 7 days share one.
        #expect(texts.count == CheckRule.overTime.count - 2)
    }

    @Test("a finding that is there again within the hour stays open")
    func reopened() throws {
        var readings = FeedReadings()
        try readings.read()
        for _ in 0..<3 {
            for _ in 0..<7 { try readings.fail() }
            for _ in 0..<9 { try readings.read() }
        }
        #expect(readings.events == ["feed-failing +2400"])
    }

    @Test("failures around a gap do not last as long as the gap")
    func gap() throws {
        var readings = FeedReadings()
        try readings.readHealthily(for: 1)
        for _ in 0..<4 { try readings.fail() }
        try readings.fail(after: 7200)
        for _ in 0..<5 { try readings.fail() }
        #expect(readings.events.isEmpty)
        try readings.fail()
        #expect(readings.events.count == 1)
    }

    @Test("a gap closes nothing, and is no jump, no teleport and no trip")
    func nothingInGaps() throws {
        var readings = FeedReadings()
        try readings.readHealthily(for: 4)
        for _ in 0..<7 { try readings.fail() }
        #expect(readings.events.count == 1)
        try readings.read(20, after: 86_400 * 3) { vehicles in
            for number in 0..<9 {
                vehicles.teleports.add("\(number)", "")
                vehicles.changedTypes.add("\(number)", "")
            }
            vehicles.trips = 15
        }
        try readings.read(20)
        #expect(readings.events.count == 1)
        #expect(readings.monitor.counts.trips == 0)
    }

    @Test("last_updated may stand still for two hours, and for three times the ttl")
    func stuck() throws {
        for (ttl, bound) in [(60.0, 7200.0), (3600, 10_800)] {
            var readings = FeedReadings()
            readings.ttl = ttl
            try readings.readHealthily(for: 2)
            for _ in 0..<12 { try readings.read(changed: 0) }
            let updated = readings.now
            while readings.seconds < 10_800 + bound - 300 {
                try readings.read(updated: updated)
            }
            #expect(readings.events.isEmpty)
            try readings.read(updated: updated)
            #expect(readings.events == ["last-updated-stuck +\(Int(10_800 + bound))"])
            #expect(readings.opened.first?.since == FeedReadings.start + .seconds(10_800))
        }
    }

    @Test("a feed that is only written when vehicles change may rest at night")
    func quietNight() throws {
        var readings = FeedReadings()
        readings.ttl = 60
        try readings.readHealthily(for: 14)
        let updated = readings.now
        for _ in 0..<84 { try readings.read(changed: 0, updated: updated) }
        try readings.readHealthily(for: 15)
        #expect(readings.events.isEmpty)
    }

    @Test("data that does not change for a day is frozen, unless last_updated stands still, too")
    func frozen() throws {
        var readings = FeedReadings()
        readings.bounds[.stuck] = .infinity
        try readings.read()
        while readings.seconds < 86_400 { try readings.read(changed: 0) }
        #expect(readings.events.isEmpty)
        try readings.read(changed: 0)
        #expect(readings.events == ["data-frozen +86700"])
        var stuck = FeedReadings()
        stuck.bounds[.stuck] = .infinity
        try stuck.read(updated: FeedReadings.start)
        while stuck.seconds < 90_000 { try stuck.read(changed: 0, updated: FeedReadings.start) }
        #expect(stuck.events.isEmpty)
    }

    @Test("updates that are late three times in a row, for half an hour, break the ttl")
    func slow() throws {
        var readings = FeedReadings()
        readings.ttl = 100
        try readings.readHealthily(for: 1)
        func readSlowly(_ readings: inout FeedReadings, changed: Int) throws {
            let updated = readings.now + .seconds(300)
            try readings.read(changed: changed, updated: updated)
            try readings.read(changed: 0, updated: updated)
        }
        for _ in 0..<3 { try readSlowly(&readings, changed: 8) }
        #expect(readings.events.isEmpty)
        try readSlowly(&readings, changed: 8)
        #expect(
            readings.events == ["ttl-not-honoured +5700"]
                || readings.events == ["ttl-not-honoured +6000"])
        // Few vehicles may have changed just then.
        var quiet = FeedReadings()
        quiet.ttl = 100
        for _ in 0..<20 { try readSlowly(&quiet, changed: 2) }
        #expect(quiet.events.isEmpty)
    }

    @Test("more than half of the vehicles at once are a jump, half are none")
    func jumps() throws {
        for (total, isFound) in [(50, false), (49, true), (150, false), (151, true), (100, false)] {
            var readings = FeedReadings()
            try readings.readHealthily(for: 3)
            for _ in 0..<3 { try readings.read(total) }
            #expect(
                readings.opened.map(\.rule) == (isFound ? [.time.vehiclesJump] : []), "\(total)")
            #expect(
                readings.opened.first?.since
                    == (isFound ? FeedReadings.start + .seconds(11_100) : nil))
        }
    }

    @Test("a jump back to the level of before is no other one")
    func jumpBack() throws {
        var readings = FeedReadings()
        try readings.readHealthily(for: 3)
        for _ in 0..<12 { try readings.read(30) }
        try readings.readHealthily(for: 3)
        #expect(readings.events == ["vehicles-jump +11100", "vehicles-jump -18300"])
        // A fall by 45 % is none, so neither is its end, which is a rise by 82 %.
        var small = FeedReadings()
        try small.readHealthily(for: 3)
        for _ in 0..<12 { try small.read(55) }
        try small.readHealthily(for: 1)
        #expect(small.events.isEmpty)
    }

    @Test("a small fleet is not compared", arguments: [19, 20])
    func smallFleet(total: Int) throws {
        var readings = FeedReadings()
        for _ in 0..<24 { try readings.read(total) }
        for _ in 0..<3 { try readings.read(5) }
        #expect(readings.opened.map(\.rule) == (total < 20 ? [] : [.time.vehiclesJump]))
    }

    @Test("an empty feed is found after ten minutes, by day")
    func empty() throws {
        var readings = FeedReadings()
        try readings.readHealthily(for: 2)
        try readings.read(0)
        try readings.read(0)
        #expect(readings.events.isEmpty)
        try readings.read(0)
        #expect(readings.events == ["vehicles-empty +8100"])
        #expect(readings.opened[0].since == FeedReadings.start + .seconds(7500))
        // The first evening may be a closing time.
        var evening = FeedReadings()
        try evening.readHealthily(for: 13)
        for _ in 0..<60 { try evening.read(0) }
        try evening.readHealthily(for: 13)
        #expect(evening.events.isEmpty)
    }

    @Test("three vehicles with another type within an hour are found, in more time none")
    func typesChange() throws {
        for (pause, isFound) in [(5, true), (6, false)] {
            var readings = FeedReadings()
            try readings.read()
            for _ in 0..<4 {
                try readings.read { $0.changedTypes.add("a", "bicycle became scooter") }
                for _ in 1..<pause { try readings.read() }
            }
            #expect(readings.opened.map(\.rule) == (isFound ? [.time.typesChange] : []))
            #expect(readings.opened.first?.count == (isFound ? 3 : nil))
        }
    }

    @Test("all IDs are new three times in a row; readings without an update show nothing")
    func rotation() throws {
        var readings = FeedReadings()
        try readings.read()
        for _ in 0..<2 {
            try readings.read { $0.changes = SnapshotChanges(added: 80, gone: 80, changed: 0) }
            try readings.read(changed: 0)
        }
        #expect(readings.events.isEmpty)
        try readings.read { $0.changes = SnapshotChanges(added: 80, gone: 80, changed: 0) }
        #expect(readings.events == ["ids-rotate-on-every-read +1800"])
    }

    @Test("a survey finds parked vehicles above their shares, long trips and vehicles outside")
    func surveys() throws {
        func survey(_ parked: [Int], _ trips: Int, _ outside: Int) -> FeedObservation.Survey {
            var survey = FeedObservation.Survey()
            (survey.total, survey.parked, survey.outside) = (100, parked, .init())
            for number in 0..<trips { survey.longTrips.add("\(number)", "1d") }
            for number in 0..<outside { survey.outside?.add("\(number)", "1, 2") }
            return survey
        }
        var readings = FeedReadings()
        try readings.read(survey: survey([90, 60, 30, 10], 2, 2))
        #expect(readings.events.isEmpty)
        #expect(!readings.monitor.needsSurvey(at: readings.now + .seconds(1800)))
        #expect(readings.monitor.needsSurvey(at: readings.now + .seconds(3300)))
        try readings.read(after: 3600, survey: survey([91, 61, 31, 11], 3, 3))
        #expect(
            Set(readings.opened.map(\.rule)) == [
                .time.parked1Day, .time.parked3Days, .time.parked7Days, .time.parked14Days,
                .time.tripWithoutEnd,
                .time.outsideZone,
            ])
    }

    @Test("it goes on alike when its state is stored after each reading")
    func stored() throws {
        func run(isStored: Bool) throws -> ([String], FeedMonitor) {
            var readings = FeedReadings()
            readings.isStored = isStored
            try readings.readHealthily(for: 5)
            for number in 0..<9 { try readings.fail("cause \(number)") }
            for number in 0..<30 {
                try readings.read(40) { vehicles in
                    vehicles.places = ["ra": 30, "rb": number]
                    vehicles.teleports.add("v\(number)", "20 km within 5 min")
                    vehicles.ids.insert("v\(number)")
                    vehicles.ids.remove("v\(number + 1)")
                }
            }
            try readings.readHealthily(for: 30)
            return (readings.events, readings.monitor)
        }
        let (events, monitor) = try run(isStored: false)
        #expect(events.count >= 5)
        #expect(try run(isStored: true) == (events, monitor))
    }

    @Test("failures between readings do not make it look as if there were no trips")
    func tripsDuringFailures() throws {
        var readings = FeedReadings()
        for _ in 0..<480 { try readings.read { $0.trips = 15 } }
        for _ in 0..<9 {
            for _ in 0..<7 { try readings.fail() }
            try readings.read()
        }
        #expect(Set(readings.opened.map(\.rule)) == [.time.feedFailing])
    }

    @Test("a vehicle that is to be forgotten is in no example, also of findings that open later")
    func forgotten() throws {
        var readings = FeedReadings()
        try readings.read()
        func move(_ ids: String...) throws {
            try readings.read { vehicles in
                for id in ids { vehicles.teleports.add(id, "20 km within 5 min") }
            }
        }
        let long = String(repeating: "long", count: 60)
        try move("a", long)
        let removed = ["a", long, "a"].map { readings.monitor.removeExamples(of: $0) }
        #expect(removed == [true, true, false])
        try move("b", "c")
        let open = try #require(readings.monitor.entries.first).finding
        #expect(open.count == 4 && open.examples.map(\.path) == ["b", "c"])
        _ = readings.monitor.removeExamples(of: "b")
        #expect(readings.monitor.entries[0].finding.examples.map(\.path) == ["c"])
    }

    @Test("an example names a vehicle by its ID or by JSON, also shortened, and no other one")
    func names() {
        let long = String(repeating: "😀\"", count: 40)
        let names: [(id: String, value: String)] = [
            ("a", "a"), ("a", "\"a\""), ("\"a", "\"a"), ("a\"b\\", #""a\"b\\""#),
            ("é", #""\u00e9""#),
            ("7", "7"), (long, #""😀\"😀\"…"#), (long, #""😀\"😀\…"#), (long, #""😀\"\ud83d\ude…"#),
        ]
        for (id, value) in names {
            #expect(CheckFinding.Example(path: "/data", value: value).names(id), "\(value)")
            #expect(CheckFinding.Example(path: value).names(id) == (value == id), "\(value)")
            #expect(!CheckFinding.Example(path: "/data", value: value).names("b"))
        }
    }

    @Test("a clock that is set back makes no finding, and a survey is due")
    func clock() throws {
        var readings = FeedReadings()
        try readings.readHealthily(for: 30)
        try readings.read(survey: FeedObservation.Survey())
        readings.seconds -= 50_000
        #expect(readings.monitor.needsSurvey(at: readings.now))
        try readings.readHealthily(for: 30)
        #expect(readings.events.isEmpty)
    }

    @Test("what a hostile feed has does not fill the state")
    func hostile() throws {
        var readings = FeedReadings()
        let long = String(repeating: "\u{1B}[2J\u{0}", count: 30_000)
        let places = Dictionary(uniqueKeysWithValues: (0..<1_000_000).map { ("r\($0)", 30) })
        for number in 0..<14 {
            try readings.read(1_000_000) { vehicles in
                vehicles.places = places
                for _ in 0..<5 {
                    vehicles.teleports.add(long + "\(number)", "")
                    vehicles.changedTypes.add(long + "\(number)", "")
                    vehicles.ids.insert(long + "\(number)")
                    vehicles.ids.remove(long + "\(number)")
                }
            }
        }
        for _ in 0..<8 { try readings.fail(long) }
        #expect(readings.opened.count == 3)
        #expect(try StoredJSON.encoder().encode(readings.monitor).count < 60_000)
    }

    @Test("a day has the readings and the time of its 23 or 25 hours")
    func days() throws {
        // The clocks of Berlin change on 2026-03-29 and on 2026-10-25.
        for (start, hours) in [(1_774_738_800.0, 23.0), (1_792_879_200, 25)] {
            var readings = FeedReadings()
            readings.zone = try #require(SystemTimeZone(named: "Europe/Berlin"))
            readings.seconds = start - FeedReadings.start.seconds - 3600
            try readings.readHealthily(for: hours + 2)
            #expect(readings.days.count == 2)
            #expect(readings.days.last?.counts.reads == Int(hours * 12))
            #expect(readings.days.last?.counts.seconds == hours * 3600)
        }
    }

    // MARK: Checks of the documents

    private func report(_ paths: [String]) -> CheckReport {
        CheckReport(
            detectedVersion: "3.0", version: "3.0", documents: [],
            findings: paths.map {
                var finding = CheckFinding(
                    .data.duplicateID, in: "vehicle_status", at: $0, section: "")
                finding.add(.init(path: $0))
                return finding
            })
    }

    @Test("a finding of the documents opens at its first check, and closes an hour after the last")
    func documents() throws {
        var readings = FeedReadings()
        readings.note(readings.monitor.add(report(["/a"]), at: readings.now))
        #expect(readings.opened[0].since == FeedReadings.start)
        for (seconds, paths, open) in [
            (3600.0, ["/a", "/b"], 2), (7200, ["/b"], 2), (10_800, ["/b"], 1), (14_400, ["/a"], 2),
        ] {
            readings.seconds = seconds
            readings.note(readings.monitor.add(report(paths), at: readings.now))
            #expect(readings.monitor.entries.count == open, "\(seconds)")
        }
        #expect(readings.monitor.entries.last?.finding.since == readings.now)
        #expect(
            readings.monitor.entries.first?.finding.since == FeedReadings.start + .seconds(3600))
    }

    @Test(
        "a bound that is off switches its rule off",
        arguments: [
            (CheckBound.placeRest, CheckRule.time.placeMissing), (.tripRest, .time.tripsCollapsed),
        ])
    func off(bound: CheckBound, rule: CheckRule) throws {
        for isOff in [false, true] {
            var readings = FeedReadings()
            if isOff { readings.bounds[bound] = .infinity }
            for hour in 0..<46 {
                let isBroken = hour >= 40
                for _ in 0..<12 {
                    try readings.read { vehicles in
                        vehicles.places = ["ra": 60, "rb": isBroken ? 0 : 40, "rc": 5]
                        vehicles.trips = isBroken ? 0 : 15
                    }
                }
            }
            #expect(readings.opened.contains { $0.rule == rule } != isOff)
        }
    }

    @Test("the findings of a document that cannot be read stay")
    func unread() {
        var monitor = FeedMonitor()
        _ = monitor.add(report(["/a"]), at: FeedReadings.start)
        let failed = CheckReport(
            detectedVersion: nil, version: "GBFS 3.0",
            documents: [
                .init(
                    name: "vehicle_status", address: "https://example.com", isRequired: true,
                    exists: false, version: "GBFS 3.0")
            ], findings: [])
        for number in 1..<6 {
            _ = monitor.add(failed, at: FeedReadings.start + .seconds(number * 1500))
        }
        #expect(monitor.entries.count == 1)
    }

    @Test("what a single check may find by chance opens at the second check in a row")
    func chance() {
        var monitor = FeedMonitor()
        var slow = report([])
        slow.add([CheckFinding(.document.unreadable, in: "vehicle_types", at: "", section: "")])
        let times = (0..<5).map { FeedReadings.start + .seconds($0 * 1500) }
        #expect(monitor.add(slow, at: times[0]).opened.isEmpty)
        #expect(monitor.add(report([]), at: times[1]).opened.isEmpty)
        #expect(monitor.add(slow, at: times[2]).opened.isEmpty)
        #expect(monitor.add(slow, at: times[3]).opened.count == 1)
        #expect(monitor.add(slow, at: times[4]).opened.isEmpty)
        #expect(monitor.entries.count == 1)
    }

    @Test("at most 300 findings are followed")
    func manyFindings() {
        var monitor = FeedMonitor()
        let many = report((0..<1000).map { "/\($0)" })
        #expect(monitor.add(many, at: FeedReadings.start).opened.count == 300)
        #expect(monitor.add(many, at: FeedReadings.start + .seconds(3600)).opened.isEmpty)
        #expect(monitor.entries.map(\.number) == Array(1...300))
    }
}
