import Testing

@testable import FleetCore

@Suite("Times as people type them")
struct MomentTextTests {
    private func zone(_ name: String) throws -> SystemTimeZone {
        try #require(SystemTimeZone(named: name))
    }

    private func time(_ text: String, _ zone: String, now: String) throws -> String {
        let now = try #require(Timestamp(rfc3339: now))
        let time = try MomentText.time(text, in: try self.zone(zone), now: now)
        var written = UTF8Buffer()
        written.append(time)
        return written.string
    }

    private func error(_ text: String, _ zone: String) throws -> MomentTextError? {
        let now = try #require(Timestamp(rfc3339: "2026-11-27T12:00:00Z"))
        let zone = try self.zone(zone)
        do throws(MomentTextError) {
            _ = try MomentText.time(text, in: zone, now: now)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "a time without an offset is one of the zone, and one with an offset is not",
        arguments: [
            ("2026-05-01 14:00", "2026-05-01T12:00:00Z"),
            ("2026-05-01T14:00", "2026-05-01T12:00:00Z"),
            ("2026-05-01 14:00:30", "2026-05-01T12:00:30Z"),
            ("2026-12-01 14:00", "2026-12-01T13:00:00Z"),
            ("2026-05-01T14:00Z", "2026-05-01T14:00:00Z"),
            ("2026-05-01 14:00:30-05:00", "2026-05-01T19:00:30Z"),
            ("2026-10-25T02:30+02:00", "2026-10-25T00:30:00Z"),
            ("2026-10-25T02:30+01:00", "2026-10-25T01:30:00Z"),
        ])
    func forms(text: String, expected: String) throws {
        #expect(try time(text, "Europe/Oslo", now: "2026-11-27T12:00:00Z") == expected)
    }

    @Test(
        "a time relative to the present is one of the clocks of the zone",
        arguments: [
            ("now", "2026-10-26T12:00:00Z"), ("today", "2026-10-25T23:00:00Z"),
            ("Yesterday", "2026-10-24T22:00:00Z"), ("yesterday 18:00", "2026-10-25T17:00:00Z"),
            // The clocks changed in the night before yesterday's noon.
            ("7 days ago", "2026-10-19T11:00:00Z"), ("-7d", "2026-10-19T11:00:00Z"),
            ("-2h", "2026-10-26T10:00:00Z"), ("2 hours ago", "2026-10-26T10:00:00Z"),
            ("last 90min", "2026-10-26T10:30:00Z"), ("-1.5h", "2026-10-26T10:30:00Z"),
            ("1 week ago", "2026-10-19T11:00:00Z"), ("in 3 days", "2026-10-29T12:00:00Z"),
            ("+2h", "2026-10-26T14:00:00Z"), ("last week", "2026-10-18T22:00:00Z"),
            ("this week", "2026-10-25T23:00:00Z"), ("last month", "2026-08-31T22:00:00Z"),
        ])
    func relative(text: String, expected: String) throws {
        #expect(try time(text, "Europe/Oslo", now: "2026-10-26T12:00:00Z") == expected)
    }

    @Test(
        "a period is a length until now, or the last day, week or month of the calendar",
        arguments: [
            ("7d", "2026-10-19T13:00+02:00", "2026-10-26T13:00+01:00"),
            ("24h", "2026-10-25T13:00+01:00", "2026-10-26T13:00+01:00"),
            ("week", "2026-10-19T00:00+02:00", "2026-10-26T00:00+01:00"),
            ("day", "2026-10-25T00:00+02:00", "2026-10-26T00:00+01:00"),
            ("month", "2026-09-01T00:00+02:00", "2026-10-01T00:00+02:00"),
        ])
    func lasts(text: String, start: String, end: String) throws {
        let zone = try zone("Europe/Oslo")
        let now = try #require(Timestamp(rfc3339: "2026-10-26T12:00:00Z"))
        let range = try HistoryPeriod(last: text).range(in: zone, now: now) { $0 }
        #expect([range.lowerBound, range.upperBound].map(zone.text) == [start, end])
        guard text == "week" else { return }
        let typed = try HistoryPeriod(from: "last week", to: "last week")
            .range(in: zone, now: now) { $0 }
        #expect(typed == range)
    }

    @Test(
        "a day may be relative, but a week is none",
        arguments: [
            ("today", "2026-10-26"), ("yesterday", "2026-10-25"), ("3 days ago", "2026-10-23"),
            ("2026-01-31", "2026-01-31"), ("last week", nil), ("yesterday 18:00", nil),
            ("noon", nil),
        ])
    func days(text: String, expected: String?) throws {
        let now = try #require(Timestamp(rfc3339: "2026-10-26T23:30:00Z"))
        let west = try zone("America/New_York")
        #expect(LocalDay(typed: text, in: west, now: now)?.text == expected)
    }

    @Test(
        "a time of day is the latest that is not in the future",
        arguments: [
            ("12:59", "2026-11-27T12:00:00Z", "2026-11-27T11:59:00Z"),
            ("13:00", "2026-11-27T12:00:00Z", "2026-11-27T12:00:00Z"),
            ("13:01", "2026-11-27T12:00:00Z", "2026-11-26T12:01:00Z"),
            // The clocks skip this time today, and did not yesterday.
            ("02:30", "2026-03-29T12:00:00Z", "2026-03-28T01:30:00Z"),
            // In the first of the two hours, the second is in the future.
            ("02:30", "2026-10-25T00:45:00Z", "2026-10-25T00:30:00Z"),
        ])
    func clock(text: String, now: String, expected: String) throws {
        #expect(try time(text, "Europe/Oslo", now: now) == expected)
    }

    @Test("a time that the clocks show twice needs an offset, and the hint has both")
    func twice() throws {
        #expect(
            try error("2026-10-25 02:30", "Europe/Oslo")
                == MomentTextError(
                    cause: "2026-10-25 02:30 occurs twice in Europe/Oslo",
                    hint: "write 2026-10-25T02:30+02:00 or 2026-10-25T02:30+01:00"))
        #expect(
            try error("2026-04-05 01:45:10", "Australia/Lord_Howe")
                == MomentTextError(
                    cause: "2026-04-05 01:45:10 occurs twice in Australia/Lord_Howe",
                    hint: "write 2026-04-05T01:45:10+11:00 or 2026-04-05T01:45:10+10:30"))
        #expect(throws: MomentTextError.self) {
            try time("02:30", "Europe/Oslo", now: "2026-10-25T12:00:00Z")
        }
    }

    @Test("a time that the clocks skip does not exist, and the hint has those around it")
    func skipped() throws {
        #expect(
            try error("2026-03-29 02:30", "Europe/Oslo")
                == MomentTextError(
                    cause: "2026-03-29 02:30 does not exist in Europe/Oslo",
                    hint: "write 2026-03-29T01:30+01:00 or 2026-03-29T03:30+02:00"))
        #expect(
            try error("2026-10-04 02:15", "Australia/Lord_Howe")
                == MomentTextError(
                    cause: "2026-10-04 02:15 does not exist in Australia/Lord_Howe",
                    hint: "write 2026-10-04T01:45+10:30 or 2026-10-04T02:45+11:00"))
    }

    @Test("the times in hints are read as the times that they name")
    func hints() throws {
        for text in ["2026-10-25 02:30", "2026-03-29 02:30"] {
            let hint = try #require(try error(text, "Europe/Oslo")).hint
            for word in hint.split(separator: " ") where word != "write" && word != "or" {
                let read = try time(String(word), "UTC", now: "2026-11-27T12:00:00Z")
                #expect(Timestamp(rfc3339: read).map(try zone("Europe/Oslo").text) ?? "" == word)
            }
        }
    }

    @Test("a date alone is a whole day")
    func date() throws {
        #expect(
            try error("2026-05-01", "Europe/Oslo")
                == MomentTextError(
                    cause: "2026-05-01 is a whole day",
                    hint: "add a time, such as 2026-05-01 14:00"))
    }

    @Test(
        "other texts are no times, and are escaped in the message",
        arguments: [
            "", " ", "noon", "14", "14:60", "24:00", "2026-02-30 14:00", "2026-05-01  14:00",
            "2026-05-01 14:00 ", "2026-05-01 14:00+25:00", "2026-05-01 14:00 Oslo", "14:00Z",
            "2026-05-01X14:00", "2026-05-01 14:00\0", "-1", "1e9", "99999999999999999999",
            "-", "-h", "-2", "-2x", "ago", "in", "last", "2 ago", "-1e5h", "-99999999999999999999d",
            "yesterday yesterday", "yesterday 25:00", "last year", "--2h", "-.h",
            "\u{1B}[31m14:00", "2026-05-01 14:00:00.", String(repeating: "2", count: 100_000),
        ])
    func invalid(text: String) throws {
        let error = try #require(try error(text, "Europe/Oslo"))
        #expect(error.cause == TerminalText.limited(text) + " is not a time")
        #expect(
            error.hint
                == "write 2026-05-01 14:00, 14:00, yesterday 14:00, -2h, or a time with an offset: "
                + "2026-05-01T14:00+02:00"
        )
        #expect(error.cause.utf8.count < 600 && !TerminalText.hasControls(error.cause))
    }
}
