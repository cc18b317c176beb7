import FleetCore
import FleetSQL
import FleetTestSupport
import Foundation
import Testing

@testable import FleetTeam

/// A store without any history.
private struct NoHistory: HistoryStore {
    func history<T: Sendable>(
        of key: SourceKey, _ body: @escaping @Sendable (HistoryReader) throws -> T
    ) async throws -> T? {
        nil
    }
}

@Suite(.ownThreads) struct LimitTests {
    /// The day of the tests' clock, in UTC.
    private static let today = LocalDay(at: ManualClock().now, in: .utc)

    private func limit(
        _ name: String, _ indicator: LimitRule.Indicator = .vehicleCap, atMost maximum: Int = 5,
        from days: Int = 0
    ) -> FleetLimit {
        FleetLimit(
            name: name, LimitRule(indicator, atMost: maximum), of: [source],
            from: Self.today.advanced(by: days))
    }

    private func history(_ test: TestTeam) -> LimitHistory {
        LimitHistory(of: [], in: NoHistory(), now: test.clock.now)
    }

    private func decide(
        _ outcome: LimitVerdict.Outcome, _ limit: TeamLimit, _ days: Int, _ test: TestTeam,
        isFinal: Bool = true
    ) async throws {
        let verdict = LimitVerdict(outcome, worst: 7, at: test.clock.now, coverage: 1)
        try await test.team.write { [now = test.clock.now] in
            try $0.store(
                verdict, of: limit.id, on: Self.today.advanced(by: days), isFinal: isFinal, at: now)
        }
    }

    private func outcomes(_ limit: TeamLimit, _ test: TestTeam) async throws -> [String] {
        try await test.team.limitDays(
            of: limit, in: Self.today.advanced(by: -500)...Self.today.advanced(by: 500)
        ).map { "\($0.day.number - Self.today.number) \($0.verdict.outcome.rawValue)" }
    }

    @Test("everybody reads limits, and only administrators change them", arguments: TeamAdapter.all)
    func rights(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna", .administrator).access
        let admin = try anna.administration()
        let now = test.clock.now
        var content = limit(" The  cap ", .unrentedVehicles(days: 14), atMost: 3)
        let ring = [(2.0, 48.0), (3, 48), (3, 49)].compactMap {
            ZonePolygon.Point(longitude: $0.0, latitude: $0.1)
        }
        let area = try #require(ZonePolygon(rings: [ring]).flatMap { ZoneArea([$0]) })
        (content.scope, content.type) = (.area(name: "centre.geojson", area), "bike")
        let added = try await admin.addLimit(content, at: now)
        #expect(added.content.name == "The cap" && added.createdBy == "anna")
        content.name = "The cap"
        #expect(added.content == content)
        try await decide(.notMet, added, 0, test)
        for role in [Role.viewer, .member] {
            let access = try await test.user("\(role)", role).access
            #expect(try await access.limits() == [added])
            let days = try await access.limitDays(of: added, in: Self.today...Self.today)
            #expect(days.map(\.verdict.outcome) == [.notMet])
            #expect(throws: TeamError.forbidden) { try access.administration() }
        }
        let token = try await anna.tokens.add(name: "r", scope: .read, lifetime: .days(1))
        let reader = try await test.team.access(token: token.secret, from: home).administration()
        await expect(.forbidden) { try await reader.addLimit(limit("x"), at: now) }
        await expect(.forbidden) { try await reader.removeLimit(added.id) }
        await expect(.forbidden) {
            try await reader.correctLimit(added.id, on: Self.today, to: .met, reason: "r", at: now)
        }
        try await admin.removeLimit(added.id)
        await expect(.notFound) { try await admin.removeLimit(added.id) }
        #expect(try await test.integer("SELECT count(*) FROM limit_day") == 0)
    }

    @Test(
        "a later version ends the one before, and begins after the days that are decided",
        arguments: TeamAdapter.all)
    func versions(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let (admin, now) = (test.team.onMachine(), test.clock.now)
        let first = try await admin.addLimit(limit("cap", from: -3), at: now)
        #expect(first.lastDay == nil)
        try await test.team.decide(first, from: history(test))
        #expect(
            try await outcomes(first, test)
                == ["-3 unknown", "-2 unknown", "-1 unknown", "0 unknown"])
        await expect(.nameTaken) { try await admin.addLimit(limit("CAP", from: -3), at: now) }
        await expect(.dayIsDecided(Self.today.advanced(by: -1))) {
            try await admin.addLimit(limit("CAP", from: -1), at: now)
        }
        // Today goes on.
        let second = try await admin.addLimit(limit("Cap", atMost: 9), at: now)
        let limits = try await test.team.limits()
        #expect(limits.map(\.id) == [first.id, second.id])
        #expect(limits.map(\.lastDay) == [Self.today.advanced(by: -1), nil])
        #expect(try await outcomes(limits[0], test).count == 3)
        try await test.team.decide(second, from: history(test))
        #expect(try await outcomes(second, test) == ["0 unknown"])
        // Without a decided day of it, the version before goes on.
        try await admin.removeLimit(second.id)
        #expect(try await test.team.limits().map(\.lastDay) == [nil])
        let third = try await admin.addLimit(limit("cap", atMost: 9), at: now)
        try await decide(.met, third, 0, test)
        try await admin.removeLimit(third.id)
        #expect(
            try await test.team.limits().map(\.lastDay) == [Self.today.advanced(by: -1)])
        await expect(.dayIsDecided(Self.today.advanced(by: -1))) {
            try await admin.endLimit(first.id, on: Self.today.advanced(by: -2), at: now)
        }
        let ended = try await admin.endLimit(first.id, on: Self.today.advanced(by: 9), at: now)
        #expect(ended.lastDay == Self.today.advanced(by: 9))
    }

    @Test(
        "a finished day is decided once, and a certain violation of today stays",
        arguments: TeamAdapter.all)
    func decided(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let limit = try await test.team.onMachine().addLimit(
            limit("cap", from: -2), at: test.clock.now)
        try await decide(.met, limit, -2, test)
        try await decide(.notMet, limit, 0, test, isFinal: false)
        // The history is gone by now.
        let (today, zone) = try await test.team.decide(limit, from: history(test))
        #expect(today == Self.today && zone.name == "UTC")
        #expect(try await outcomes(limit, test) == ["-2 met", "-1 unknown", "0 not_met"])
        test.clock.advance(by: .days(1))
        try await test.team.decide(limit, from: history(test))
        #expect(
            try await outcomes(limit, test)
                == ["-2 met", "-1 unknown", "0 not_met", "1 unknown"])
        let days = try await test.team.limitDays(
            of: limit, in: Self.today...Self.today.advanced(by: 1))
        #expect(days.map(\.isFinal) == [true, false])
        #expect(days[1].verdict.reason == .noHistory && days[1].note != nil)
    }

    @Test("a correction is kept with its reason and the outcome before", arguments: TeamAdapter.all)
    func corrections(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna", .administrator).access
        let (admin, now) = (try anna.administration(), test.clock.now)
        let limit = try await admin.addLimit(limit("cap", from: -2), at: now)
        try await decide(.notMet, limit, -1, test)
        try await decide(.notMet, limit, 0, test, isFinal: false)
        let day = Self.today.advanced(by: -1)
        await expect(.dayIsOpen(Self.today)) {
            try await admin.correctLimit(limit.id, on: Self.today, to: .met, reason: "r", at: now)
        }
        await expect(.invalid(.reason, .tooShort(1))) {
            try await admin.correctLimit(limit.id, on: day, to: .met, reason: " ", at: now)
        }
        _ = try await admin.correctLimit(limit.id, on: day, to: .unknown, reason: "why", at: now)
        let corrected = try await admin.correctLimit(
            limit.id, on: day, to: .met, reason: " test  vehicles ", at: now)
        #expect(corrected.verdict.outcome == .met && corrected.verdict.worst == 7)
        #expect(
            corrected.correction
                == .init(earlier: .notMet, reason: "test vehicles", by: "anna", at: now))
        test.clock.advance(by: .days(2))
        try await test.team.decide(limit, from: history(test))
        #expect(try await test.team.limitDays(of: limit, in: day...day) == [corrected])
        let log = try await test.team.onMachine().auditEntries(limit: 3)
        #expect(
            log.map { "\($0.action.rawValue) \($0.subject ?? "-")" } == [
                "limit_corrected cap, \(day.text): met, was unknown: test vehicles",
                "limit_corrected cap, \(day.text): unknown, was not_met: why",
                "limit_added cap, from \(day.advanced(by: -1).text)",
            ])
    }

    @Test("each violation is taken once, and none of older days", arguments: TeamAdapter.all)
    func violations(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let (admin, now) = (test.team.onMachine(), test.clock.now)
        let limit = try await admin.addLimit(limit("cap", from: -5), at: now)
        for day in -3...0 { try await decide(.notMet, limit, day, test, isFinal: day < 0) }
        func take() async throws -> [LocalDay] {
            try await test.team.takeViolations(
                of: limit, today: LocalDay(at: test.clock.now, in: .utc), in: .utc,
                at: test.clock.now
            ).map(\.day)
        }
        #expect(try await take() == [Self.today])
        #expect(try await take() == [])
        try await decide(.notMet, limit, 0, test)
        #expect(try await take() == [])
        test.clock.advance(by: .days(1))
        try await decide(.met, limit, 1, test)
        #expect(try await take() == [])
    }

    /// A change that makes a definition no limit.
    struct Refusal: Sendable {
        let error: TeamError
        let change: @Sendable (inout FleetLimit) -> Void

        init(_ error: TeamError, _ change: @escaping @Sendable (inout FleetLimit) -> Void) {
            (self.error, self.change) = (error, change)
        }

        static let all = [
            Refusal(.invalid(.limitName, .tooShort(1))) { $0.name = " " },
            Refusal(.invalid(.limitName, .tooLong(64))) {
                $0.name = String(repeating: "x", count: 65)
            },
            Refusal(.invalid(.limitSources, .tooShort(1))) { $0.sources = [] },
            Refusal(.invalid(.limitMaximum, .malformed)) {
                $0.rule = LimitRule(.vehicleCap, atMost: -1)
            },
            Refusal(.invalid(.limitCoverage, .malformed)) {
                $0.rule = LimitRule(.vehicleCap, atMost: 1, neededCoverage: .nan)
            },
            Refusal(.invalid(.limitType, .malformed)) { $0.type = "a\u{0}" },
            Refusal(.invalid(.limitZone, .tooShort(1))) { $0.scope = .zone("") },
            Refusal(.invalid(.firstDay, .malformed)) { $0.firstDay = LocalDay(number: 0) },
            Refusal(.invalid(.lastDay, .malformed)) {
                $0.lastDay = $0.firstDay.advanced(by: -1)
            },
        ]
    }

    @Test("values that are no limit are refused", arguments: Refusal.all)
    func refused(refusal: Refusal) async throws {
        let test = try TestTeam(TemporaryTeamDatabase())
        var content = limit("cap")
        refusal.change(&content)
        await expect(refusal.error) { [content] in
            try await test.team.onMachine().addLimit(content, at: test.clock.now)
        }
    }
}
