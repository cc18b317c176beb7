import FleetCore
import Foundation
import Testing

@Suite("What is silenced, and the record of a check")
struct CheckSettingsTests {
    private static func silence(
        _ rule: CheckRule, in document: String? = nil, _ reason: String = "x", until day: String
    ) throws -> CheckSettings.Silence {
        CheckSettings.Silence(
            rule, in: document, because: reason, until: try #require(LocalDay(day)))
    }

    private static func time(_ text: String) throws -> Timestamp {
        try #require(Timestamp(rfc3339: text))
    }

    @Test("a silence replaces that of the same rule and document, and those that are over go")
    func add() throws {
        var settings = CheckSettings()
        let now = try Self.time("2026-05-10T12:00:00Z")
        settings.silences = [
            try Self.silence(.time.teleport, until: "2026-05-09"),
            try Self.silence(.time.teleport, until: "2026-05-10"),
            try Self.silence(.document.noEntityTag, in: "gbfs", until: "2026-06-01"),
        ]
        settings.add(
            try Self.silence(.document.noEntityTag, in: "gbfs", "new", until: "2026-07-01"), at: now
        )
        settings.add(try Self.silence(.document.noEntityTag, until: "2026-07-01"), at: now)
        #expect(
            settings.silences.map(\.rule) == [
                .time.teleport, .document.noEntityTag, .document.noEntityTag,
            ])
        #expect(settings.silences.map(\.document) == [nil, "gbfs", nil])
        #expect(settings.silences[1].reason == "new")
    }

    @Test("reported again is the rule in its document, also if it was silenced in all")
    func end() throws {
        var settings = CheckSettings()
        settings.silences = [
            try Self.silence(.time.teleport, until: "2026-05-10"),
            try Self.silence(.document.noEntityTag, in: "gbfs", until: "2026-06-01"),
            try Self.silence(.document.noEntityTag, in: "vehicle_status", until: "2026-06-01"),
            try Self.silence(.document.noEntityTag, until: "2026-06-01"),
        ]
        settings.endSilences(of: .document.noEntityTag, in: "gbfs")
        #expect(settings.silences.map(\.document) == [nil, "vehicle_status"])
        settings.endSilences(of: .document.noEntityTag, in: nil)
        #expect(settings.silences.map(\.rule) == [.time.teleport])
    }

    @Test("the JSON of a record has open findings, errors first, then those that are over")
    func json() throws {
        var record = FeedCheckRecord(format: "GBFS 3.0", zone: .utc, checkedAt: nil)
        func add(_ rule: CheckRule, opened: String, closed: String? = nil, since: String? = nil)
            throws
        {
            var finding = CheckFinding(rule, in: "gbfs", at: "/a", section: "s")
            finding.since = try since.map(Self.time)
            record.findings.append(
                FeedCheckRecord.Finding(
                    finding, openedAt: try Self.time(opened), closedAt: try closed.map(Self.time)))
        }
        try add(.time.teleport, opened: "2026-05-01T00:00:00Z", closed: "2026-05-02T00:00:00Z")
        try add(.time.typesChange, opened: "2026-05-01T00:00:00Z", closed: "2026-05-03T00:00:00Z")
        try add(.document.noEntityTag, opened: "2026-05-02T00:00:00Z")
        try add(.time.feedFailing, opened: "2026-05-05T00:00:00Z")
        try add(
            .time.vehiclesEmpty, opened: "2026-05-06T00:00:00Z", since: "2026-05-04T00:00:00Z")
        var settings = CheckSettings()
        settings.silences = [try Self.silence(.document.noEntityTag, "proxy", until: "2026-05-09")]
        let text = record.json(of: "a", settings, at: try Self.time("2026-05-09T23:00:00Z"))
        let object = try #require(
            JSONSerialization.jsonObject(with: Data(text.bytes)) as? [String: Any])
        let findings = try #require(object["findings"] as? [[String: Any]])
        #expect(
            findings.map { $0["rule"] as? String } == [
                "vehicles-empty", "feed-failing", "no-etag", "types-change", "teleport",
            ])
        #expect(findings[0]["since"] as? String == "2026-05-04T00:00:00Z")
        #expect(
            findings[2]["silenced"] as? [String: String] == [
                "reason": "proxy", "until": "2026-05-09",
            ])
        #expect(object["checked_at"] == nil && (object["days"] as? [Any])?.isEmpty == true)
        let later = record.json(of: "a", settings, at: try Self.time("2026-05-10T00:00:00Z"))
        #expect(!String(decoding: later.bytes, as: UTF8.self).contains("silenced"))
    }
}
