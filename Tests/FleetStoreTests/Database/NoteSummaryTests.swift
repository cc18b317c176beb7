import FleetCore
import Foundation
import Testing

@testable import FleetStore

@Suite("Note summaries contain only the beginning of the text")
struct NoteSummaryTests {
    private let key = SourceKey(UUID(sourceName: "town"))

    private func store(_ texts: String...) async throws -> FleetStore {
        let store = try FleetStore.inMemory()
        for (index, text) in texts.enumerated() {
            _ = try await store.annotations.add(
                Note(
                    number: 0, vehicleID: "Vé-\(index)", text: text,
                    createdAt: Timestamp(seconds: Double(index))), to: key)
        }
        return store
    }

    @Test(
        "summaries are newest first, with a first line of at most 200 characters and the line count"
    )
    func summaries() async throws {
        let long = String(repeating: "é", count: 10_000)
        let store = try await store("one", "two\r\nlines", "a\nb\nc", long)
        _ = try await store.annotations.edit(1, text: "uno", at: Timestamp(seconds: 9), of: key)
        let summaries = try store.annotations.read { try $0.noteSummaries(of: key) }
        #expect(summaries.map(\.number) == [4, 3, 2, 1])
        #expect(summaries.map(\.firstLine) == [String(long.prefix(200)), "a", "two", "uno"])
        #expect(summaries.map(\.lineCount) == [1, 3, 2, 1])
        #expect(summaries.map(\.editedAt) == [nil, nil, nil, Timestamp(seconds: 9)])
        #expect(
            try store.annotations.read {
                try $0.noteSummaries(of: SourceKey(UUID(sourceName: "x")))
            }.isEmpty)
    }

    @Test("a summary has the number of the note's photos")
    func photos() async throws {
        let fixture = try PhotoFixture()
        let paths = try ["x", "y"].map { try fixture.write($0, to: $0) }
        _ = try await fixture.add("both", fixture.files(paths))
        _ = try await fixture.add("none")
        let one = try await fixture.add("the first", fixture.files(paths[0]))
        func counts() throws -> [Int] {
            try fixture.store.annotations.read { try $0.noteSummaries(of: fixture.key) }.map(
                \.photoCount)
        }
        #expect(try counts() == [1, 0, 2])
        _ = try await fixture.store.annotations.edit(
            one.number, text: nil, removing: [1], at: Timestamp(seconds: 1), of: fixture.key)
        #expect(try counts() == [0, 0, 2])
    }

    @Test("a search covers whole texts and vehicle IDs and ignores ASCII case")
    func search() async throws {
        let store = try await store(
            String(repeating: "x", count: 9000) + "Brake", "50% of\nit", "brake", "_")
        func found(_ text: String) throws -> [Int64] {
            try store.annotations.read { try $0.notes(containing: text, of: key) }.sorted()
        }
        #expect(try found("BRAKE") == [1, 3])
        #expect(try found("%") == [2])
        #expect(try found("_") == [4])
        #expect(try found("vé-2") == [3])
        #expect(try found("'; DROP") == [])
    }
}
