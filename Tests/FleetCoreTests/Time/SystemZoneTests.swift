import Testing

@testable import FleetCore

@Suite("Time zones and days")
struct SystemZoneTests {
    private func zone(_ name: String) throws -> SystemTimeZone {
        try #require(SystemTimeZone(named: name), "\(name)")
    }

    private func time(_ text: String) throws -> Timestamp {
        try #require(Timestamp(rfc3339: text))
    }

    @Test("offsets, doubled and skipped hours and days of all zones agree with Python's")
    func changes() throws {
        let lines = try Oracle.python("zones.py", [], input: [])
        try #require(lines.count > 3_000)
        for line in lines {
            let parts = line.split(separator: " ")
            let zone = try zone(String(parts[0]))
            let numbers = parts.dropFirst().compactMap { Int64($0) }
            if numbers.count == 1 {
                for year in 2024...2030 {
                    let time = try time("\(year)-07-01T00:00:00Z")
                    #expect(zone.offset(at: time) == numbers[0], "\(line)")
                }
                continue
            }
            try check(zone, numbers.map { $0 * 1000 }, line)
        }
    }

    /// Checks a change: its time, the offsets before and after it, and the times of its day.
    private func check(_ zone: SystemTimeZone, _ numbers: [Int64], _ line: String) throws {
        try #require(numbers.count == 5)
        let change = Timestamp(milliseconds: numbers[0])
        let (before, after) = (numbers[1], numbers[2])
        let last = change - .milliseconds(1)
        #expect(Int64(zone.offset(at: last)) * 1000 == before, "\(line)")
        #expect(Int64(zone.offset(at: change)) * 1000 == after, "\(line)")
        #expect(zone.times(atLocal: numbers[0] + min(before, after) - 1).isOnce, "\(line)")
        #expect(zone.times(atLocal: numbers[0] + max(before, after)).isOnce, "\(line)")
        let step = Duration.milliseconds(abs(after - before))
        for local in [min(before, after), max(before, after) - 1] {
            let local = numbers[0] + local
            let times = [local - before, local - after].sorted()
                .map { Timestamp(milliseconds: $0) }
            #expect(times[1] - times[0] == step)
            #expect(
                zone.times(atLocal: local)
                    == (after < before
                        ? .twice(times[0], times[1]) : .never(before: times[0], after: times[1])),
                "\(line)")
        }
        let day = LocalDay(at: change, in: zone).period(in: zone)
        #expect(day.lowerBound.milliseconds == numbers[3], "\(line)")
        #expect(day.upperBound.milliseconds == numbers[4], "\(line)")
    }

    @Test(
        "a day has 23 or 25 hours when the clocks change, and half an hour less or more on Lord Howe",
        arguments: [
            ("Europe/Oslo", "2026-03-29", 23.0), ("Europe/Oslo", "2026-10-25", 25),
            ("Europe/Oslo", "2026-10-26", 24), ("Australia/Lord_Howe", "2026-04-05", 24.5),
            ("Australia/Lord_Howe", "2026-10-04", 23.5), ("UTC", "2026-03-29", 24),
        ])
    func lengths(name: String, date: String, hours: Double) throws {
        let period = try #require(LocalDay(date)).period(in: try zone(name))
        #expect((period.upperBound - period.lowerBound).seconds == hours * 3600)
    }

    @Test("a day that the clocks skip has no time, and the next one begins at once")
    func skippedDay() throws {
        let zone = try zone("Pacific/Apia")
        let day = try #require(LocalDay("2011-12-30"))
        #expect(day.period(in: zone).isEmpty)
        #expect(day.start(in: zone) == (try time("2011-12-30T10:00:00Z")))
        #expect(day.advanced(by: 1).start(in: zone) == day.start(in: zone))
    }

    @Test("days follow each other without a gap, and each contains its times")
    func consecutive() throws {
        for name in ["America/Havana", "Africa/Cairo", "Asia/Beirut", "America/Nuuk"] {
            let zone = try zone(name)
            var day = try #require(LocalDay("2024-01-01"))
            for _ in 0..<400 {
                let period = day.period(in: zone)
                #expect(LocalDay(at: period.lowerBound, in: zone) == day)
                #expect(LocalDay(at: period.upperBound - .milliseconds(1), in: zone) == day)
                #expect(day.advanced(by: 1).start(in: zone) == period.upperBound)
                day = day.advanced(by: 1)
            }
        }
    }

    @Test(
        "only dates that exist are days",
        arguments: [
            ("2024-02-29", true), ("1970-01-01", true), ("2023-02-29", false), ("2024-2-29", false),
            ("2024-13-01", false), ("2024-00-01", false), ("2024-01-00", false), ("", false),
            ("2024-01-01 ", false), ("2024-01-01\0", false), ("２024-01-01", false),
            ("-024-01-01", false), ("2024-01-01T00:00", false),
        ])
    func dates(text: String, isDay: Bool) {
        #expect(LocalDay(text)?.text == (isDay ? text : nil))
    }

    @Test(
        "names that are no zones are none",
        arguments: [
            "", "Mars/Olympus", "../../etc/passwd", "/etc/localtime", "Europe/Oslo\0", "Europe",
            "\u{1B}[31m", String(repeating: "Europe/", count: 100_000),
        ])
    func unknownNames(name: String) {
        #expect(SystemTimeZone(named: name) == nil)
    }

    @Test("times at the ends of the range do not trap")
    func extremes() throws {
        let zone = try zone("Europe/Oslo")
        for milliseconds in [Int64.min, -1, 0, .max] {
            let time = Timestamp(milliseconds: milliseconds)
            _ = LocalDay(at: time, in: zone).text
            _ = zone.text(time)
            _ = zone.times(atLocal: milliseconds)
        }
        #expect(LocalDay(at: Timestamp(milliseconds: -1), in: .utc).text == "1969-12-31")
    }
}

extension SystemTimeZone.Times {
    fileprivate var isOnce: Bool {
        if case .once = self { true } else { false }
    }
}
