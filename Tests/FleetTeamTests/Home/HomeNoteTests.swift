import FleetCore
import FleetSQL
import Foundation
import Testing

@testable import FleetTeam

@Suite("Favorites and notes of the command line")
struct HomeNoteTests {
    let fixture: HomeFixture

    init() throws { fixture = try HomeFixture() }

    private func add(_ texts: String...) async throws {
        for (index, text) in texts.enumerated() {
            _ = try await fixture.annotations.add(
                Note(
                    number: 0, vehicleID: "Vé-\(index)", text: text,
                    createdAt: Timestamp(seconds: Double(index))))
        }
    }

    @Test("favorites are stored once, with their times, in the order of their IDs")
    func favorites() async throws {
        let annotations = fixture.annotations
        let (first, second) = (Timestamp(seconds: 1), Timestamp(seconds: 2))
        #expect(try await annotations.addFavorites(["b", "a"], at: first) == ["b", "a"])
        #expect(try await annotations.addFavorites(["a", "c"], at: second) == ["c"])
        let stored = [("a", first), ("b", first), ("c", second)]
        #expect(
            try annotations.favorites() == stored.map { Favorite(id: $0.0, addedAt: $0.1) })
        #expect(try fixture.opened(of: UUID()).favorites().isEmpty)
        #expect(try await annotations.removeFavorites(["b", "x"]) == ["b"])
        #expect(try fixture.opened().favorites().map(\.id) == ["a", "c"])
    }

    @Test("too many favorites are refused, and none is added")
    func tooMany() async throws {
        let ids = (0...Favorite.limit).map { "f\($0)" }
        await #expect(throws: StoreError.tooMany(what: "favorites", limit: Favorite.limit)) {
            try await fixture.annotations.addFavorites(ids, at: Timestamp(seconds: 1))
        }
        #expect(try fixture.annotations.favorites().isEmpty)
    }

    @Test("a note is found by its vehicle and number; numbers are never reused, in no source")
    func numbers() async throws {
        try await add("one", "two")
        let (annotations, other) = (fixture.annotations, fixture.opened(of: UUID()))
        #expect(try annotations.notes().map(\.number) == [1, 2])
        #expect(try annotations.notes(about: "Vé-1").map(\.text) == ["two"])
        #expect(try annotations.notes(about: "vé-1").isEmpty)
        #expect(try annotations.notes(aboutIgnoringCase: "vé-1").map(\.text) == ["two"])
        #expect(try await annotations.removeNotes([2]) == [2])
        let third = Note(
            number: 9, vehicleID: "v", text: "three", createdAt: Timestamp(seconds: 3),
            position: Position(latitude: 1, longitude: 2), seenAt: Timestamp(seconds: 4))
        var expected = third
        expected.number = 3
        #expect(try await other.add(third) == expected)
        #expect(try other.note(3) == expected && annotations.note(3) == nil)
        #expect(try await annotations.removeNotes([3]).isEmpty)
        #expect(
            try await annotations.edit(3, NoteChange(text: "x"), at: Timestamp(seconds: 5)) == nil)
        #expect(try other.note(3) == expected)
    }

    @Test("summaries are newest first, with at most 200 characters of the first line")
    func summaries() async throws {
        let long = String(repeating: "é", count: 10_000)
        try await add("one", "two\r\nlines", "a\nb\nc", long)
        _ = try await fixture.annotations.edit(
            1, NoteChange(text: "uno"), at: Timestamp(seconds: 9))
        let summaries = try fixture.annotations.summaries(containing: nil)
        #expect(summaries.matching == nil)
        #expect(summaries.all.map(\.number) == [4, 3, 2, 1])
        #expect(summaries.all.map(\.firstLine) == [String(long.prefix(200)), "a", "two", "uno"])
        #expect(summaries.all.map(\.lineCount) == [1, 3, 2, 1])
        #expect(summaries.all.map(\.editedAt) == [nil, nil, nil, Timestamp(seconds: 9)])
        #expect(try fixture.opened(of: UUID()).summaries(containing: nil).all.isEmpty)
    }

    @Test("a summary has the number of the note's photos")
    func photos() async throws {
        let paths = try ["x", "y"].map { try fixture.write($0, to: $0) }
        _ = try await fixture.add("both", fixture.files(paths))
        _ = try await fixture.add("none")
        let one = try await fixture.add("the first", fixture.files(paths[0]))
        func counts() throws -> [Int] {
            try fixture.annotations.summaries(containing: nil).all.map(\.photoCount)
        }
        #expect(try counts() == [1, 0, 2])
        _ = try await fixture.annotations.edit(
            one.number, NoteChange(), removing: [1], at: Timestamp(seconds: 1))
        #expect(try counts() == [0, 0, 2])
    }

    @Test("a search covers whole texts and vehicle IDs and ignores ASCII case")
    func search() async throws {
        try await add(
            String(repeating: "x", count: 9000) + "Brake", "50% of\nit", "brake", "_")
        func found(_ text: String) throws -> [Int64]? {
            try fixture.annotations.summaries(containing: text).matching?.sorted()
        }
        #expect(try found("BRAKE") == [1, 3])
        #expect(try found("%") == [2])
        #expect(try found("_") == [4])
        #expect(try found("vé-2") == [3])
        #expect(try found("'; DROP") == [])
    }

    @Test("everything about a source is counted and removed, and nothing else")
    func removal() async throws {
        let photo = try fixture.files(try fixture.write("one", to: "a"))
        _ = try await fixture.add("note", photo)
        _ = try await fixture.add("again", photo)
        _ = try await fixture.annotations.addFavorites(["a"], at: Timestamp(seconds: 1))
        let other = fixture.opened(of: UUID())
        _ = try await other.add(
            Note(number: 0, vehicleID: "v", text: "t", createdAt: Timestamp(seconds: 1)))
        #expect(
            try fixture.annotations.counts()
                == AnnotationCounts(favorites: 1, notes: 2, photos: 1))
        try await fixture.annotations.removeAll()
        #expect(try fixture.annotations.counts().isEmpty && fixture.names.isEmpty)
        #expect(try other.counts() == AnnotationCounts(notes: 1))
    }
}
