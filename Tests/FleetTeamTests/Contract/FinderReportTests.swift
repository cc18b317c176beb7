import FleetCore
import FleetSQL
import FleetTestSupport
import Foundation
import Testing

@testable import FleetTeam

@Suite(.ownThreads) struct FinderReportTests {
    private func add(
        _ text: String, contact: String? = nil, about vehicle: String = "A", _ test: TestTeam,
        from client: Client = home
    ) async throws {
        try await test.team.requireRoomForReport(about: vehicle, of: source, from: client)
        try await test.team.countReport(about: vehicle, of: source, from: client)
        try await test.team.add(
            NewReport(text, contact: contact, about: vehicle, of: source), from: client)
    }

    private func reports(_ access: Access) async throws -> AttentionReport.Group? {
        try await access.attention.reports(of: [source], in: AttentionScope())[source]
    }

    @Test(
        "a report is first at its vehicle and in attention until a member takes it",
        arguments: TeamAdapter.all)
    func taken(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        #expect(try await reports(anna) == nil)
        try await add("flat\ttyre\u{1B}[2J\u{202E}", contact: " 0171\n23 ", test)
        let newer = NoteContent(text: "newer", source: source, vehicleID: "A", visibility: .team)
        _ = try await anna.notes.add(newer)
        var query = NoteQuery()
        (query.source, query.vehicleID, query.order) = (source, "A", .reports)
        let notes = try await anna.notes.all(query)
        #expect(notes.map(\.content.text) == ["flat\ttyre [2J", "newer"])
        let report = try #require(notes.first)
        #expect(report.content.report == FinderReport(contact: "0171 23"))
        #expect(report.author == nil && !report.isMine && report.canEdit && !report.canDelete)
        query.after = report.id
        #expect(try await anna.notes.all(query).map(\.content.text) == ["newer"])
        query.after = nil
        let group = try #require(try await reports(anna))
        #expect(group.count == 1 && group.entries.map(\.id) == [report.id.text])
        // A stranger cannot make the alarms of a vehicle handled.
        #expect(try await anna.attention.handled().isEmpty)
        let task = NoteContent(
            text: "alarm", source: source, vehicleID: "A", visibility: .team, task: .init())
        #expect(try await anna.attention.take(task) != nil)

        _ = try await anna.notes.change(report.id, version: 1, NoteChange(assignee: .me))
        #expect(try await reports(anna) == nil)
        #expect(try await anna.notes.all(query).last?.id == report.id)
        let log = try await test.team.onMachine().auditEntries(limit: 50)
            .filter { $0.action == .problemReported }
        #expect(log.map(\.subject) == ["note 1: A"])
        #expect(log.map(\.actor) == [nil] && log.map(\.address) == ["192.0.2.1"])
        #expect(try await test.team.onMachine().users().map(\.name) == ["anna"])
    }

    @Test(
        "the reports of a network, a vehicle and a source are limited", arguments: TeamAdapter.all)
    func limits(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        func limit(_ vehicle: String, _ client: Client) async -> ReportLimitError.Subject? {
            do {
                try await add("x", about: vehicle, test, from: client)
                return nil
            } catch {
                return (error as? ReportLimitError)?.subject
            }
        }
        for number in 0..<3 { #expect(await limit("A", client(10, 0, 0, UInt8(number))) == nil) }
        #expect(await limit("A", client(10, 0, 1, 0)) == .vehicle)
        for number in 0..<5 { #expect(await limit("B\(number)", home) == nil) }
        #expect(await limit("C", home) == .network)
        let subnet = (1...2).map { Client(address: IPAddress("2001:db8::\($0)")) }
        for number in 0..<5 { #expect(await limit("D\(number)", subnet[number % 2]) == nil) }
        #expect(await limit("E", subnet[0]) == .network)
        test.clock.advance(by: .hours(1))
        #expect(await limit("C", home) == nil)

        let done = try #require(try await reports(anna)?.entries.first?.id)
        _ = try await anna.notes.change(
            try #require(UUID(uuidString: done)), version: 1, NoteChange(isDone: true))
        #expect(await limit("A", client(10, 0, 1, 0)) == nil)
        for number in 15..<50 {
            #expect(await limit("F\(number)", client(10, 0, 2, UInt8(number))) == nil)
        }
        #expect(await limit("G", client(10, 0, 3, 0)) == .source)
        test.clock.advance(by: .hours(24))
        #expect(await limit("G", client(10, 0, 3, 0)) == nil)
    }

    @Test(
        "texts have bounds, and a contact is erased after the report is done",
        arguments: TeamAdapter.all)
    func bounds(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        await expect(.invalid(.text, .tooShort(1))) { try await add(" \u{200B}", test) }
        let long = String(repeating: "x", count: FinderReport.maxTextLength + 1)
        await expect(.invalid(.text, .tooLong(FinderReport.maxTextLength))) {
            try await add(long, test)
        }
        await expect(.invalid(.contact, .tooLong(FinderReport.maxContactLength))) {
            try await add("x", contact: long, test)
        }
        try await add("x", contact: "a@b.example", test)
        test.clock.advance(by: .days(31))
        try await test.team.prune()
        #expect(try await test.integer("SELECT count(*) FROM note WHERE contact IS NOT NULL") == 1)
        _ = try await test.database.write(as: .server) { [now = test.clock.now] in
            try $0.execute("UPDATE note SET done_at = ?1", [.time(now - .days(30))])
        }
        try await test.team.prune()
        #expect(try await test.integer("SELECT count(*) FROM note WHERE contact IS NOT NULL") == 0)
        #expect(try await test.integer("SELECT count(*) FROM note WHERE is_report") == 1)
    }
}
