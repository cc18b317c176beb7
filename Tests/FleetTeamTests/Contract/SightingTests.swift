import FleetCore
import FleetSQL
import FleetTestSupport
import Foundation
import Testing

@testable import FleetTeam

@Suite("Reported locations of vehicles", .ownThreads) struct SightingTests {
    private static let rack = Position(latitude: 48.1, longitude: 11.5)!
    private static let yard = Position(latitude: 48.2, longitude: 11.6)!
    private static let row = Position(latitude: 48, longitude: 11)!

    private func sighting(
        _ id: String = "A", at position: Position = rack, accuracy: Double? = nil,
        seenAt: Timestamp? = nil, shown: Position? = row
    ) -> NewSighting {
        NewSighting(
            of: id, source: source, at: position, accuracy: accuracy, seenAt: seenAt,
            shownPosition: shown)
    }

    /// The sightings as a refresh of the source reads them.
    private func read(_ test: TestTeam) async throws -> [Sighting] {
        try await test.team.read { try SightingTable(of: source, in: $0.sql).latest(at: $0.now) }
    }

    @Test(
        "a refresh reads the newest sighting of each vehicle, of whomever",
        arguments: TeamAdapter.all)
    func latest(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        let bob = try await test.user("bob").access
        try await anna.sightings.add(sighting(accuracy: 8))
        try await bob.sightings.add(sighting("B"))
        test.clock.advance(by: .minutes(1))
        // The page showed the location of the earlier sighting; the row is still where it was.
        try await bob.sightings.add(sighting(at: Self.yard, shown: Self.rack))
        let earlier = test.clock.now - .hours(2)
        try await anna.sightings.add(sighting(at: Self.row, seenAt: earlier))
        #expect(
            try await read(test) == [
                Sighting(of: "A", at: Self.yard, seenAt: test.clock.now, rowPosition: Self.row),
                Sighting(
                    of: "B", at: Self.rack, seenAt: test.clock.now - .minutes(1),
                    rowPosition: Self.row),
            ])
    }

    @Test(
        "an inaccurate location and a time that is not in the last day are refused",
        arguments: TeamAdapter.all)
    func refusals(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        let vera = try await test.user("vera", .viewer).access
        await expect(.forbidden) { try await vera.sightings.add(sighting()) }
        await expect(.forbidden) { try await vera.sightings.undoLatest(of: "A", in: source) }
        for accuracy in [100.5, .infinity] {
            await expect(.invalid(.accuracy, .tooInaccurate(100))) {
                try await anna.sightings.add(sighting(accuracy: accuracy))
            }
        }
        for accuracy in [-1, Double.nan] {
            await expect(.invalid(.accuracy, .malformed)) {
                try await anna.sightings.add(sighting(accuracy: accuracy))
            }
        }
        for time in [test.clock.now - .days(1), test.clock.now + .days(1)] {
            await expect(.invalid(.seenAt, .notRecent)) {
                try await anna.sightings.add(sighting(seenAt: time))
            }
        }
        for id in ["", "a\0"] {
            await expect(.invalid(.vehicle, .malformed)) {
                try await anna.sightings.add(sighting(id))
            }
        }
        #expect(try await read(test) == [])
        // The clock of a phone may be fast.
        let early = try await anna.sightings.add(
            sighting(accuracy: 100, seenAt: test.clock.now + .hours(1)))
        #expect(early.sighting.seenAt == test.clock.now && early.isNew)
    }

    @Test(
        "people undo their own newest sighting of a vehicle, for ten minutes",
        arguments: TeamAdapter.all)
    func undo(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        let bob = try await test.user("bob").access
        try await anna.sightings.add(sighting())
        test.clock.advance(by: .minutes(1))
        try await anna.sightings.add(sighting(at: Self.yard))
        await expect(.notFound) { try await bob.sightings.undoLatest(of: "A", in: source) }
        await expect(.notFound) { try await anna.sightings.undoLatest(of: "B", in: source) }
        await expect(.notFound) { try await anna.sightings.undoLatest(of: "A", in: UUID()) }
        try await anna.sightings.undoLatest(of: "A", in: source)
        #expect(try await read(test).map(\.position) == [Self.rack])
        #expect(try await anna.sightings.latest(of: "A", in: source)?.canUndo == true)
        #expect(try await bob.sightings.latest(of: "A", in: source)?.canUndo == false)
        test.clock.advance(by: .minutes(9))
        await expect(.notFound) { try await anna.sightings.undoLatest(of: "A", in: source) }
        #expect(try await anna.sightings.latest(of: "A", in: source)?.canUndo == false)
    }

    @Test(
        "administrators and the person see who reported a location, for 7 days",
        arguments: TeamAdapter.all)
    func person(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        let bob = try await test.user("bob").access
        let eve = try await test.user("eve", .administrator).access
        try await anna.sightings.add(sighting(accuracy: 8))
        func by(_ access: Access) async throws -> String? {
            try #require(try await access.sightings.latest(of: "A", in: source)).by
        }
        #expect(try await by(anna) == "anna")
        #expect(try await by(eve) == "anna")
        #expect(try await by(bob) == nil)
        #expect(try await anna.sightings.own().map(\.accuracy) == [8])
        #expect(try await eve.sightings.own() == [])
        test.clock.advance(by: .days(7))
        let later = try await test.signIn("eve").access
        #expect(try await by(later) == nil)
        let named = "SELECT count(*) FROM sighting WHERE owner IS NOT NULL"
        #expect(try await test.integer(named, []) == 1)
        try await test.team.prune()
        #expect(try await test.integer(named, []) == 0)
        #expect(try await read(test).map(\.vehicleID) == ["A"])
        test.clock.advance(by: .days(83))
        try await test.team.prune()
        #expect(try await test.integer("SELECT count(*) FROM sighting", []) == 0)
    }

    @Test(
        "a removed user's sightings of the last week are removed, and no others",
        arguments: TeamAdapter.all)
    func removal(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        try await anna.sightings.add(sighting("old"))
        test.clock.advance(by: .days(7))
        try await test.team.prune()
        let again = try await test.signIn("anna").access
        _ = try await again.notes.add(NoteContent(text: "ours", visibility: .team))
        try await again.sightings.add(sighting("new"))
        try await test.team.onMachine().remove(anna.owner)
        #expect(try await read(test).map(\.vehicleID) == ["old"])
    }

    @Test("a repeated request adds one sighting", arguments: TeamAdapter.all)
    func repeated(adapter: TeamAdapter) async throws {
        let test = try TestTeam(adapter)
        let anna = try await test.user("anna").access
        func send() async throws -> (sighting: TeamSighting, isNew: Bool) {
            let request = RepeatableRequest("POST /sightings", key: "k")
            return try await RepeatableRequest.$current.withValue(request) {
                try await anna.sightings.add(sighting())
            }
        }
        let (first, again) = (try await send(), try await send())
        #expect(first.isNew && !again.isNew && first.sighting == again.sighting)
        #expect(try await anna.sightings.own().count == 1)
        try await anna.sightings.undoLatest(of: "A", in: source)
        await expect(.notFound) { try await send() }
        #expect(try await read(test) == [])
    }
}
